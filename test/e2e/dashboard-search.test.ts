/** What a list was searched for is said back. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { shopDashboard } from '../support/dashboard.ts';
import { ask } from '../support/page-requests.ts';

describe('the dashboard: a search', () => {
  const { at } = shopDashboard(300);
  const search = (page: Page) => page.getByRole('textbox', { name: 'Search', exact: true });
  const told = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text });

  it('finds people by their whole names, and says what it has searched', async () => {
    await using staff = await at('#/crm.Customer');
    const { page } = staff;
    const [customer] = (await ask(page, 'crm.Customer/?page_size=1&firstName__isempty=false&lastName__isempty=false')).results;
    const words = `${customer.firstName} ${String(customer.lastName).slice(0, 3)}`;
    const { count } = await ask(page, `crm.Customer/?page_size=1&search=${encodeURIComponent(words)}`);
    expect(count).toBeGreaterThan(0);
    await search(page).fill(words);
    const rows = count === 1 ? '1 customer matches' : `${count} customers match`;
    await told(page, `${rows} “${words}” in first name, last name, email, company`).waitFor();
    expect(await staff.barriers()).toEqual([]);
    await page.getByRole('button', { name: 'Clear the search' }).press('Enter');
    await expect.poll(() => search(page).inputValue()).toBe('');
    await told(page, words).waitFor({ state: 'detached' });
    expect(await page.locator(':focus').getAttribute('aria-label')).toBe('Search');
  });

  it('says which words have to stand together, also of an address, also where nothing matches', async () => {
    await using staff = await at(`#/sales.Order?filter=${encodeURIComponent('{"q":"zebra \\"striped horse\\""}')}`);
    const { page } = staff;
    const said =
      'No orders match “zebra” and “striped horse” as one phrase in number, customer first name, customer last name, customer email';
    await told(page, said).waitFor();
    await page.getByText('No orders match.', { exact: true }).waitFor();
    expect(await staff.barriers()).toEqual([]);
    await page.getByRole('button', { name: 'Clear the search' }).click();
    await page.getByRole('cell', { name: /^SO-/ }).first().waitFor();
    expect(await page.getByRole('button', { name: 'Clear the search' }).count()).toBe(0);
  });

  it('is said on a telephone too', async () => {
    await using staff = await at('#/sales.Order');
    const { page } = staff;
    await page.setViewportSize({ width: 390, height: 844 });
    await page.reload();
    await search(page).fill('SO-0000012');
    await told(page, '1 order matches “SO-0000012” in number').waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  });
});
