import { settingsOfTests } from './fake-service.tsx';

/** A write that the service has done. */
interface Done {
  readonly user: string;
  /** The number of the save that has sent it. */
  readonly save: number;
}

interface Session {
  readonly user: string;
  /** The token that its writes need. */
  readonly token: string;
}

/** The cookies of a browser: all its tabs have the same ones. */
interface Cookies {
  session?: string;
  csrf?: string;
}

/** Why the service gives no answer. */
export type Absence = 'unreachable' | 'restarting';

interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly cookies?: Cookies;
}

const signedOut: Answer = { status: 401, body: { detail: 'Sign in.', code: 'not_authenticated' } };

/** A browser with a service, which signs users in by cookies as the real one does. Requests take time, and either may change on their way. */
export class FakeBrowser {
  readonly done: Done[] = [];
  /** How often each save was sent, and how often it was refused because nobody was signed in. */
  readonly sent = new Map<number, number>();
  readonly refused = new Map<number, number>();
  /** Milliseconds of a request to the service, and of its answer. */
  latency = 20;
  absence: Absence | null = null;
  readonly #sessions = new Map<string, Session>();
  #session: string | undefined;
  #made = 0;

  /** Whether the cookies are those of a session that lasts, and whose it is. */
  get user(): string | undefined {
    return this.#sessions.get(this.#session ?? '')?.user;
  }

  /** Signs a user in, in another tab. */
  signIn(user: string): void {
    this.#take(this.#opened(user));
  }

  /** Signs the user out, in another tab. */
  signOut(): void {
    this.endSession();
    this.#take({ session: '', csrf: '' });
  }

  /** The session ends at the service; the cookies stay. */
  endSession(): void {
    this.#sessions.delete(this.#session ?? '');
  }

  /** The browser loses the token of the session. */
  loseToken(): void {
    this.#take({ csrf: '' });
  }

  /** `fetch` of a page in this browser. */
  readonly fetch: typeof fetch = async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    const method = init?.method ?? 'GET';
    const [session, csrf] = [this.#session ?? '', tokenInCookies() ?? ''];
    const body = typeof init?.body === 'string' ? (JSON.parse(init.body) as Readonly<Record<string, unknown>>) : {};
    if (typeof body['save'] === 'number') count(this.sent, body['save']);
    await this.#pause();
    const answer = this.#answer({
      call: `${method} ${pathname.replace('/api/', '')}`,
      session,
      csrf,
      body,
      headers: new Headers(init?.headers),
    });
    await this.#pause();
    this.#take(answer.cookies ?? {});
    return Response.json(answer.body, { status: answer.status });
  };

  async #pause(): Promise<void> {
    await new Promise((resolve) => void setTimeout(resolve, this.latency));
    if (this.absence === 'unreachable') throw new TypeError('Failed to fetch');
  }

  #answer({ call, session: secret, csrf, body, headers }: Call): Answer {
    if (this.absence === 'restarting') return { status: 503, body: { detail: 'No.', code: 'shutting_down' } };
    if (call === 'POST auth/login/')
      return { status: 200, body: { user: payloadOf(String(body['username'])) }, cookies: this.#opened(String(body['username'])) };
    const session = this.#sessions.get(secret);
    const save = call.startsWith('POST r/') ? Number(body['save']) : undefined;
    if (!session) {
      if (save !== undefined) count(this.refused, save);
      return signedOut;
    }
    if (call.startsWith('GET')) {
      const cookies = csrf === session.token ? {} : { csrf: session.token };
      return { status: 200, body: call === 'GET auth/me/' ? payloadOf(session.user) : { models: [] }, cookies };
    }
    if (csrf !== session.token || headers.get('X-CSRFToken') !== csrf) return { status: 403, body: { detail: 'No.', code: 'csrf_failed' } };
    if (call === 'POST auth/logout/') {
      this.#sessions.delete(secret);
      return { status: 200, body: {}, cookies: { session: '', csrf: '' } };
    }
    if (save !== undefined) this.done.push({ user: session.user, save });
    return { status: 201, body: { id: save } };
  }

  #opened(user: string): Cookies {
    this.#made += 1;
    const [session, token] = [`session-${this.#made}`, `token-${this.#made}`];
    this.#sessions.set(session, { user, token });
    return { session, csrf: token };
  }

  #take({ session, csrf }: Cookies): void {
    if (session !== undefined) this.#session = session;
    if (csrf !== undefined) document.cookie = `${settingsOfTests.csrfCookie}=${csrf}; ${csrf === '' ? 'max-age=0; ' : ''}path=/`;
  }
}

interface Call {
  /** Its method and its path: `GET auth/me/`. */
  readonly call: string;
  /** The cookies with which it was sent. */
  readonly session: string;
  readonly csrf: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Headers;
}

function payloadOf(user: string): unknown {
  return { id: user, username: user, name: user, is_superuser: false };
}

function tokenInCookies(): string | undefined {
  const start = `${settingsOfTests.csrfCookie}=`;
  return document.cookie
    .split('; ')
    .find((cookie) => cookie.startsWith(start))
    ?.slice(start.length);
}

function count(counts: Map<number, number>, save: number): void {
  counts.set(save, (counts.get(save) ?? 0) + 1);
}
