import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { shopDashboard } from '../support/dashboard.ts';
import { addFilter, filterChip, openFilter } from '../support/list-filters.ts';
import { button } from '../support/page-requests.ts';
import { menuItems, menuLink } from '../support/menu.ts';

describe('the dashboard: lists', () => {
  const { at } = shopDashboard(300);
  const rows = (page: Page) => page.locator('tbody tr');
  const filterOf = (page: Page): Record<string, unknown> =>
    JSON.parse(new URLSearchParams(page.url().split('?')[1]).get('filter') ?? '{}') as Record<string, unknown>;

  it('stand in their groups and in their order, members of a section beside one another', async () => {
    await using staff = await at('#/sales.Order');
    const { page } = staff;
    const menu = menuItems(page);
    await menu.filter({ hasText: 'Orders' }).waitFor();
    const names = await menu.allInnerTexts();
    expect(names.slice(0, 4)).toEqual(['Home', 'Orders', 'Customers', 'Channels']);
    expect(names).not.toContain('Order lines');
    await page.getByRole('tab', { name: 'Order lines' }).click();
    await page.getByRole('columnheader', { name: 'Product' }).waitFor();
    await expect.poll(() => menu.filter({ hasText: 'Orders' }).getAttribute('class')).toContain('Mui-selected');
  });

  it('have the keyboard once the menu has opened them', async () => {
    await using staff = await at('');
    const { page } = staff;
    const focused = page.locator(':focus');
    await menuLink(page, 'Orders').click();
    // The home page has rows too, and its cards have headings with this word.
    await page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor();
    await rows(page).first().waitFor();
    await expect.poll(() => focused.getAttribute('id')).toBe('main-content');
    await page.keyboard.press('j');
    expect(await focused.innerText()).toBe(await rows(page).first().getByRole('link').first().innerText());
    await menuLink(page, 'Customers').press('Enter');
    await page.getByRole('heading', { name: 'Customers', level: 1 }).waitFor();
    await rows(page).first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('e');
    await page.getByRole('grid').waitFor();
  });

  it('show each type as people read it', async () => {
    await using staff = await at('#/sales.Order');
    const { page } = staff;
    await rows(page).first().waitFor();
    expect(await page.getByRole('columnheader').allInnerTexts()).toEqual([
      '',
      'Number',
      'Customer',
      'Status',
      'Channel',
      'Total',
      'Currency',
      'Placed at',
    ]);
    const row = rows(page).first();
    // The day of the last order is the demo's; in Oslo it is an hour later than in UTC.
    const time = row.locator('time');
    const exact = (await time.getAttribute('datetime')) ?? '';
    const whole = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Europe/Oslo' }).format(
      new Date(exact),
    );
    expect(exact).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
    expect(await time.getAttribute('title')).toBe(`${whole} (${exact})`);
    expect(await time.innerText()).not.toBe('');
    expect(await row.getByRole('cell').nth(5).innerText()).toMatch(/^(?:€|£|SEK\s|CHF\s)[\d,]+\.\d\d$/);
    // A tone is a color, a dot and a word.
    expect(await row.locator('[data-tone]').innerText()).toMatch(/^[A-Z][a-z]+$/);
    await row.getByRole('cell').nth(2).getByRole('link').click();
    await page.getByRole('textbox', { name: 'First name' }).waitFor();
  });

  it('are sorted by the service, and can be sent to somebody else as an address', async () => {
    await using staff = await at('#/sales.Order');
    const { page } = staff;
    await page.getByRole('columnheader', { name: 'Total' }).getByRole('button').click();
    await page.waitForURL(/sort=total/);
    await addFilter(page, 'Status', { choices: ['Paid'] });
    await expect.poll(() => filterOf(page)).toEqual({ status: ['paid'] });
    await expect.poll(async () => new Set(await rows(page).locator('td:nth-child(4)').allInnerTexts())).toEqual(new Set(['Paid']));
    const seen = await rows(page).locator('td:nth-child(2)').allInnerTexts();
    const totals = (await rows(page).locator('td:nth-child(6)').allInnerTexts()).map(Number);
    expect(totals).toEqual(totals.toSorted((one, other) => one - other));
    await using other = await at(`#${page.url().split('#')[1]}`, 'clara');
    await expect.poll(() => rows(other.page).locator('td:nth-child(2)').allInnerTexts()).toEqual(seen);
  });

  it('are filtered by ranges, by what is related, by words and by yes and no', async () => {
    await using staff = await at('#/sales.Order');
    const { page } = staff;
    const count = async (): Promise<number> =>
      Number(/of (\d+)/.exec(await page.locator('.MuiTablePagination-displayedRows').innerText())?.[1]);
    await rows(page).first().waitFor();
    const all = await count();
    await addFilter(page, 'Total', { operator: 'is at least', values: { Value: '300' } });
    await expect.poll(() => filterOf(page)).toEqual({ total__gte: '300' });
    await expect.poll(count).toBeLessThan(all);
    await addFilter(page, 'Placed at', { operator: 'is from', values: { Value: '2026-01-01' } });
    // The first minute of that day in Oslo.
    await expect.poll(() => filterOf(page)).toEqual({ total__gte: '300', placedAt__gte: '2025-12-31T23:00:00.000Z' });
    await addFilter(page, 'Channel', { rows: [['tele', 'Telephone']] });
    await expect.poll(async () => new Set(await rows(page).locator('td:nth-child(5)').allInnerTexts())).toEqual(new Set(['Telephone']));
    await addFilter(page, 'Is gift', { answer: 'No' });
    await expect.poll(() => filterOf(page)['isGift']).toBe('false');
    await page.getByRole('textbox', { name: 'Search' }).fill('no order has this word');
    await page.getByText('No orders match.').waitFor();
    await page.getByRole('button', { name: 'Clear the filters' }).last().click();
    await expect.poll(count).toBe(all);
  });

  it('are filtered by the last days, which are still the last ones when the address is opened later', async () => {
    await using staff = await at('#/sales.Order');
    const { page } = staff;
    const asked = page.waitForRequest(/placedAt__gte=/);
    await addFilter(page, 'Placed at', { operator: 'is in the last', values: { Days: '7' } });
    const { searchParams } = new URL((await asked).url());
    // From the beginning of a day in Oslo to the end of today.
    const [from, until] = ['placedAt__gte', 'placedAt__lt'].map((name) => Date.parse(searchParams.get(name) ?? ''));
    expect(Math.round(((until ?? 0) - (from ?? 0)) / 86_400_000)).toBe(7);
    await expect.poll(() => filterOf(page)).toEqual({ 'placedAt~last': '7' });
    expect(await filterChip(page, 'Placed at').innerText()).toMatch(/Placed at\s+is in the last\s+7 days/);
  });

  it('change a filter in its place, and clear all of them', async () => {
    await using staff = await at(`#/sales.Order?filter=${encodeURIComponent('{"status":["paid"],"total__gte":"10","total__lte":"20"}')}`);
    const { page } = staff;
    const chip = filterChip(page, 'Total');
    expect((await chip.innerText()).split(/\s*\n\s*/)).toEqual(['Total', 'is between', '10 and 20']);
    await chip.getByRole('button').first().click();
    await page.getByRole('dialog', { name: 'Total' }).getByLabel('Until').fill('30');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect.poll(() => filterOf(page)).toEqual({ status: ['paid'], total__gte: '10', total__lte: '30' });
    await page.getByRole('search').getByRole('button', { name: 'Clear the filters' }).click();
    await expect.poll(() => filterOf(page)).toEqual({});
    await addFilter(page, 'Number', { operator: 'is any of', values: { Value: 'SO-0000012, SO-0000013' } });
    await expect.poll(() => rows(page).count()).toBe(2);
    // Its editor has what was entered.
    await filterChip(page, 'Number').getByRole('button').first().click();
    expect(await page.getByRole('dialog', { name: 'Number' }).getByLabel('Value').inputValue()).toBe('SO-0000012, SO-0000013');
  });

  it('go to their search by a key, and tell what is searched', async () => {
    await using staff = await at('#/sales.Order');
    const { page } = staff;
    await rows(page).first().waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('SO-0000012');
    await expect.poll(() => rows(page).count()).toBe(1);
    await page.reload();
    await expect.poll(() => page.getByRole('textbox', { name: 'Search' }).inputValue()).toBe('SO-0000012');
    await expect.poll(() => rows(page).count()).toBe(1);
  });

  it('are filtered through relations, by what the config declares', async () => {
    await using staff = await at('#/sales.Order');
    const { page } = staff;
    await addFilter(page, 'Customer › region', { choices: ['North'] });
    await expect.poll(() => filterOf(page)).toEqual({ customer__region: ['north'] });
    await rows(page).first().waitFor();
  });

  it('let one choose their columns', async () => {
    await using staff = await at('#/sales.Order');
    const { page } = staff;
    await rows(page).first().waitFor();
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'Margin' }).click();
    await page.getByRole('button', { name: 'Move Customer up' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('columnheader', { name: 'Margin' }).waitFor();
    await staff.open('#/sales.Order');
    await page.getByRole('columnheader', { name: 'Margin' }).waitFor();
    expect((await page.getByRole('columnheader').allInnerTexts()).slice(1, 3)).toEqual(['Customer', 'Number']);
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('button', { name: 'Reset' }).click();
    await page.keyboard.press('Escape');
    await expect.poll(async () => (await page.getByRole('columnheader').allInnerTexts()).slice(1, 3)).toEqual(['Number', 'Customer']);
  });

  it('keep filters and ticks of one tab out of another', async () => {
    await using staff = await at('#/sales.Order');
    const { page, context } = staff;
    await page.locator('tbody .dash-tick').nth(1).click();
    await page.getByText('1 selected').waitFor();
    const other = await context.newPage();
    await other.goto(page.url());
    await other.getByRole('textbox', { name: 'Search' }).fill('SO-0000012');
    await expect.poll(() => rows(other).count()).toBe(1);
    expect(await other.locator('tbody .dash-tick').first().isChecked()).toBe(false);
    await other.locator('tbody .dash-tick').first().click();
    await other.getByText('1 selected').waitFor();
    await page.locator('tbody .dash-tick').nth(3).click();
    await page.getByText('2 selected').waitFor();
    expect(filterOf(page)).toEqual({});
    await page.keyboard.press('Escape');
    await page.getByRole('toolbar', { name: 'Selection' }).waitFor({ state: 'hidden' });
  });

  it('tick all rows between two with the shift key', async () => {
    await using staff = await at('#/sales.Order');
    const { page } = staff;
    await page.locator('tbody .dash-tick').nth(1).click();
    await page
      .locator('.dash-tick')
      .nth(4)
      .click({ modifiers: ['Shift'] });
    await page.getByText('4 selected').waitFor();
    await page.getByLabel('Select all').click();
    await page.getByText('25 selected').waitFor();
  });

  it('change many rows alike, those that are ticked or all that match', async () => {
    await using staff = await at(`#/sales.Order?filter=${encodeURIComponent(JSON.stringify({ status: ['completed'] }))}`);
    const { page } = staff;
    await page.locator('tbody .dash-tick').first().click();
    await page.getByText('1 selected').waitFor();
    await page.getByRole('button', { name: /^Select all \d+ that match$/ }).click();
    const [, all = ''] = /All (\d+) that match/.exec(await page.getByRole('toolbar', { name: 'Selection' }).innerText()) ?? [];
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    // Each input has the keyboard in its turn, and the list after the last one.
    const focused = page.locator(':focus');
    await page.getByRole('combobox', { name: 'Field' }).and(focused).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('option', { name: 'Note' }).click();
    await page.getByRole('textbox', { name: 'Note' }).and(focused).waitFor();
    await page.keyboard.insertText('Zur Prüfung 🧾');
    await page.getByRole('button', { name: 'Show what changes' }).click();
    await page.getByRole('button', { name: `Change ${all} orders` }).click();
    await page.getByText(`${all} orders: note is changed.`).waitFor();
    await expect.poll(() => focused.getAttribute('id')).toBe('main-content');
    await staff.open(`#/sales.Order?filter=${encodeURIComponent(JSON.stringify({ note__icontains: 'zur PRÜFUNG' }))}`);
    await expect.poll(() => page.locator('.MuiTablePagination-displayedRows').innerText()).toContain(`of ${all}`);
  });

  it('say of a bulk edit what is wrong with it', async () => {
    await using staff = await at('#/sales.Order');
    const { page } = staff;
    await page.locator('tbody .dash-tick').nth(1).click();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByRole('combobox', { name: 'Field' }).click();
    await page.getByRole('option', { name: 'Handling time' }).click();
    await page.getByRole('textbox', { name: 'Handling time' }).fill('soon');
    staff.expectMessage(/400/);
    await page.getByRole('button', { name: 'Show what changes' }).click();
    await page.getByRole('dialog').locator('.Mui-error').first().waitFor();
  });

  it('say what a bulk delete takes along, and what forbids it', async () => {
    await using staff = await at('#/sales.Order');
    const { page } = staff;
    for (const index of [0, 1, 2]) await page.locator('tbody .dash-tick').nth(index).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('link', { name: /order lines?$/ }).waitFor();
    const isBlocked = (await dialog.getByText('other rows need them').count()) > 0;
    expect(await dialog.getByRole('button', { name: 'Delete' }).isDisabled()).toBe(isBlocked);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await staff.open('#/catalog.Tag');
    await rows(page).first().waitFor();
    const before = await rows(page).count();
    await page.locator('tbody .dash-tick').nth(0).click();
    await page.locator('tbody .dash-tick').nth(1).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('2 tags deleted.').waitFor();
    await expect.poll(() => rows(page).count()).toBe(before - 2);
  });

  it('offer what their person may do, and nothing else', async () => {
    await using staff = await at('#/catalog.Product', 'vera');
    const { page } = staff;
    await rows(page).first().waitFor();
    expect(await page.getByRole('link', { name: 'New product' }).count()).toBe(0);
    expect(await page.locator('tbody .dash-tick').count()).toBe(0);
    await rows(page).first().click();
    await page.getByRole('tab', { name: 'History' }).waitFor();
    expect(page.url()).toContain('/show');
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0);
    // A cost is for who may see it.
    expect(await page.getByText('Cost', { exact: true }).count()).toBe(0);
  });

  it('cover neither search nor filters with what is done to selected rows, and move no row', async () => {
    await using staff = await at(`#/sales.Order?filter=${encodeURIComponent(JSON.stringify({ status: ['completed'] }))}`);
    const { page } = staff;
    const place = (): Promise<unknown> => rows(page).nth(2).boundingBox();
    await rows(page).nth(2).waitFor();
    const before = await place();
    await page.locator('tbody .dash-tick').first().click();
    await page.getByRole('toolbar', { name: 'Selection' }).waitFor();
    await staff.stillness();
    expect(await place()).toEqual(before);
    for (const input of [page.getByRole('textbox', { name: 'Search' }), filterChip(page, 'Status')]) {
      const isOnTop = await input.evaluate((node: any) => {
        const { x, y, width, height } = node.getBoundingClientRect();
        const top = node.ownerDocument.elementFromPoint(x + width / 2, y + height / 2);
        return node.contains(top) || top.contains(node);
      });
      expect(isOnTop).toBe(true);
    }
    await page.getByRole('button', { name: 'Unselect' }).click();
    await page.getByRole('toolbar', { name: 'Selection' }).waitFor({ state: 'hidden' });
  });

  it('give pickers an edge', async () => {
    await using staff = await at('#/sales.Order');
    const { page } = staff;
    const editor = await openFilter(page, 'Channel');
    // It has the focus, which opens its list.
    await editor.getByRole('combobox', { name: 'Channel' }).waitFor();
    await page.getByRole('listbox').getByRole('option').first().waitFor();
    const { borderTopWidth, boxShadow } = await page
      .locator('.MuiAutocomplete-paper')
      .evaluate((node: any) => node.ownerDocument.defaultView.getComputedStyle(node));
    expect([borderTopWidth, boxShadow === 'none']).toEqual(['1px', false]);
  });

  it('take a typed date in a filter, and no letters in a filter of a number', async () => {
    await using staff = await at('#/sales.Order');
    const { page } = staff;
    const placed = await openFilter(page, 'Placed at');
    await placed.getByLabel('Operator').selectOption('is from');
    await placed.getByLabel('Value').focus();
    await page.keyboard.type('02022026');
    expect(await placed.getByLabel('Value').inputValue()).toBe('2026-02-02');
    await placed.getByRole('button', { name: 'Cancel' }).click();
    const total = await openFilter(page, 'Total');
    await total.getByLabel('Value').focus();
    await page.keyboard.type('abc12');
    expect(await total.getByLabel('Value').inputValue()).toBe('12');
    await total.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('cell', { name: /^SO-/ }).first().waitFor();
  });

  it('empty a field of many rows only where that is ticked', async () => {
    await using staff = await at('#/crm.Customer');
    const { page } = staff;
    await page.locator('tbody .dash-tick').nth(0).click();
    await page.locator('tbody .dash-tick').nth(1).click();
    await button(page, 'Edit').click();
    await page.getByRole('combobox', { name: 'Field' }).click();
    await page.getByRole('option', { name: 'Company' }).click();
    await button(page, 'Show what changes').click();
    await page.getByText('Fill it in, or tick that it is to be empty.').waitFor();
    await page.getByRole('checkbox', { name: 'No company' }).click();
    await button(page, 'Show what changes').click();
    await button(page, 'Change 2 customers').click();
    await page.getByText('2 customers: company is changed.').waitFor();
  });

  it('forget the selection when the filter changes', async () => {
    await using staff = await at('#/sales.Order');
    const { page } = staff;
    await page.locator('tbody .dash-tick').first().click();
    await page.getByText('1 selected').waitFor();
    await staff.open(`#/sales.Order?filter=${encodeURIComponent('{"status":["completed"]}')}`);
    await page.getByRole('cell', { name: 'Completed' }).first().waitFor();
    await page.getByRole('toolbar', { name: 'Selection' }).waitFor({ state: 'hidden' });
  });

  it('scroll sideways in themselves, not with the page', async () => {
    await using staff = await at('#/crm.Customer');
    const { page } = staff;
    await page.getByRole('cell').nth(5).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(1280);
    await button(page, 'Send push').click();
  });
});
