/** The state while the session has ended and the user has not signed in again. */
interface Waiting {
  readonly signedIn: Promise<boolean>;
  readonly settle: (isSignedIn: boolean) => void;
}

/** Whether a write may be sent: with the token of its user's session, or why not. */
export type Permit = { readonly token: string | null } | { readonly refusal: Response };

interface SendParts {
  readonly send: typeof fetch;
  readonly permit: () => Promise<Permit>;
}

/**
 * Holds calls that were refused because a session has ended, until the user has signed in again: no input is lost, and pending
 * saves are sent. It does so only after a call has succeeded: a user who opens the dashboard without a session gets the sign-in
 * page.
 */
export class Session {
  readonly #listeners = new Set<() => void>();
  #isKnown = false;
  /** The number of sign-outs: what was asked before one says nothing of the session after it. */
  #signOuts = 0;
  #waiting: Waiting | null = null;
  #replacedBy: string | null = null;

  /**
   * A `fetch` that repeats a request once there is a session again.
   * @param parts.send sends a request
   * @param parts.permit is called before a write is sent, also for the second time: the session may belong to another user
   */
  fetchWith({ send: fetch, permit }: SendParts): typeof globalThis.fetch {
    return async (input, init) => {
      if (isSignIn(input)) return fetch(input, init);
      const signOuts = this.#signOuts;
      const isWrite = (init?.method ?? 'GET') !== 'GET';
      const send = async (): Promise<Response> => {
        if (!isWrite) return fetch(input, init);
        const permitted = await permit();
        if ('refusal' in permitted) return permitted.refusal;
        return fetch(input, withToken(init, permitted.token));
      };
      const response = await send();
      if (signOuts !== this.#signOuts) return response;
      if (response.ok) this.#isKnown = true;
      if (response.status !== 401 || !this.#isKnown) return response;
      if (!(await this.#signedInAgain())) return response;
      return send();
    };
  }

  /** Ends the waiting, with a new session or without one. */
  settle(isSignedIn: boolean): void {
    const waiting = this.#waiting;
    this.#waiting = null;
    if (!isSignedIn) this.#isKnown = false;
    waiting?.settle(isSignedIn);
    this.#tell();
  }

  /** From a sign-out on, refused calls do not wait, also those that were sent before. */
  forget(): void {
    this.#isKnown = false;
    this.#signOuts += 1;
  }

  /** Sets the name of the user who is signed in now, if the page belongs to another user; null removes the message. */
  replace(name: string | null): void {
    this.#replacedBy = name;
    this.#tell();
  }

  /** The user who is signed in instead of the user to whom the page belongs, if the page should show this. */
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

/** Whether a call starts or ends a session. */
function isSignIn(input: RequestInfo | URL): boolean {
  return /\/auth\/(login|logout|refresh)\/$/.test(typeof input === 'string' ? input : input instanceof URL ? input.pathname : input.url);
}
