import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { shopDashboard } from '../support/dashboard.ts';
import { menuLink } from '../support/menu.ts';

describe('the dashboard: lists in their frame', () => {
  const { at } = shopDashboard(300);
  const rows = (page: Page) => page.locator('tbody tr');
  const filterOf = (page: Page): Record<string, unknown> =>
    JSON.parse(new URLSearchParams(page.url().split('?')[1]).get('filter') ?? '{}') as Record<string, unknown>;

  it('open as new by the menu, and as they were left by going back', async () => {
    await using staff = await at('#/sales.Order');
    const { page } = staff;
    const search = page.getByRole('textbox', { name: 'Search' });
    const filter = async (): Promise<void> => {
      await search.fill('SO-0000001');
      await page.waitForURL(/SO-0000001/);
    };
    await filter();
    // A click on the entry that is open takes the filters away.
    await menuLink(page, 'Orders').click();
    await expect.poll(() => search.inputValue()).toBe('');
    await expect.poll(() => filterOf(page)).toEqual({});
    await filter();
    await menuLink(page, 'Customers').click();
    await page.getByRole('heading', { name: 'Customers', level: 1 }).waitFor();
    await page.goBack();
    await expect.poll(() => search.inputValue()).toBe('SO-0000001');
    await menuLink(page, 'Customers').click();
    await page.getByRole('heading', { name: 'Customers', level: 1 }).waitFor();
    await menuLink(page, 'Orders').click();
    await page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor();
    await expect.poll(() => search.inputValue()).toBe('');
  });

  it('are reached by at most 12 presses of the Tab key, beside one menu and one main part', async () => {
    await using staff = await at('#/sales.Order');
    const { page } = staff;
    await rows(page).first().waitFor();
    expect(await page.getByRole('main').count()).toBe(1);
    expect(await page.getByRole('main').getByRole('navigation', { name: 'Menu' }).count()).toBe(0);
    let tabs = 0;
    const focused = page.locator(':focus');
    const tab = async (): Promise<void> => {
      tabs += 1;
      await page.keyboard.press('Tab');
    };
    while ((await focused.count()) === 0 || (await focused.textContent()) !== 'Skip to the rows') {
      await tab();
      expect(tabs).toBeLessThan(12);
    }
    await page.keyboard.press('Enter');
    await page.locator('tbody :focus').waitFor();
  });

  it('are printed with their rows alone', async () => {
    await using staff = await at('#/sales.Order?perPage=50&page=1&sort=number&order=ASC');
    const { page } = staff;
    await rows(page).nth(49).waitFor();
    const beyond = (): Promise<number> =>
      page.evaluate(`document.querySelector('tbody tr:last-child').getBoundingClientRect().bottom - document.documentElement.scrollHeight`);
    // On the screen, the rows scroll in a box of the height of the window.
    expect(await beyond()).toBeGreaterThan(0);
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('navigation').count()).toBe(0);
    expect(await beyond()).toBeLessThanOrEqual(0);
  });
});
