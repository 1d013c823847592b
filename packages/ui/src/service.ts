import { Client, settled } from '@grimoire/client';
import { type PermissionsByModel, authProvider as authProviderOf, dataProvider as dataProviderOf } from '@grimoire/client/react-admin';
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
  fetch: pageSettings.hasHostSessions ? (input, init) => fetch(input, init) : session.fetchWith(csrfToken),
});
export const dataProvider = dataProviderOf(client, { maxPageSize: pageSettings.maxPageSize });

const provided = authProviderOf(client, { session: true });

/** Without the cookie that comes with every session of the service nobody is signed in: nobody needs to be asked. */
function isSignedOut(): boolean {
  return csrfToken() === null && !pageSettings.hasHostSessions;
}

/** Whose page it is, once that is known. */
let owner: string | null = null;

/** Whether a page is that of the person with this id. */
export function isShownTo(id: unknown): boolean {
  return owner !== null && owner === String(id);
}

export const authProvider: typeof provided = {
  ...provided,
  async getIdentity() {
    const identity = await provided.getIdentity?.();
    owner = identity ? String(identity.id) : null;
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

/** When the window comes to the front: where somebody else signed in meanwhile, nothing on this page is theirs, and it begins anew. */
export function watchSession(): void {
  let seen = csrfToken();
  window.addEventListener('focus', () => {
    const now = csrfToken();
    if (now !== seen && now !== null) void beginAnewForSomebodyElse();
    seen = now;
  });
}

async function beginAnewForSomebodyElse(): Promise<void> {
  const present = await settled(client.me<{ readonly id?: unknown }>());
  if (owner !== null && present.ok && !isShownTo(present.value.id)) location.reload();
}
