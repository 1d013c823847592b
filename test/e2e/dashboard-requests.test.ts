/** What the dashboard asks for and loads, as counts. */
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { shopDashboard } from '../support/dashboard.ts';
import { menuLink } from '../support/menu.ts';

/** Bytes that the first list may load as scripts and styles, compressed. */
const budget = 450_000;

/** The requests to the API from now on, without their origin. */
function requestsOf(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/')) asked.push(`${request.method()} ${pathname}${search}`);
  });
  return asked;
}

/** The scripts and styles that this page has loaded. Runs in the browser. */
function loadedFiles(): readonly string[] {
  const names = performance.getEntriesByType('resource').map(({ name }) => name);
  return [...new Set(names)].filter((name) => /\.(js|css)$/.test(new URL(name).pathname));
}

describe('the dashboard: what it asks for', () => {
  const { at } = shopDashboard(120);

  it('is five requests at most for a list, and five for a row, and no list of a picker before it is used', async () => {
    await using staff = await at('');
    const { page } = staff;
    await page.getByRole('heading', { name: 'Recent activity' }).waitFor();
    await page.waitForLoadState('networkidle');
    const asked = requestsOf(page);
    await menuLink(page, 'Orders').click();
    // The home page has orders, too.
    await page.locator('.list-rows').getByRole('cell', { name: /^SO-/ }).first().waitFor();
    await page.waitForLoadState('networkidle');
    const ofList = asked.splice(0);
    expect(ofList.slice(5)).toEqual([]);
    await page.getByRole('cell', { name: /^SO-/ }).nth(2).click();
    await page.getByRole('combobox', { name: 'Customer' }).waitFor();
    await page.getByRole('button', { name: 'Remove order line 1' }).waitFor();
    await page.getByRole('region', { name: 'Activity' }).getByText('No changes yet.').waitFor();
    await page.waitForLoadState('networkidle');
    const ofRow = asked.splice(0);
    expect(ofRow.slice(5)).toEqual([]);
    expect([...ofList, ...ofRow].filter((request) => request.includes('autocomplete'))).toEqual([]);
    // The labels are there all the same.
    expect(await page.getByRole('combobox', { name: 'Customer' }).inputValue()).not.toBe('');
    const picker = page.waitForRequest(/Customer\/autocomplete/);
    await page.getByRole('combobox', { name: 'Customer' }).click();
    await picker;
    await page.getByRole('option').nth(3).waitFor();
  });

  it('is a list before it is opened, once the pointer rests on its link, and not again when it is opened', async () => {
    await using staff = await at('');
    const { page } = staff;
    await page.getByRole('heading', { name: 'Recent activity' }).waitFor();
    await page.waitForLoadState('networkidle');
    const asked = requestsOf(page);
    const read = page.waitForResponse(/r\/crm\.Customer\/\?/);
    await menuLink(page, 'Customers').hover();
    await read;
    await menuLink(page, 'Customers').click();
    await page.getByRole('link', { name: 'New customer' }).waitFor();
    await page.locator('tbody tr').nth(5).waitFor();
    await page.waitForLoadState('networkidle');
    expect(asked.filter((request) => /r\/crm\.Customer\/\?/.test(request))).toHaveLength(1);
  });

  it('is the rows of a list that is the first page, before its parts are there and ask for their own', async () => {
    await using staff = await at('');
    const { page } = staff;
    const asked = requestsOf(page);
    await staff.open('#/sales.Order');
    await page.locator('.list-rows').getByRole('cell', { name: /^SO-/ }).first().waitFor();
    await page.waitForLoadState('networkidle');
    const isOfRows = (request: string): boolean => request.startsWith('GET /api/r/sales.Order/?');
    const isOfViews = (request: string): boolean => request === 'GET /api/views/';
    expect(
      asked
        .filter((request) => isOfRows(request) || isOfViews(request))
        .map(isOfRows)
        .slice(0, 2),
    ).toEqual([true, false]);
  });

  it('is the list of models once', async () => {
    await using staff = await at('');
    const { page } = staff;
    const asked = requestsOf(page);
    await page.reload();
    for (const name of ['Orders', 'Products', 'Tags']) {
      await menuLink(page, name).click();
      await page.getByRole('heading', { name, exact: true }).waitFor();
    }
    await page.waitForLoadState('networkidle');
    expect(asked.filter((request) => request === 'GET /api/schema/')).toHaveLength(1);
  });

  it('is 450 kB of scripts and styles at most for a list', async () => {
    await using staff = await at('#/sales.Order');
    const { page } = staff;
    await page.getByRole('cell', { name: /^SO-/ }).first().waitFor();
    const files = await page.evaluate(loadedFiles);
    const sizes = await Promise.all(
      files.map(async (file) => gzipSync(await (await page.request.get(file)).body(), { level: 9 }).byteLength),
    );
    expect(sizes.length).toBeGreaterThan(0);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(budget);
  });
});
