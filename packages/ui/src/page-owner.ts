import { settled } from '@grimoire/client';
import { userIdOf } from '@grimoire/client/react-admin';
import type { UserPayload } from '@grimoire/protocol';
import type { Session } from './session.ts';

interface OwnerParts {
  readonly session: Session;
  readonly csrfToken: () => string | null;
  /** Asks the service who is signed in. */
  readonly askWho: () => Promise<unknown>;
}

/** Whose page it is, once that is known, and the token that their session has. */
export class PageOwner {
  readonly #parts: OwnerParts;
  #known: { readonly id: string; readonly token: string | null } | null = null;

  constructor(parts: OwnerParts) {
    this.#parts = parts;
  }

  /** Whether the page is that of this user. */
  is(user: unknown): boolean {
    return this.#known !== null && this.#known.id === userIdOf(user as Partial<UserPayload>);
  }

  /** Says whose page it is; of nobody's, nothing. */
  set(id: string | null): void {
    this.#known = id === null ? null : { id, token: this.#parts.csrfToken() };
  }

  /**
   * Where another session came in, by another window: looks whose it is. Nothing on this page is somebody else's, and nothing of it
   * is sent in their name: it begins anew, and what waits for this waits for good.
   */
  readonly check = async (): Promise<void> => {
    const { session, csrfToken, askWho } = this.#parts;
    const token = csrfToken();
    if (this.#known === null || token === null || token === this.#known.token) return;
    const present = await settled(askWho());
    if (present.ok && !this.is(present.value)) {
      location.reload();
      await new Promise(() => undefined);
    }
    if (!present.ok) return;
    // Asking may have brought a token, where this one was none of the session's.
    this.#known = { ...this.#known, token: csrfToken() };
    // They have signed in again in another tab: nobody needs to be asked here.
    session.settle(true);
  };
}
