import type { Locator, Page } from 'playwright-core';

/** The items of the menu: the links to pages and models, and the heads that fold groups. */
export function menuItems(page: Page): Locator {
  return page.locator('.side-menu').locator('[role=link], [role=button]');
}

/** The link of the menu with this name. */
export function menuLink(page: Page, name: string | RegExp): Locator {
  return page.locator('.side-menu').getByRole('link', { name, exact: typeof name === 'string' });
}
