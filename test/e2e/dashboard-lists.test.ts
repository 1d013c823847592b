import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { shopDashboard } from '../support/dashboard.ts';
import { button } from '../support/page-requests.ts';

describe('the dashboard: lists', () => {
  const { at } = shopDashboard(300);
  const rows = (page: Page) => page.locator('tbody tr');
  const filterOf = (page: Page): Record<string, unknown> =>
    JSON.parse(new URLSearchParams(page.url().split('?')[1]).get('filter') ?? '{}') as Record<string, unknown>;
  async function addFilter(page: Page, name: string): Promise<void> {
    await page.getByRole('button', { name: 'Add filter' }).click();
    await page.getByRole('menuitemcheckbox', { name, exact: true }).click();
    await page.keyboard.press('Escape');
  }

  it('stand in their groups and in their order, members of a section beside one another', async () => {
    await using staff = await at('#/sales.Order');
    const { page } = staff;
    const menu = page.getByRole('menuitem');
    await menu.filter({ hasText: 'Orders' }).waitFor();
    const names = await menu.allInnerTexts();
    expect(names.slice(0, 4)).toEqual(['Home', 'Orders', 'Customers', 'Channels']);
    expect(names).not.toContain('Order lines');
    await page.getByRole('tab', { name: 'Order lines' }).click();
    await page.getByRole('columnheader', { name: 'Product' }).waitFor();
    await expect.poll(() => menu.filter({ hasText: 'Orders' }).getAttribute('class')).toContain('Mui-selected');
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
    const exact = (await time.getAttribute('title')) ?? '';
    const text = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Europe/Oslo' }).format(
      new Date(exact),
    );
    expect(exact).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
    expect(await time.innerText()).toBe(text);
    expect(await row.getByRole('cell').nth(5).innerText()).toMatch(/^\d+\.\d\d$/);
    expect(await row.locator('.MuiChip-root').first().innerText()).toMatch(/^[A-Z][a-z]+$/);
    await row.getByRole('cell').nth(2).getByRole('link').click();
    await page.getByRole('textbox', { name: 'First name' }).waitFor();
  });

  it('are sorted by the service, and can be sent to somebody else as an address', async () => {
    await using staff = await at('#/sales.Order');
    const { page } = staff;
    await page.getByRole('button', { name: 'Sort by Total' }).click();
    await page.waitForURL(/sort=total/);
    await addFilter(page, 'Status');
    await page.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'Paid' }).click();
    await page.keyboard.press('Escape');
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
    await addFilter(page, 'Total ≥');
    await page.getByLabel('Total ≥').fill('300');
    await expect.poll(() => filterOf(page)).toEqual({ total__gte: '300' });
    await expect.poll(count).toBeLessThan(all);
    await addFilter(page, 'Placed at from');
    await page.getByLabel('Placed at from').fill('2026-01-01');
    // The first minute of that day in Oslo.
    await expect.poll(() => filterOf(page)).toEqual({ total__gte: '300', placedAt__gte: '2025-12-31T23:00:00.000Z' });
    await addFilter(page, 'Channel');
    await page.getByRole('combobox', { name: 'Channel' }).fill('tele');
    await page.getByRole('option', { name: 'Telephone' }).click();
    await expect.poll(async () => new Set(await rows(page).locator('td:nth-child(5)').allInnerTexts())).toEqual(new Set(['Telephone']));
    await addFilter(page, 'Is gift');
    await page.getByRole('combobox', { name: 'Is gift' }).click();
    await page.getByRole('option', { name: 'No' }).click();
    await expect.poll(() => filterOf(page)['isGift']).toBe('false');
    await page.getByRole('textbox', { name: 'Search' }).fill('no order has this word');
    await page.getByText('No orders match.').waitFor();
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    await expect.poll(count).toBe(all);
  });

  it('are filtered through relations, by what the config declares', async () => {
    await using staff = await at('#/sales.Order');
    const { page } = staff;
    await addFilter(page, 'Customer: region');
    await page.getByRole('combobox', { name: 'Customer: region' }).click();
    await page.getByRole('option', { name: 'North' }).click();
    await page.keyboard.press('Escape');
    await expect.poll(() => filterOf(page)).toEqual({ customer__region: ['north'] });
    await rows(page).first().waitFor();
  });

  it('let one choose their columns', async () => {
    await using staff = await at('#/sales.Order');
    const { page } = staff;
    await rows(page).first().waitFor();
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByLabel('Margin').click();
    await page.keyboard.press('Escape');
    await page.getByRole('columnheader', { name: 'Margin' }).waitFor();
    await staff.open('#/sales.Order');
    await page.getByRole('columnheader', { name: 'Margin' }).waitFor();
  });

  it('change many rows alike, those that are ticked or all that match', async () => {
    await using staff = await at(`#/sales.Order?filter=${encodeURIComponent(JSON.stringify({ status: ['completed'] }))}`);
    const { page } = staff;
    await page.getByLabel('Select this row').first().click();
    await page.getByText('1 selected').waitFor();
    await page.getByRole('button', { name: /^Select all \d+ that match$/ }).click();
    const [, all = ''] = /All (\d+) that match/.exec(await page.getByRole('toolbar', { name: 'Selection' }).innerText()) ?? [];
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByRole('combobox', { name: 'Field' }).click();
    await page.getByRole('option', { name: 'Note' }).click();
    await page.getByRole('textbox', { name: 'Note' }).fill('Zur Prüfung 🧾');
    await page.getByRole('button', { name: `Change ${all} orders` }).click();
    await page.getByText(`${all} orders: note is changed.`).waitFor();
    await staff.open(`#/sales.Order?filter=${encodeURIComponent(JSON.stringify({ note__icontains: 'zur PRÜFUNG' }))}`);
    await expect.poll(() => page.locator('.MuiTablePagination-displayedRows').innerText()).toContain(`of ${all}`);
  });

  it('say of a bulk edit what is wrong with it', async () => {
    await using staff = await at('#/sales.Order');
    const { page } = staff;
    await page.getByLabel('Select this row').nth(1).click();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByRole('combobox', { name: 'Field' }).click();
    await page.getByRole('option', { name: 'Handling time' }).click();
    await page.getByRole('textbox', { name: 'Handling time' }).fill('soon');
    staff.expectMessage(/400/);
    await page.getByRole('button', { name: 'Change 1 order' }).click();
    await page.getByRole('dialog').locator('.Mui-error').first().waitFor();
  });

  it('say what a bulk delete takes along, and what forbids it', async () => {
    await using staff = await at('#/sales.Order');
    const { page } = staff;
    for (const index of [0, 1, 2]) await page.getByLabel('Select this row').nth(index).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('link', { name: /order lines?$/ }).waitFor();
    const isBlocked = (await dialog.getByText('other rows need them').count()) > 0;
    expect(await dialog.getByRole('button', { name: 'Delete' }).isDisabled()).toBe(isBlocked);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await staff.open('#/catalog.Tag');
    await rows(page).first().waitFor();
    const before = await rows(page).count();
    await page.getByLabel('Select this row').nth(0).click();
    await page.getByLabel('Select this row').nth(1).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('2 tags deleted.').waitFor();
    await expect.poll(() => rows(page).count()).toBe(before - 2);
  });

  it('offer what their person may do, and nothing else', async () => {
    await using staff = await at('#/catalog.Product', 'vera');
    const { page } = staff;
    await rows(page).first().waitFor();
    expect(await page.getByRole('link', { name: 'Create' }).count()).toBe(0);
    expect(await page.getByLabel('Select this row').count()).toBe(0);
    await rows(page).first().click();
    await page.getByRole('button', { name: 'History' }).waitFor();
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
    await page.getByLabel('Select this row').first().click();
    await page.getByRole('toolbar', { name: 'Selection' }).waitFor();
    await staff.stillness();
    expect(await place()).toEqual(before);
    for (const input of [page.getByRole('textbox', { name: 'Search' }), page.getByRole('combobox', { name: 'Status' })]) {
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
    await addFilter(page, 'Channel');
    await page.getByRole('combobox', { name: 'Channel' }).click();
    await page.getByRole('option').first().waitFor();
    const { borderTopWidth, boxShadow } = await page
      .locator('.MuiAutocomplete-paper')
      .evaluate((node: any) => node.ownerDocument.defaultView.getComputedStyle(node));
    expect([borderTopWidth, boxShadow === 'none']).toEqual(['1px', false]);
  });

  it('take a typed date in a filter, and no letters in a filter of a number', async () => {
    await using staff = await at(`#/sales.Order?displayedFilters=${encodeURIComponent('{"placedAt__gte":true,"total__gte":true}')}`);
    const { page } = staff;
    await page.getByLabel('Placed at from').focus();
    await page.keyboard.type('02022026');
    expect(await page.getByLabel('Placed at from').inputValue()).toBe('2026-02-02');
    await page.getByLabel('Total ≥').focus();
    await page.keyboard.type('abc12');
    expect(await page.getByLabel('Total ≥').inputValue()).toBe('12');
    await page.getByRole('cell', { name: /^SO-/ }).first().waitFor();
  });

  it('empty a field of many rows only where that is ticked', async () => {
    await using staff = await at('#/crm.Customer');
    const { page } = staff;
    await page.getByLabel('Select this row').nth(0).click();
    await page.getByLabel('Select this row').nth(1).click();
    await button(page, 'Edit').click();
    await page.getByRole('combobox', { name: 'Field' }).click();
    await page.getByRole('option', { name: 'Company' }).click();
    await button(page, 'Change 2 customers').click();
    await page.getByText('Fill it in, or tick that it is to be empty.').waitFor();
    await page.getByRole('checkbox', { name: 'No company' }).click();
    await button(page, 'Change 2 customers').click();
    await page.getByText('2 customers: company is changed.').waitFor();
  });

  it('forget the selection when the filter changes', async () => {
    await using staff = await at('#/sales.Order');
    const { page } = staff;
    await page.getByLabel('Select this row').first().click();
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
