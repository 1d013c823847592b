/** A list as a sheet: its cells are edited in their places, and saved together. */
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { shopDashboard } from '../support/dashboard.ts';
import { menuLink } from '../support/menu.ts';
import { ask, button, change } from '../support/page-requests.ts';
import { beginSheet, cellAt, focused, press, sheetBar } from '../support/sheet.ts';
import type { StaffPage } from '../support/staff-page.ts';

const bySku = `#/catalog.Product?${new URLSearchParams({ filter: '{}', sort: 'sku', order: 'ASC' }).toString()}`;
const columns = ['', 'Image', 'SKU', 'Name', 'Category', 'Status', 'Price', 'Is active', 'Tags'];

const cell = (page: Page, row: number, column: string): Locator => cellAt(page, row, columns.indexOf(column));
/** Pastes a text that was copied in a spreadsheet. */
async function paste({ page, context }: StaffPage, text: string): Promise<void> {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((copied) => (globalThis as any).navigator.clipboard.writeText(copied), text);
  await press(page, 'Control+v');
}

describe('the dashboard: a list as a sheet', () => {
  const { at } = shopDashboard(120);
  const stored = async (page: Page, count: number) => (await ask(page, `catalog.Product/?ordering=sku&page_size=${count}`)).results;

  it('takes ten prices by the keyboard alone, each by its digits and Enter, and saves them at once', async () => {
    await using staff = await at(bySku);
    const { page } = staff;
    await cell(page, 0, 'Price').waitFor();
    await press(page, 'j', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight');
    await cell(page, 0, 'Price').and(focused(page)).waitFor();
    for (let index = 0; index < 10; index++) {
      await page.keyboard.type(`1${index}.5`);
      await press(page, 'Enter');
    }
    await sheetBar(page).getByText('10 cells in 10 rows').waitFor();
    expect(await staff.barriersInSchemes()).toEqual({});
    const sent: unknown[] = [];
    page.on('request', (request) => request.method() !== 'GET' && sent.push(request.postDataJSON()));
    await press(page, 'Control+s');
    await page.getByText('10 cells in 10 rows: saved.').waitFor();
    expect((await stored(page, 10)).map(({ price }: { price: string }) => price)).toEqual(
      Array.from({ length: 10 }, (_, index) => `1${index}.50`),
    );
    expect(sent).toEqual([{ operations: expect.objectContaining({ length: 10 }) }]);
    // The keyboard is still there, and Escape leads back to the list.
    await cell(page, 10, 'Price').and(focused(page)).waitFor();
    await press(page, 'Escape');
    await page.getByRole('grid').waitFor({ state: 'detached' });
    expect(await focused(page).getAttribute('href')).toContain('catalog.Product');
  });

  it('takes 30 cells from a spreadsheet: rows by their labels, choices, and numbers with their signs', async () => {
    await using staff = await at(bySku);
    const { page } = staff;
    await beginSheet(page, cell(page, 10, 'Name'));
    const rows = Array.from({ length: 10 }, (_, index) => ['Lamps', 'Paused', `€1,${300 + index}.00`]);
    await press(page, 'ArrowRight');
    await paste(staff, `${rows.map((row) => row.join('\t')).join('\r\n')}\r\n`);
    await sheetBar(page)
      .getByText(/in 10 rows/)
      .waitFor();
    await cell(page, 19, 'Price').getByText('€1,309.00').waitFor();
    await sheetBar(page).getByRole('button', { name: 'Save' }).click();
    await page.getByText(/in 10 rows: saved\./).waitFor();
    const after = (await stored(page, 20)).slice(10);
    expect(after.map(({ category_label: category, status, price }: Record<string, string>) => [category, status, price])).toEqual(
      rows.map((_, index) => ['Lamps', 'paused', `1${300 + index}.00`]),
    );
    // A click on a row opens it once the list is a list again.
    await page.getByRole('button', { name: 'Sheet' }).click();
    await cell(page, 0, 'Name').click();
    await page.getByRole('textbox', { name: 'SKU' }).waitFor();
  });

  it('says at its cell what is wrong with it: no such row, no such choice, and what the service refuses', async () => {
    await using staff = await at(bySku);
    const { page } = staff;
    const [first, second] = await stored(page, 2);
    await beginSheet(page, cell(page, 0, 'Category'));
    await paste(staff, '"No such\nthing"\tGone\n');
    await sheetBar(page).getByText('2 cells in 1 row').waitFor();
    await press(page, 'Control+s');
    await sheetBar(page).getByText('Nothing was saved: 2 cells need attention.').waitFor();
    await page.getByText('No category is called “No such').waitFor();
    expect(await cell(page, 0, 'Category').and(focused(page)).getAttribute('aria-invalid')).toBe('true');
    expect(await staff.barriers()).toEqual([]);
    await press(page, 'ArrowRight');
    await page.getByText('“Gone” is none of the choices.').waitFor();
    await press(page, 'Control+z');
    await sheetBar(page).getByText('2 cells in 1 row').waitFor({ state: 'hidden' });
    await cell(page, 1, 'SKU').click({ position: { x: 4, y: 4 } });
    await page.keyboard.type(first.sku);
    await press(page, 'Tab', 'Tab', 'Tab', 'Tab');
    await page.keyboard.type('dear');
    await press(page, 'Enter');
    staff.expectMessage(/400/);
    await press(page, 'Control+s');
    await sheetBar(page).getByText('Nothing was saved: 2 cells need attention.').waitFor();
    await page
      .getByText(/already/)
      .and(page.locator('#sheet-problem'))
      .waitFor();
    await cell(page, 1, 'SKU').and(focused(page)).waitFor();
    expect((await stored(page, 2))[1]).toMatchObject({ sku: second.sku, price: second.price });
    // What is changed again is tried again.
    await page.keyboard.type(`${second.sku}b`);
    await press(page, 'Tab', 'Tab', 'Tab', 'Tab');
    await page.keyboard.type('7');
    await press(page, 'Control+s');
    await page.getByText('2 cells in 1 row: saved.').waitFor();
    expect(await ask(page, `catalog.Product/${second.id}/`)).toMatchObject({ sku: `${second.sku}b`, price: '7.00' });
  });

  it('asks about a cell that somebody else has changed meanwhile, and about no other', async () => {
    await using staff = await at(bySku);
    const { page } = staff;
    const [first, second] = await stored(page, 2);
    await beginSheet(page, cell(page, 0, 'Price'));
    for (const text of ['21', '22']) {
      await page.keyboard.type(text);
      await press(page, 'Enter');
    }
    await change(page, 'PATCH', `catalog.Product/${first.id}/`, { price: '99.00' });
    await change(page, 'PATCH', `catalog.Product/${second.id}/`, { weight: 3 });
    await press(page, 'Control+s');
    const dialog = page.getByRole('dialog', { name: `${first.name} has been changed since you read it` });
    await dialog.getByText('€99.00').waitFor();
    expect(await staff.barriers()).toEqual([]);
    await dialog.getByRole('radio', { name: 'Price: yours' }).check();
    await button(page, 'Save what I chose').click();
    await page.getByText('2 cells in 2 rows: saved.').waitFor();
    expect(await stored(page, 2)).toMatchObject([{ price: '21.00' }, { price: '22.00', weight: 3 }]);
  });

  it('takes steps back and puts them again, fills down, empties, and copies as spreadsheets do', async () => {
    await using staff = await at(bySku);
    const { page } = staff;
    const [first] = await stored(page, 1);
    await staff.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await beginSheet(page, cell(page, 0, 'Category'));
    await press(page, 'Shift+ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowRight', 'Control+d');
    for (const row of [1, 2]) await cell(page, row, 'Category').getByText(first.category_label).waitFor();
    const changed = await page.locator('td[data-changed]').count();
    expect(changed).toBeGreaterThan(0);
    await press(page, 'Control+c');
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
      Array.from({ length: 3 }, () => `${first.category_label}\tOn sale`).join('\n'),
    );
    await press(page, 'Control+z');
    expect(await page.locator('td[data-changed]').count()).toBe(0);
    await press(page, 'Control+Shift+z');
    expect(await page.locator('td[data-changed]').count()).toBe(changed);
    await cell(page, 4, 'Price').click({ position: { x: 4, y: 4 } });
    await press(page, 'Delete');
    await page.getByText('Required').waitFor();
    await sheetBar(page).getByRole('button', { name: 'Discard' }).click();
    expect(await page.locator('td[data-changed]').count()).toBe(0);
    await press(page, 'Control+z', 'Control+z', 'Control+z');
    await sheetBar(page).getByText(/cell/).waitFor({ state: 'hidden' });
  });

  it('writes and reads numbers and dates as the language does', async () => {
    await using staff = await at(bySku, 'admin', 'admin', { locale: 'de-DE' });
    const { page } = staff;
    await cell(page, 0, 'Price').waitFor();
    await press(page, 'j', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight');
    await cell(page, 0, 'Price').and(focused(page)).waitFor();
    await paste(staff, '1.234,50 €');
    await cell(page, 0, 'Price').getByText('1.234,50').waitFor();
    await press(page, 'Enter');
    expect(await focused(page).inputValue()).toBe('1234,50');
    await page.keyboard.type('2.345,5');
    await press(page, 'Enter');
    await page.keyboard.type('1.234');
    await press(page, 'Enter', 'ArrowUp');
    await page.locator('#sheet-problem', { hasText: '1234' }).waitFor();
    await press(page, 'Control+z', 'Control+s');
    await page.getByText('1 Zelle in 1 Datensatz: gespeichert.').waitFor();
    expect((await stored(page, 1))[0].price).toBe('2345.50');
  });

  it('finds rows and choices by typing, and leaves out what can not be changed', async () => {
    await using staff = await at('#/sales.Order');
    const { page } = staff;
    // Number, customer, status, channel, total …
    await beginSheet(page, cellAt(page, 0, 4));
    await page.keyboard.type('läd');
    await page.getByRole('option', { name: 'Läden', exact: true }).waitFor();
    expect(await staff.barriers()).toEqual([]);
    await press(page, 'Enter');
    await cellAt(page, 0, 4).getByText('Läden').waitFor();
    await cellAt(page, 1, 4).and(focused(page)).waitFor();
    await press(page, 'ArrowLeft');
    await page.keyboard.type('canc');
    await press(page, 'Tab');
    await cellAt(page, 1, 3).getByText('Cancelled').waitFor();
    await press(page, 'ArrowRight', 'Enter');
    await sheetBar(page).getByText('Total can only be read here.').waitFor();
    await press(page, 'ArrowLeft');
    await paste(staff, 'Läden\t12\n');
    await sheetBar(page).getByText('1 cell can’t be filled like this, and was left out.').waitFor();
    await press(page, 'Control+s');
    await page.getByText(/cells? in \d rows?: saved\./).waitFor();
    const [first, second] = (await ask(page, 'sales.Order/?page_size=2')).results;
    expect([first.channel_label, second.channel_label, second.status]).toEqual(['Läden', 'Läden', 'cancelled']);
  });

  it('asks what becomes of changed cells before other rows are shown, or the page is left', async () => {
    await using staff = await at(bySku);
    const { page } = staff;
    const [first] = await stored(page, 1);
    await beginSheet(page, cell(page, 0, 'Price'));
    await page.keyboard.type('31');
    await press(page, 'Enter');
    const dialog = page.getByRole('alertdialog', { name: 'Save what you entered?' });
    const ways: Readonly<Record<string, () => Promise<void>>> = {
      'another page': () => page.getByRole('button', { name: 'Go to page 2' }).click(),
      'another order': () => page.getByRole('button', { name: 'Name', exact: true }).click(),
      'a search': () => page.getByRole('textbox', { name: 'Search' }).fill('a'),
      'another list': () => menuLink(page, 'Tags').click(),
      'the end of the sheet': () => page.getByRole('button', { name: 'Sheet' }).click(),
    };
    for (const leave of Object.values(ways)) {
      await leave();
      await dialog.waitFor();
      expect(await staff.barriers()).toEqual([]);
      await dialog.getByRole('button', { name: 'Keep editing' }).click();
      await dialog.waitFor({ state: 'hidden' });
      await cell(page, 0, 'Price').getByText('€31.00').waitFor();
    }
    await menuLink(page, 'Tags').click();
    await dialog.getByRole('button', { name: 'Save and go on' }).click();
    await page.getByRole('heading', { name: 'Tags', exact: true }).waitFor();
    expect((await ask(page, `catalog.Product/${first.id}/`)).price).toBe('31.00');
  });

  it('is not offered to who may only look, and leaves their keys as they are', async () => {
    await using staff = await at('#/sales.Order', 'clara');
    const { page } = staff;
    await cellAt(page, 0, 1).waitFor();
    await press(page, 'j', 'e', 'ArrowDown');
    expect([await page.getByRole('button', { name: 'Sheet' }).count(), await page.getByRole('grid').count()]).toEqual([0, 0]);
  });

  it('keeps changed cells over a restart, and none that was saved or discarded', async () => {
    await using staff = await at(bySku);
    const { page } = staff;
    await beginSheet(page, cell(page, 0, 'Price'));
    await page.keyboard.type('41');
    await press(page, 'Enter');
    const isKept = () => page.evaluate(() => Object.keys((globalThis as any).localStorage).some((key) => key.includes('draft.')));
    await expect.poll(isKept).toBe(true);
    page.once('dialog', (question) => void question.accept());
    await page.reload();
    await button(page, 'Restore it').click();
    await cell(page, 0, 'Price').getByText('€41.00').waitFor();
    await sheetBar(page).getByText('1 cell in 1 row').waitFor();
    await page.getByRole('button', { name: 'Sheet' }).click();
    await button(page, 'Leave without saving').click();
    await page.getByRole('grid').waitFor({ state: 'detached' });
    await page.reload();
    await cell(page, 0, 'Price').waitFor();
    expect([await button(page, 'Restore it').count(), await cell(page, 0, 'Price').getByText('€41.00').count()]).toEqual([0, 0]);
  });
});
