import assert from 'node:assert/strict';
import { Browser } from './browser.ts';
import { credentials } from './project.ts';

interface List {
  readonly results: readonly Readonly<Record<string, unknown>>[];
  readonly next: string;
}

/** A body of JSON, of which the caller says the type. */
export async function json<T>(response: Response): Promise<T> {
  return (await response.json()) as T;
}

/** Checks what a user of a host sees. Throws at the first difference. @param base the path of the whole application, such as `/shop` */
export async function checkHost(origin: string, base = ''): Promise<void> {
  const browser = new Browser(origin, base);
  assert.match(await (await browser.ask('')).text(), /The application/);
  for (const path of ['/admin', '/admin/']) await checkPage(browser, path, base);
  await checkRows(browser);
  for (const path of ['/admin/nothing', '/admin/api/nothing/', '/admin/api/r/main.Nothing/'])
    assert.equal((await browser.ask(path)).status, 404, `${path} is not there`);
}

/** The page, at an address with a slash at its end and without, and its script. */
async function checkPage(browser: Browser, path: string, base: string): Promise<void> {
  const page = await browser.ask(path);
  const text = await page.text();
  assert.deepEqual([page.status, page.headers.get('content-type')], [200, 'text/html; charset=utf-8'], `${path}: ${text.slice(0, 500)}`);
  assert.ok(text.includes(`&#34;api&#34;:&#34;${base}/admin/api/&#34;`), text.slice(0, 500));
  const [, script = ''] = /<script type="module"[^>]* src="([^"]+)"/.exec(text) ?? [];
  const file = await browser.ask(new URL(script, page.url).href);
  assert.deepEqual([file.status, file.headers.get('content-type')], [200, 'text/javascript; charset=utf-8'], `${script} of ${page.url}`);
  // The page names several modules, of which the first is short.
  const modules = [...text.matchAll(/<script type="module"[^>]* src="([^"]+)"/g)].map(([, address = '']) => address);
  const all = await Promise.all(modules.map(async (address) => (await browser.ask(new URL(address, page.url).href)).text()));
  assert.ok(all.join('').length > 100_000);
  // No file is compressed twice.
  for (const each of all) assert.match(each.slice(0, 200), /^[\t\n\r -~]+$/);
}

/** Signing in with a session, a list, a change, and its entry in the audit log with the client's address. */
async function checkRows(browser: Browser): Promise<void> {
  assert.equal((await browser.ask('/admin/api/schema/')).status, 401);
  const wrong = await browser.ask('/admin/api/auth/login/', { method: 'POST', body: { ...credentials, password: 'wrong' } });
  assert.equal(wrong.status, 401, `a wrong password: ${await wrong.text()}`);
  const login = await browser.ask('/admin/api/auth/login/', { method: 'POST', body: { ...credentials, session: true } });
  assert.equal(login.status, 200, `sign-in: ${await login.text()}`);
  const list = await json<List>(await browser.ask('/admin/api/r/main.Book/?ordering=id&page_size=1'));
  assert.equal(list.results[0]?.['title'], 'One');
  assert.ok(list.next.startsWith(new URL('../../r/main.Book/?', login.url).href), `the next page is ${list.next}`);
  const title = `Changed at ${Date.now()}`;
  const change = await browser.ask('/admin/api/r/main.Book/2/', { method: 'PATCH', body: { title } });
  assert.deepEqual([change.status, (await json<{ title: string }>(change)).title], [200, title]);
  const history = await json<List>(await browser.ask('/admin/api/r/main.Book/2/history/'));
  const [entry = {}] = history.results;
  const { title: changed } = entry['diff'] as { title?: readonly string[] };
  assert.deepEqual([entry['actor_repr'], changed?.[1]], [credentials.username, title]);
  assert.match(String(entry['ip']), /^(127\.0\.0\.1|::1)$/, 'the address of the client in the audit log');
}

/** Checks the answer where the application mounts the admin at another path than the configuration says. */
export async function checkWrongMount(origin: string): Promise<void> {
  for (const path of ['/admin/', '/admin/api/config/']) {
    const response = await fetch(new URL(path, origin));
    assert.deepEqual([response.status, /`baseUrl`/.test(await response.text())], [404, true], `${path} of a wrong mount`);
  }
}
