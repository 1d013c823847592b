import { describe, expect, it } from 'vitest';
import { dashboardOf } from '../support/dashboard.ts';
import { listening } from '../support/listening.ts';
import { password, startService } from '../support/service.ts';
import { serviceForAll } from '../support/started-service.ts';
import { menuLink } from '../support/menu.ts';

const body = `Begins here. ${'middle '.repeat(20_000)}Ends here.`;
const data = { first: 'one', items: Array.from({ length: 5000 }, (_, index) => index) };

describe('the dashboard: long values in a list', () => {
  const setup = `CREATE TABLE note (id integer PRIMARY KEY, title varchar(20) NOT NULL, body text NOT NULL, data json);
    INSERT INTO note VALUES (1, 'Long', '${body}', '${JSON.stringify(data)}'), (2, 'Short', 'b', '{"a": 1}');`;
  const { service } = serviceForAll(() => startService({ dialect: 'sqlite', setup }));
  const { at } = dashboardOf(() => listening(service.admin));

  it('are not sent whole, but copied whole, and edited whole', async () => {
    await using staff = await at('', 'root', password);
    const { page } = staff;
    await staff.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.evaluate(
      `localStorage.setItem('RaStore.columns.main.Note', '{"order":["title","body","data"],"shown":["title","body","data"]}')`,
    );
    await page.reload();
    const answer = page.waitForResponse((response) => /\/r\/main\.Note\/\?.*_cut=/.test(response.url()));
    await menuLink(page, 'Notes').click();
    expect((await (await answer).body()).byteLength).toBeLessThan(10_000);
    await page.getByText('{"first":"one"').waitFor();
    await page.getByText('{"a":1}').waitFor();
    await page.getByRole('button', { name: 'All of Body' }).click();
    expect(await page.getByText('Begins here.').innerText()).toHaveLength(2000);
    await page.getByRole('button', { name: 'All of Body' }).click();
    await page.locator('tbody tr').filter({ hasText: 'Begins here' }).locator('td').nth(2).hover();
    await page.getByRole('button', { name: 'Copy Body' }).click();
    await page.getByText('Body is copied.').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(body);
    await page.getByRole('link', { name: 'Long' }).click();
    const input = page.getByRole('textbox', { name: 'Body' });
    await expect.poll(() => input.inputValue()).toBe(body);
    await page.getByLabel('Title').fill('Longer');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The note is saved.').waitFor();
    const row = await page.evaluate<object>(`fetch('/api/r/main.Note/1/').then((answer) => answer.json())`);
    expect(row).toMatchObject({ body, data });
  });
});
