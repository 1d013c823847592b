/** What the page waits for while its session has ended and its person has not signed in again. */
interface Waiting {
  readonly signedIn: Promise<boolean>;
  readonly settle: (isSignedIn: boolean) => void;
}

interface SendParts {
  readonly send: typeof fetch;
  readonly csrfToken: () => string | null;
  readonly refusal: () => Promise<Response | null>;
}

/**
 * Holds calls that were refused because a session has ended, until its person has signed in again: nothing that was filled in
 * is lost, and what was to be saved is saved. Nobody is asked before anything was answered: whoever comes for the first time
 * finds the page on which one signs in.
 */
export class Session {
  readonly #listeners = new Set<() => void>();
  #isKnown = false;
  #waiting: Waiting | null = null;
  #replacedBy: string | null = null;

  /**
   * A `fetch` that asks again once there is a session.
   * @param parts.send sends a request
   * @param parts.csrfToken the token that writes need, as it is by then
   * @param parts.refusal is asked before a write is sent: the session may be another user's by now. Its answer stands for that of the
   *   service
   */
  fetchWith({ send: fetch, csrfToken, refusal }: SendParts): typeof globalThis.fetch {
    return async (input, init) => {
      if (isSignIn(input)) return fetch(input, init);
      const isWrite = (init?.method ?? 'GET') !== 'GET';
      const refused = isWrite ? await refusal() : null;
      if (refused) return refused;
      // The token is read last: what was waited for may have brought another one.
      const send = (): Promise<Response> => fetch(input, isWrite ? withToken(init, csrfToken()) : init);
      const response = await send();
      if (response.ok) this.#isKnown = true;
      if (response.status !== 401 || !this.#isKnown) return response;
      if (!(await this.#signedInAgain())) return response;
      return send();
    };
  }

  /** Ends the waiting: with a new session, or without one. */
  settle(isSignedIn: boolean): void {
    const waiting = this.#waiting;
    this.#waiting = null;
    if (!isSignedIn) this.#isKnown = false;
    waiting?.settle(isSignedIn);
    this.#tell();
  }

  /** Whoever signs out leaves nothing to wait for. */
  forget(): void {
    this.#isKnown = false;
  }

  /** Says who is signed in by now, where that is not the user whose page it is; null takes the message away. */
  replace(name: string | null): void {
    this.#replacedBy = name;
    this.#tell();
  }

  /** The user who is signed in in the place of the one whose page it is, where the page is to say so. */
  readonly replacedBy = (): string | null => this.#replacedBy;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly isWaiting = (): boolean => this.#waiting !== null;

  #signedInAgain(): Promise<boolean> {
    if (!this.#waiting) {
      const { promise, resolve } = Promise.withResolvers<boolean>();
      this.#waiting = { signedIn: promise, settle: resolve };
      this.#tell();
    }
    return this.#waiting.signedIn;
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

function withToken(init: RequestInit | undefined, token: string | null): RequestInit {
  const headers = new Headers(init?.headers);
  if (token === null) headers.delete('X-CSRFToken');
  else headers.set('X-CSRFToken', token);
  return { ...init, headers };
}

/** Calls that make or end a session. */
function isSignIn(input: RequestInfo | URL): boolean {
  return /\/auth\/(login|logout|refresh)\/$/.test(typeof input === 'string' ? input : input instanceof URL ? input.pathname : input.url);
}
