import { settled } from '@grimoire/client';
import { userIdOf } from '@grimoire/client/react-admin';
import type { UserPayload } from '@grimoire/protocol';
import type { Session } from './session.ts';
import type { Unsaved } from './unsaved.ts';

interface OwnerParts {
  readonly session: Session;
  readonly csrfToken: () => string | null;
  readonly unsaved: Unsaved;
  /** Asks the service who is signed in. */
  readonly askWho: () => Promise<unknown>;
}

/** Whose page it is, once that is known, and the token that their session has. */
export class PageOwner {
  readonly #parts: OwnerParts;
  #known: { readonly id: string; readonly token: string | null } | null = null;
  /** The token of another user's session that the page has named. */
  #toldOf: string | null = null;

  constructor(parts: OwnerParts) {
    this.#parts = parts;
  }

  /** Whether the page is that of this user. */
  is(user: unknown): boolean {
    return this.#known !== null && this.#known.id === userIdOf(user as Partial<UserPayload>);
  }

  /** Says whose page it is; null for nobody's. Asked again, a provider tells the user that it knows: the token may be another user's. */
  set(id: string | null): void {
    if (id === null) this.#known = null;
    else if (this.#known?.id !== id) this.#known = { id, token: this.#parts.csrfToken() };
  }

  /** The answer to a write of a page in whose browser another user has signed in: it is not sent in their name. */
  readonly refusal = async (): Promise<Response | null> => {
    const other = await this.#otherUser();
    if (other === null) return null;
    this.#parts.session.replace(other);
    return Response.json({ detail: `You are now signed in as ${other}. Nothing was saved.`, code: 'permission_denied' }, { status: 403 });
  };

  /** A page that would lose nothing begins anew as that of the other user; one with something filled in says whose session there is. */
  readonly check = async (): Promise<void> => {
    const { session, csrfToken, unsaved } = this.#parts;
    const token = csrfToken();
    if (token === this.#toldOf) return;
    const other = await this.#otherUser();
    if (other === null) return;
    if (!unsaved.isThere) {
      location.reload();
      return;
    }
    this.#toldOf = token;
    session.replace(other);
  };

  /** Where another session came in, by another window: looks whose it is. @returns the name of a user whose page this is not. */
  async #otherUser(): Promise<string | null> {
    const { session, csrfToken, askWho } = this.#parts;
    const token = csrfToken();
    if (this.#known === null || token === null || token === this.#known.token) return null;
    const present = await settled(askWho());
    if (!present.ok) return null;
    if (!this.is(present.value)) return nameOf(present.value as Partial<UserPayload>);
    // Asking may have brought a token, where this one was none of the session's.
    this.#known = { ...this.#known, token: csrfToken() };
    // They have signed in again in another tab: this page need not ask for a password.
    session.settle(true);
    session.replace(null);
    return null;
  }
}

function nameOf({ name, username }: Partial<UserPayload>): string {
  return name || username || 'another user';
}
