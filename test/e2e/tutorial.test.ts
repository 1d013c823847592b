import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Admin, hashPassword } from 'grimoire';
import { afterAll, describe, expect, it } from 'vitest';
import { dashboardOf } from '../support/dashboard.ts';
import { type Listening, listening } from '../support/listening.ts';
import { menuItems, menuLink } from '../support/menu.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const tutorial = readFileSync(join(root, 'docs/tutorial/first-admin.md'), 'utf8');

/** The admin of the tutorial after its fourth step, with Ada and Ben. */
async function start(folder: string): Promise<{ admin: Admin; server: Listening }> {
  for (const [, file = '', text = ''] of tutorial.matchAll(/^```ts file=(\S+)\n(.*?)^```/gms)) {
    writeFileSync(
      join(folder, file),
      text.replace("sqlite('library.sqlite')", `sqlite(${JSON.stringify(join(folder, 'library.sqlite'))})`),
    );
  }
  execFileSync(process.execPath, ['create.ts'], { cwd: folder, stdio: 'ignore' });
  const { default: admin } = (await import(join(folder, 'grimoire.config.ts'))) as { default: Admin };
  await admin.operations.migrate();
  const password = await hashPassword('a long password');
  await (await admin.operations.staff()).create({ username: 'ada', password, isStaff: true, isSuperuser: true });
  const server = await listening(admin);
  const script = /^TOKEN=.*?^curl[^\n]*$/ms.exec(tutorial)?.[0] ?? '';
  await promisify(execFile)('bash', ['-euc', script.replaceAll('localhost:8000', new URL(server.origin).host)]);
  return { admin, server };
}

describe('the last step of the tutorial', () => {
  const folder = mkdtempSync(join(root, 'test', 'tmp-tutorial-'));
  let admin: Admin | undefined;
  const { at } = dashboardOf(async () => {
    const started = await start(folder);
    ({ admin } = started);
    return started.server;
  });
  afterAll(async () => {
    await admin?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('shows two people what they may do', async () => {
    await using ada = await at('#/library.Book', 'ada', 'a long password');
    for (const name of ['Authors', 'Books', 'Users', 'Groups']) await menuLink(ada.page, name).waitFor();
    await ada.page.getByRole('cell', { name: 'Été' }).last().click();
    await ada.page.getByLabel('Advance', { exact: true }).waitFor();
    await ada.page.getByRole('textbox', { name: 'Title' }).fill('Un été');
    await ada.page.getByRole('button', { name: 'Save', exact: true }).click();
    await ada.page.getByText('The book is saved.').waitFor();

    await using ben = await at('#/library.Book', 'ben', 'nine blue boats');
    await ben.page.getByRole('cell', { name: 'Un été' }).last().waitFor();
    const menu = (await menuItems(ben.page).allInnerTexts()).map((name) => name.trim());
    expect(menu.filter((name) => name !== 'Home')).toEqual(['Books']);
    expect(await ben.page.getByRole('columnheader', { name: 'Advance' }).count()).toBe(0);
    expect(await ben.page.getByRole('link', { name: 'Create' }).count()).toBe(0);
    await ben.page.getByRole('cell', { name: 'Un été' }).last().click();
    await ben.page.getByText('Un été').first().waitFor();
    expect(await ben.page.getByRole('button', { name: 'Save', exact: true }).count()).toBe(0);

    await ada.open('#/auth.User');
    await ada.page.getByRole('cell', { name: 'ben', exact: true }).click();
    await ada.page.getByLabel('Find a model').fill('books');
    await ada.page.getByRole('checkbox', { name: 'Can change book', exact: true }).click();
    await ada.page.getByRole('button', { name: 'Save', exact: true }).click();
    await ada.page.getByText('The user is saved.').waitFor();

    await ben.open('#/library.Book/1');
    await ben.page.getByRole('textbox', { name: 'Title' }).waitFor();
    expect(await ben.page.getByLabel('Advance', { exact: true }).count()).toBe(0);
  });
});
