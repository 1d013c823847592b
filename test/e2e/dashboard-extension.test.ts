/** Extensions of the dashboard that are broken: each shows its error in its place, and the rest works. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { review } from '../../examples/extended/review-model.ts';
import { reviewsSql } from '../../examples/extended/reviews.ts';
import { kitVersion } from '../../packages/ui/src/vite/kit-version.ts';
import { dashboardOf } from '../support/dashboard.ts';
import { listening } from '../support/listening.ts';
import { password, startService } from '../support/service.ts';
import { serviceForAll } from '../support/started-service.ts';
import { menuLink } from '../support/menu.ts';

const folders = mkdtempSync(join(tmpdir(), 'grimoire-extensions-'));
afterAll(() => rmSync(folders, { recursive: true, force: true }));

/** A folder as a build leaves it, with these lines as its script. */
function extensionOf(name: string, script: string, manifest: object = {}): string {
  const folder = join(folders, name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'extension-12345678.js'), script);
  const told = { kit: kitVersion(), entry: 'extension-12345678.js', styles: [], ...manifest };
  writeFileSync(join(folder, 'grimoire-extension.json'), JSON.stringify(told));
  return folder;
}

const head =
  "import { defineExtension } from '@grimoire/ui'; import { jsx } from 'react/jsx-runtime'; const bad = () => { throw new Error('Oh no'); };\n";

const parts = `${head}export default defineExtension({
  kinds: { stars: { Cell: bad } },
  pages: [{ path: 'bad', title: 'Bad page', Page: bad }, { path: 'good', title: 'Good page', Page: () => jsx('p', { children: 'Fine.' }) }],
  rowPanels: { 'shop.Review': [{ title: 'Bad panel', Content: bad }] },
  cards: { bad: { title: 'Bad card', Card: bad } },
  theme: { light: { page: 'red' } },
});`;

/** A dashboard with an extension. */
function dashboardWith(folder: () => string): ReturnType<typeof dashboardOf> {
  const { service } = serviceForAll(() => startService({ dialect: 'sqlite', setup: reviewsSql, models: [review] }));
  return dashboardOf(async () => listening(service.admin, { extension: folder() }));
}

describe('an extension with broken parts', () => {
  const { at } = dashboardWith(() => extensionOf('parts', parts));

  it('shows each error in its place', async () => {
    await using staff = await at('#/shop.Review', 'root', password);
    const { page } = staff;
    // React logs what a boundary has caught, and the theme has no such color.
    staff.expectMessage(/Oh no|no token/);
    await page.getByTitle('The cell “stars” of the extension is broken: Oh no').first().waitFor();
    expect(await page.getByRole('cell', { name: 'Best of all', exact: true }).count()).toBe(1);
    await menuLink(page, 'Bad page').click();
    await page.getByText('The page “Bad page” of the extension is broken: Oh no').waitFor();
    await menuLink(page, 'Good page').click();
    await page.getByText('Fine.').waitFor();
    await staff.open('#/shop.Review/1');
    await page.getByText('“Bad panel” of the extension is broken: Oh no').waitFor();
    await page.getByRole('textbox', { name: 'Title' }).waitFor();
    await staff.open('#/');
    await page.getByText('The card “Bad card” of the extension is broken: Oh no').waitFor();
  });
});

describe.each([
  ['that throws', 'throws', "throw new Error('Never loads');", {}, /could not be loaded\. Never loads/],
  ['that exports nothing', 'nothing', 'export const a = 1;', {}, /exports no extension/],
  ['with pages that are no list', 'shape', 'export default { pages: {} };', {}, /exports no extension/],
  ['with a part that is no object', 'part', "export default { cards: 'sales' };", {}, /exports no extension/],
  ['built with another major version of the kit', 'version', parts, { kit: '9.0.0' }, /built with version 9\.0\.0 of @grimoire\/ui/],
  ['whose files are missing', 'files', parts, { entry: 'other-12345678.js' }, /It is not built\. The log of the service/],
])('an extension %s', (_, name, script, manifest, message) => {
  const { at } = dashboardWith(() => extensionOf(name, script, manifest));

  it('is told of, and the dashboard works without it', async () => {
    await using staff = await at('#/shop.Review', 'root', password);
    staff.expectMessage(/Never loads|No extension of the dashboard has the kind "stars"/);
    await staff.page.getByText(message).waitFor();
    // The field is shown by its type.
    await staff.page.getByRole('cell', { name: '4', exact: true }).waitFor();
  });
});

describe('the files of an extension', () => {
  const folder = extensionOf('served', parts);
  mkdirSync(join(folder, 'more'));
  writeFileSync(join(folder, 'more/logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  symlinkSync(join(dirname(folders), '.'), join(folder, 'link'));
  symlinkSync('/etc/hostname', join(folder, 'secret.js'));
  writeFileSync(join(folder, '.env'), 'SECRET=1');
  mkdirSync(join(folder, '.git'));
  writeFileSync(join(folder, '.git/config'), 'x');
  const { origin } = dashboardWith(() => folder);
  const ask = async (path: string) => fetch(`${origin()}/extension/${path}`);

  it('have their types, and are kept where their names have a hash', async () => {
    const script = await ask('extension-12345678.js');
    expect([
      script.status,
      script.headers.get('content-type'),
      script.headers.get('cache-control'),
      script.headers.get('content-encoding'),
    ]).toEqual([200, 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable', 'gzip']);
    const logo = await ask('more/logo.svg');
    expect([logo.headers.get('content-type'), logo.headers.get('cache-control')]).toEqual(['image/svg+xml', 'no-cache']);
  });

  it.each([
    '',
    'missing.js',
    '../grimoire-extension.json',
    '..%2fsecret',
    '%2e%2e/index.html',
    'secret.js',
    'link/',
    'more',
    '.env',
    '.git/config',
  ])('are all that is served: %s', async (path) => {
    expect((await ask(path)).status).toBe(404);
  });
});
