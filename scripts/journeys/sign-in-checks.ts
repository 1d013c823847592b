import assert from 'node:assert/strict';
import { Browser } from '../hosts/browser.ts';
import { json } from '../hosts/checks.ts';

/** How a browser signs in at an application, and out of it. */
export interface SignIn {
  /** Whether what a browser has kept is of no use after the sign-out, as a session in a database and unlike a token. */
  readonly endsSessions: boolean;
  in(browser: Browser, email: string): Promise<Response>;
  out(browser: Browser): Promise<Response>;
}

/** An application with its admin. */
export interface Application {
  readonly name: string;
  /** The path of the dashboard. */
  readonly base: string;
  readonly signIn: SignIn;
}

/** The password of every user. */
export const password = 'nine blue boats';

/** The routes of better-auth. */
export function betterAuth(path: string): SignIn {
  return {
    endsSessions: true,
    in: (browser, email) => browser.ask(`${path}/sign-in/email`, { method: 'POST', body: { email, password } }),
    out: (browser) => browser.ask(`${path}/sign-out`, { method: 'POST', body: {} }),
  };
}

/** The routes of Auth.js, whose forms have a token of their own. */
export function authJs(path: string): SignIn {
  const send = async (browser: Browser, action: string, values: Readonly<Record<string, string>>): Promise<Response> => {
    const { csrfToken } = await json<{ csrfToken: string }>(await browser.ask(`${path}/csrf`));
    return browser.ask(`${path}/${action}`, { method: 'POST', body: new URLSearchParams({ ...values, csrfToken, callbackUrl: '/' }) });
  };
  return {
    endsSessions: false,
    in: (browser, email) => send(browser, 'callback/credentials', { email, password }),
    out: (browser) => send(browser, 'signout', {}),
  };
}

/** Routes of an application's own. */
export function ownSessions(path: string): SignIn {
  return {
    endsSessions: true,
    in: (browser, email) => browser.ask(path, { method: 'POST', body: { email, password } }),
    out: (browser) => browser.ask(path, { method: 'DELETE' }),
  };
}

/** An admin enters and writes, a reader is told, and signing out of the application ends the access. Throws at the first difference. */
export async function checkSignIn(origin: string, { name, base, signIn }: Application): Promise<void> {
  const reader = new Browser(origin, '');
  const isOk = async (response: Response, what: string): Promise<void> => {
    if (!response.ok) assert.fail(`${name}: ${what} is a ${response.status}: ${(await response.text()).slice(0, 500)}`);
  };
  const me = async (browser: Browser): Promise<readonly [number, string | undefined]> => {
    const response = await browser.ask(`${base}api/auth/me/`);
    const { code, username } = await json<{ code?: string; username?: string }>(response);
    return [response.status, code ?? username];
  };
  assert.deepEqual(await me(reader), [401, 'not_authenticated'], `${name}: nobody`);
  await isOk(await signIn.in(reader, 'reader@example.com'), 'the sign-in');
  assert.deepEqual(await me(reader), [403, 'not_staff'], `${name}: a reader`);
  const admin = new Browser(origin, '');
  await isOk(await signIn.in(admin, 'admin@example.com'), 'the sign-in');
  assert.deepEqual(await me(admin), [200, 'admin@example.com'], `${name}: an admin`);
  const change = await admin.ask(`${base}api/r/main.Notes/1/`, { method: 'PATCH', body: { title: name } });
  await isOk(change, 'a change');
  assert.equal((await json<{ title: string }>(change)).title, name);
  await isOk(await admin.ask(base), 'the dashboard');
  const copy = admin.copy();
  await isOk(await signIn.out(admin), 'the sign-out');
  assert.deepEqual(await me(admin), [401, 'not_authenticated'], `${name}: after the sign-out`);
  const [status] = await me(copy);
  assert.equal(status, signIn.endsSessions ? 401 : 200, `${name}: a copy of the cookies after the sign-out`);
}
