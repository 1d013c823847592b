import { settled } from '@grimoire/client';
import { userIdOf } from '@grimoire/client/react-admin';
import type { UserPayload } from '@grimoire/protocol';
import type { Session } from './session.ts';
import type { Unsaved } from './unsaved.ts';
import { t } from '../texts/text.ts';

interface OwnerParts {
  readonly session: Session;
  readonly csrfToken: () => string | null;
  readonly unsaved: Unsaved;
  /** Asks the service who is signed in. */
  readonly askWho: () => Promise<unknown>;
}

/** The user to whom the page belongs, once known, and the token of their session. */
export class PageOwner {
  readonly #parts: OwnerParts;
  #known: { readonly id: string; readonly token: string | null } | null = null;
  /** The token of another user's session about which the page has already shown a message. */
  #toldOf: string | null = null;

  constructor(parts: OwnerParts) {
    this.#parts = parts;
  }

  /** Whether the page belongs to this user. */
  is(user: unknown): boolean {
    return this.#known !== null && this.#known.id === userIdOf(user as Partial<UserPayload>);
  }

  /**
   * Sets the user to whom the page belongs; null for no user. A repeated call for the same user does not update the token, which
   * may be another user's.
   */
  set(id: string | null): void {
    if (id === null) this.#known = null;
    else if (this.#known?.id !== id) this.#known = { id, token: this.#parts.csrfToken() };
  }

  /** The answer to a write when another user has signed in in the same browser: the write is not sent in their name. */
  readonly refusal = async (): Promise<Response | null> => {
    const other = await this.#otherUser();
    if (other === null) return null;
    this.#parts.session.replace(other);
    return Response.json(
      { detail: t('You are now signed in as %{other}. Nothing was saved.', { other }), code: 'permission_denied' },
      { status: 403 },
    );
  };

  /** Without unsaved input, the page reloads for the other user; with unsaved input, a dialog names the user who is signed in. */
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

  /**
   * Checks whose session it is, where another window has changed it.
   * @returns the name of the other user, if the page does not belong to them.
   */
  async #otherUser(): Promise<string | null> {
    const { session, csrfToken, askWho } = this.#parts;
    const token = csrfToken();
    if (this.#known === null || token === null || token === this.#known.token) return null;
    const present = await settled(askWho());
    if (!present.ok) return null;
    if (!this.is(present.value)) return nameOf(present.value as Partial<UserPayload>);
    // The request may have set a new token, where this one did not belong to the session.
    this.#known = { ...this.#known, token: csrfToken() };
    // The same user has signed in again in another tab: this page need not ask for a password.
    session.settle(true);
    session.replace(null);
    return null;
  }
}

function nameOf({ name, username }: Partial<UserPayload>): string {
  return name || username || t('another user');
}
