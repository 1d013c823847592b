import { readFile } from 'node:fs/promises';
import { model } from 'grimoire';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { dashboardOf } from '../support/dashboard.ts';
import { listening } from '../support/listening.ts';
import { password, startService } from '../support/service.ts';

const setup = `
  CREATE TABLE maker (id integer PRIMARY KEY, name varchar(40) NOT NULL);
  CREATE TABLE item (id integer PRIMARY KEY, name varchar(60), kind varchar(10), maker_id integer REFERENCES maker (id), note text);
  INSERT INTO maker VALUES (1, 'Åsa'), (2, 'Bob');
  INSERT INTO item VALUES (1, '=1+1', 'a', 1, 'x'), (2, 'é, "b"', 'b', 2, NULL), (3, 'Third', 'a', 2, 'y');`;

const models = [
  model('maker', 'f.Maker', { label: 'name', export: false }),
  model('item', 'f.Item', {
    label: 'name',
    listDisplay: ['name', 'maker', 'kind'],
    searchFields: ['name'],
    listFilter: ['kind'],
    fields: { kind: { choices: [{ value: 'a', label: 'Alpha' }, 'b'] } },
  }),
];

describe('the dashboard: export', () => {
  const { at } = dashboardOf(async () => {
    const service = await startService({ dialect: 'sqlite', setup, models });
    await service.superuser();
    await service.user({ username: 'viewer', permissions: ['f.item:view_item'] });
    const site = await listening(service.admin);
    const close = async (): Promise<void> => {
      await site.close();
      await service.close();
    };
    return { ...site, close };
  });
  const exportIn = (place: Page | Locator): Locator => place.getByRole('button', { name: 'Export' });
  async function saved(page: Page, button: Locator, form: string): Promise<{ readonly name: string; readonly text: string }> {
    await button.click();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: form }).click()]);
    return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
  }
  const linesOf = ({ text }: { readonly text: string }): string[] => text.split('\r\n').slice(1, -1);

  it('has the columns of the list in their order, after a byte order mark', async () => {
    await using staff = await at('#/f.Item', 'root', password);
    const { page } = staff;
    await exportIn(page).click();
    await page.getByRole('menuitem', { name: 'As shown' }).waitFor();
    expect(await staff.barriers()).toEqual([]);
    await page.keyboard.press('Escape');
    const usual = await saved(page, exportIn(page), 'As shown');
    expect(usual.name).toMatch(/^f-item-\d{4}-\d\d-\d\d\.csv$/);
    // In the order of the list: the newest first.
    expect(usual.text).toBe('\uFEFFName,Maker,Kind\r\nThird,Bob,Alpha\r\n"é, ""b""",Bob,b\r\n\'=1+1,Åsa,Alpha\r\n');
    await page.getByText(`${usual.name} is saved.`).waitFor();
    await page.getByRole('button', { name: 'Columns' }).click();
    const dialog = page.getByRole('dialog', { name: 'Columns' });
    await dialog.getByRole('checkbox', { name: 'Maker' }).click();
    await dialog.getByRole('button', { name: 'Move Name down' }).click();
    await dialog.getByRole('button', { name: 'Move Name down' }).click();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    const raw = await saved(page, exportIn(page), 'For import');
    expect(raw.text).toBe('\uFEFFkind,name\r\na,Third\r\nb,"é, ""b"""\r\na,\'=1+1\r\n');
  });

  it('has the order of the list, by several columns too, and leaves the keyboard on its button', async () => {
    await using staff = await at('#/f.Item?filter=%7B%7D&sort=kind%2C-name&order=ASC', 'root', password);
    const { page } = staff;
    await page.getByText('Third').waitFor();
    const answered = Promise.withResolvers<void>();
    await page.route('**/action/export_csv/', async (route) => {
      await answered.promise;
      await route.continue();
    });
    const button = exportIn(page);
    const file = saved(page, button, 'As shown');
    const busy = page.getByRole('button', { name: /^Exporting/ });
    await busy.and(page.locator(':focus')).waitFor();
    expect(await busy.getAttribute('aria-disabled')).toBe('true');
    expect(await staff.barriers()).toEqual([]);
    await page.keyboard.press('Enter');
    answered.resolve();
    expect(linesOf(await file)).toEqual(['Third,Bob,Alpha', "'=1+1,Åsa,Alpha", '"é, ""b""",Bob,b']);
    await page.getByRole('button', { name: 'Export', exact: true }).and(page.locator(':focus')).waitFor();
    expect(await page.getByRole('menuitem', { name: 'As shown' }).count()).toBe(0);
  });

  it('has the rows of the filters and of the search, or those that are ticked', async () => {
    await using staff = await at(`#/f.Item?filter=${encodeURIComponent('{"kind":["a"]}')}`, 'root', password);
    const { page } = staff;
    expect(linesOf(await saved(page, exportIn(page), 'As shown'))).toEqual(['Third,Bob,Alpha', "'=1+1,Åsa,Alpha"]);
    await page.getByRole('row', { name: /Third/ }).locator('.dash-tick').click();
    const bar = page.getByRole('toolbar', { name: 'Selection' });
    expect(linesOf(await saved(page, exportIn(bar), 'As shown'))).toEqual(['Third,Bob,Alpha']);
    await staff.open(`#/f.Item?filter=${encodeURIComponent('{"q":"=1"}')}`);
    await expect.poll(() => page.locator('tbody tr').count()).toBe(1);
    expect(linesOf(await saved(page, exportIn(page).first(), 'As shown'))).toEqual(["'=1+1,Åsa,Alpha"]);
  });

  it('is not there for who may not, and where the config switches it off', async () => {
    await using staff = await at('#/f.Item', 'viewer', password);
    await staff.page.getByText('Third').waitFor();
    expect(await exportIn(staff.page).count()).toBe(0);
    await using root = await at('#/f.Maker', 'root', password);
    await root.page.getByText('Bob').waitFor();
    expect(await exportIn(root.page).count()).toBe(0);
  });
});
