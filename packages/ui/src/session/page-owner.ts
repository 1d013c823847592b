import { ApiError } from '@grimoire/client';
import { userIdOf } from '@grimoire/client/react-admin';
import type { UserPayload } from '@grimoire/protocol';
import type { Permit, Session } from './session.ts';
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
   * @param token the token of their session; null if it is not known to be theirs, which is asked before their first write
   */
  set(id: string | null, token: string | null = null): void {
    if (id === null) this.#known = null;
    else if (this.#known?.id !== id) this.#known = { id, token };
  }

  /**
   * Permits a write in the name of the page's user, and of no other who has signed in in the same browser. The service takes the token with the session of
   * that user alone: a write is refused if another one signs in after this.
   */
  readonly permit = async (): Promise<Permit> => {
    const { other, token } = await this.#present();
    if (other === null) return { token };
    if (typeof other !== 'string') return { refusal: other };
    this.#parts.session.replace(other);
    return { refusal: refused(403, t('You are now signed in as %{other}. Nothing was saved.', { other }), 'permission_denied') };
  };

  /** Without unsaved input, the page reloads for the other user; with unsaved input, a dialog names the user who is signed in. */
  readonly check = async (): Promise<void> => {
    const { session, csrfToken, unsaved } = this.#parts;
    const isTold = csrfToken() === this.#toldOf;
    if (isTold && unsaved.isThere) return;
    const { other, token } = await this.#present();
    if (typeof other !== 'string') return;
    if (!unsaved.isThere) {
      location.reload();
      return;
    }
    this.#toldOf = token;
    session.replace(other);
  };

  /** Checks whose session it is, where another window has changed it. */
  async #present(): Promise<Present> {
    const { session, csrfToken, askWho } = this.#parts;
    const { id } = this.#known ?? {};
    for (;;) {
      const token = csrfToken();
      if (this.#known === null || token === null || token === this.#known.token) return { token, other: null };
      const present = await askWho().catch(answerOf);
      // The user has signed out of this page since.
      if (this.#known?.id !== id) return { token, other: refused(401, t('Your session has ended.'), '') };
      if (present instanceof Response) return { token, other: present };
      if (!this.is(present)) return { token, other: nameOf(present as Partial<UserPayload>) };
      // A token that was set since then may be another user's: that is asked next.
      this.#known = { id: this.#known.id, token };
      // The same user has signed in again in another tab: this page need not ask for a password.
      session.settle(true);
      session.replace(null);
    }
  }
}

/** A token, and whether it is that of the page's user: otherwise the name of another user, or why that is not known. */
interface Present {
  readonly token: string | null;
  readonly other: string | Response | null;
}

/** The answer to a write, where it could not be asked who is signed in. */
function answerOf(error: unknown): Response {
  if (!(error instanceof ApiError)) throw error;
  const { problem, status } = error;
  return refused(status || 504, problem.detail, 'code' in problem ? problem.code : '');
}

function refused(status: number, detail: string, code: string): Response {
  return Response.json({ detail, code }, { status });
}

function nameOf({ name, username }: Partial<UserPayload>): string {
  return name || username || t('another user');
}
