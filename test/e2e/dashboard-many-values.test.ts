import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { copiedText, copyElsewhere } from '../support/clipboard.ts';
import { shopDashboard } from '../support/dashboard.ts';
import { filterChip, openFilter } from '../support/list-filters.ts';
import { ask } from '../support/page-requests.ts';

function filterOf(page: Page): Record<string, unknown> {
  return JSON.parse(new URLSearchParams(page.url().split('?')[1]).get('filter') ?? '{}') as Record<string, unknown>;
}

async function numbersOf(page: Page, count: number): Promise<string[]> {
  const { results } = await ask(page, `sales.Order/?page_size=${count}`);
  return results.map(({ number }: any) => number as string);
}

describe('the dashboard: many values at once', () => {
  const { at } = shopDashboard(300);

  it('are found where a column is pasted into the search, and all of them can be ticked, by keys alone', async () => {
    await using staff = await at('#/sales.Order');
    const { page } = staff;
    const numbers = await numbersOf(page, 20);
    await copyElsewhere(page, ['Order number', ...numbers, 'SO-9999999'].join('\r\n'));
    await page.keyboard.press('/');
    await page.keyboard.press('Control+v');
    await page.getByText('2 of 22 were not found: Order number, SO-9999999').waitFor();
    expect(filterOf(page)).toEqual({ number__in: ['Order number', ...numbers, 'SO-9999999'] });
    await page.getByText('1–20 of 20').waitFor();
    expect(await filterChip(page, 'Number').innerText()).toContain('+17');
    expect(await staff.barriers()).toEqual([]);
    const copy = page.getByRole('button', { name: 'Copy', exact: true });
    await copy.press('Enter');
    await page.getByText('Copied.').waitFor();
    expect(await copiedText(page)).toBe('Order number\nSO-9999999');
    await page.getByRole('checkbox', { name: 'Select all' }).press('Space');
    await page.getByText('20 selected').waitFor();
    // It is told after a reload, too, whatever else the list is filtered by.
    await page.goto(
      `${page.url().split('#')[0]}#/sales.Order?filter=${encodeURIComponent(JSON.stringify({ ...filterOf(page), status: 'paid' }))}`,
    );
    await page.reload();
    await page.getByText('2 of 22 were not found: Order number, SO-9999999').waitFor();
  });

  it('are looked up in the key, which takes numbers alone', async () => {
    await using staff = await at('#/sales.Order');
    const { page } = staff;
    await copyElsewhere(page, 'Id\n17\n18\n19');
    await page.getByRole('textbox', { name: 'Search' }).click();
    await page.keyboard.press('Control+v');
    await page.getByText('Left out: Id').waitFor();
    await page.getByText('1–3 of 3').waitFor();
    expect(filterOf(page)).toEqual({ id__in: ['17', '18', '19'] });
  });

  it('are searched for as they are where they are a name, or where nothing has them', async () => {
    await using staff = await at('#/sales.Order');
    const { page } = staff;
    const search = page.getByRole('textbox', { name: 'Search' });
    for (const [pasted, words] of [
      ['D’Angelo, Matteo', 'D’Angelo, Matteo'],
      ['no such\nnumber', 'no such number'],
    ] as const) {
      await copyElsewhere(page, pasted);
      await search.fill('');
      await search.press('Control+v');
      await expect.poll(() => filterOf(page)).toEqual({ q: words });
    }
  });

  it('wait for the fields that they may stand in', async () => {
    await using staff = await at('#/catalog.Tag');
    const { page } = staff;
    await copyElsewhere(page, (await numbersOf(page, 2)).join('\n'));
    const isPasted = Promise.withResolvers<void>();
    await page.route(/\/schema\/(?!sales\.Order\/)[^/]+\/$/, async (route) => {
      await isPasted.promise;
      await route.continue();
    });
    await page.evaluate(`location.hash = '#/sales.Order'`);
    await page.getByRole('cell', { name: /^SO-/ }).first().waitFor();
    await page.keyboard.press('/');
    await page.keyboard.press('Control+v');
    isPasted.resolve();
    await expect.poll(() => page.locator('tbody tr').count()).toBe(2);
    expect(await page.getByRole('textbox', { name: 'Search' }).inputValue()).toBe('');
  });

  it('are refused before anything is loaded where they are too many', async () => {
    await using staff = await at('#/sales.Order');
    const { page } = staff;
    const many = Array.from({ length: 1001 }, (_, index) => `SO-${index}`);
    await copyElsewhere(page, many.join('\n'));
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.keyboard.press('/');
    await page.keyboard.press('Control+v');
    await page.getByText('At most 1,000 of these 1,001 values can be looked for at once.').waitFor();
    expect(asked.filter((url) => url.includes('__in'))).toEqual([]);
    const editor = await openFilter(page, 'Number');
    await editor.getByLabel('Operator').selectOption('is any of');
    await editor.getByLabel('Value').press('Control+v');
    await editor.getByText('At most 1,000 of these 1,001 values can be looked for at once.').waitFor();
    expect(await editor.getByRole('button', { name: 'Apply' }).isDisabled()).toBe(true);
    await copyElsewhere(page, many.slice(1).join('\n'));
    await editor.getByLabel('Value').press('Control+a');
    await editor.getByLabel('Value').press('Control+v');
    await editor.getByText('1,000 values').waitFor();
    await editor.getByRole('button', { name: 'Apply' }).click();
    await page.getByText(/^1,000 of 1,000 were not found: SO-1, /).waitFor();
  });

  it('are taken by “is any of” of texts, numbers and rows, as a column or with commas', async () => {
    await using staff = await at('#/sales.Order');
    const { page } = staff;
    const total = await openFilter(page, 'Total');
    await total.getByLabel('Operator').selectOption('is any of');
    const { results } = await ask(page, 'sales.Order/?page_size=2&ordering=id');
    await copyElsewhere(page, results.map(({ total: one }: any) => one).join('\n'));
    await total.getByLabel('Value').press('Control+v');
    await total.getByLabel('Value').press('Enter');
    await expect.poll(() => filterOf(page)['total__in']).toEqual(results.map(({ total: one }: any) => one));
    await page.getByRole('button', { name: 'Remove the filter by Total' }).click();

    const [one, other] = (await ask(page, 'crm.Customer/?page_size=2')).results;
    await copyElsewhere(page, [one._label, other.id, 'No such customer'].join('\n'));
    const customer = await openFilter(page, 'Customer');
    await customer.getByRole('combobox', { name: 'Customer' }).press('Control+v');
    await customer.getByText('1 of 3 was not found: No such customer').waitFor();
    expect(await staff.barriers()).toEqual([]);
    await customer.getByRole('button', { name: 'Apply' }).click();
    await expect.poll(() => filterOf(page)['customer']).toEqual(expect.arrayContaining([one.id, other.id]));
  });
});
