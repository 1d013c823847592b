import { Client, settled } from '@grimoire/client';
import {
  type PermissionsByModel,
  authProvider as authProviderOf,
  dataProvider as dataProviderOf,
  userIdOf,
} from '@grimoire/client/react-admin';
import type { UserPayload } from '@grimoire/protocol';
import { queryClient } from './query-client.ts';
import { schemaQueryOf } from './schema/schema-query.ts';
import { Session } from './session.ts';
import { pageSettings } from './settings.ts';

function csrfToken(): string | null {
  const found = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${pageSettings.csrfCookie}=`));
  return found?.slice(pageSettings.csrfCookie.length + 1) ?? null;
}

/** The service that this page came from, by a session's cookie. */
export const session = new Session();
export const client = new Client({
  baseUrl: new URL(pageSettings.api, location.href).href,
  csrfToken,
  // Who signs in elsewhere can't do so over the page.
  fetch: pageSettings.hasHostSessions ? (input, init) => fetch(input, init) : session.fetchWith(csrfToken, checkOwner),
});
export const dataProvider = dataProviderOf(client, {
  maxPageSize: pageSettings.maxPageSize,
  schemaOf: (model) => queryClient.fetchQuery(schemaQueryOf(client, model)),
});

const provided = authProviderOf(client, { session: true });

/** Without the cookie that comes with every session of the service nobody is signed in: nobody needs to be asked. */
function isSignedOut(): boolean {
  return csrfToken() === null && !pageSettings.hasHostSessions;
}

/** Whose page it is, once that is known, and the token that their session has. */
let owner: { readonly id: string; readonly token: string | null } | null = null;

/** Whether a page is that of this user. */
export function isShownTo(user: unknown): boolean {
  return owner !== null && owner.id === userIdOf(user as Partial<UserPayload>);
}

/**
 * Where another session came in, by another window: looks whose it is. Nothing on this page is somebody else's, and nothing of it
 * is sent in their name: it begins anew, and whoever waits for this waits for good.
 */
async function checkOwner(): Promise<void> {
  const token = csrfToken();
  if (owner === null || token === null || token === owner.token) return;
  const present = await settled(client.me());
  if (present.ok && !isShownTo(present.value)) {
    location.reload();
    await new Promise(() => undefined);
  }
  if (!present.ok) return;
  // Asking may have brought a token, where this one was none of the session's.
  owner = { ...owner, token: csrfToken() };
  // They have signed in again in another tab: nobody needs to be asked here.
  session.settle(true);
}

export const authProvider: typeof provided = {
  ...provided,
  async getIdentity() {
    const identity = await provided.getIdentity?.();
    owner = identity ? { id: String(identity.id), token: csrfToken() } : null;
    return identity ?? { id: '' };
  },
  checkAuth: (params) => (isSignedOut() ? Promise.reject(new Error('Nobody is signed in.')) : provided.checkAuth(params)),
  getPermissions: async () => (isSignedOut() ? undefined : ((await provided.getPermissions?.({})) as PermissionsByModel)),
  async logout(params) {
    session.forget();
    owner = null;
    return isSignedOut() || !pageSettings.hasSignIn ? undefined : provided.logout(params);
  },
};

/** When the window comes to the front it is looked whose session there is. */
export function watchSession(): void {
  window.addEventListener('focus', () => void checkOwner());
}
