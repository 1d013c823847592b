/** Help in its place: lists without rows, the tour, the menu of the account, what is new. */
import { model } from 'grimoire';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { dashboardOf, shopDashboard } from '../support/dashboard.ts';
import { listening } from '../support/listening.ts';
import { password, startService } from '../support/service.ts';
import { serviceForAll } from '../support/started-service.ts';
import type { StaffPage } from '../support/staff-page.ts';
import { answer } from '../support/questions.ts';
import { menuLink } from '../support/menu.ts';

/** Has the lists of a model answered without rows. */
function without(page: Page, key: string): Promise<unknown> {
  return page.route(`**/api/r/${key}/?*`, (route) =>
    route.fulfill({ json: { count: 0, count_exact: true, next: null, previous: null, results: [] } }),
  );
}

/** What the browser says that the person at it has seen of the package. */
function haveSeen(page: Page, version: string): Promise<void> {
  return page.evaluate((known) => {
    const { localStorage } = globalThis as any;
    const seen = JSON.parse(localStorage.getItem('grimoire.seen')) as Readonly<Record<string, object>>;
    const older = Object.entries(seen).map(([person, entry]) => [person, { ...entry, version: known }]);
    localStorage.setItem('grimoire.seen', JSON.stringify(Object.fromEntries(older)));
  }, version);
}

/** Expects that an element is whole within the window. */
async function expectWithin(page: Page, element: Locator): Promise<void> {
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  const isWithin = async (): Promise<boolean> => {
    const box = await element.boundingBox();
    return box !== null && box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height;
  };
  await expect.poll(isWithin).toBe(true);
}

const card = (page: Page): Locator => page.getByRole('region', { name: 'New here?' });
const focused = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true }).and(page.locator(':focus'));

async function openAccount(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Ada/ }).click();
  await page.getByRole('menuitem', { name: 'Keys' }).waitFor();
}

describe('the dashboard: a list without rows', () => {
  const { at } = shopDashboard(60);

  it.each([
    ['an inline, with the way to where it is added', 'sales.OrderLine', 'They are added on the pages of orders.', 'Orders'],
    ['what the config has a text for', 'admin.AdminAuditLog', 'The service writes an entry for each change, sign-in and action.', null],
    ['what is added there', 'sales.Coupon', 'The first one that is added is shown here.', 'New coupon'],
  ])('says how rows come to be: %s', async (_name, key, text, way) => {
    await using staff = await at('#/profile');
    const { page } = staff;
    await without(page, key);
    await staff.open(`#/${key}`);
    await page.getByText(text).waitFor();
    const rows = page.locator('.list-rows');
    if (way === null) expect(await rows.getByRole('link').count()).toBe(0);
    else await rows.getByRole('link', { name: way, exact: true }).waitFor();
    expect(await staff.barriers()).toEqual([]);
  });

  it('says whom to ask, to a person who may not add any', async () => {
    await using staff = await at('#/profile', 'clara');
    const { page } = staff;
    await without(page, 'catalog.Tag');
    await staff.open('#/catalog.Tag');
    await page.getByText('You do not have permission to add tags. Ask an administrator for it.').waitFor();
    expect(await page.locator('.list-rows').getByRole('link').count()).toBe(0);
  });

  it('says that filters hide the rows, which one click takes off', async () => {
    await using staff = await at(`#/sales.Order?filter=${encodeURIComponent('{"q":"nothing at all","status":["paid"]}')}`);
    const { page } = staff;
    await page.getByText('No orders match.').waitFor();
    await page.locator('.list-rows').getByRole('button', { name: 'Clear the filters' }).click();
    await page.getByRole('cell', { name: /^SO-/ }).first().waitFor();
  });

  it('says of a trash that it is empty', async () => {
    await using staff = await at('#/profile');
    const { page } = staff;
    await without(page, 'catalog.Product');
    await staff.open(`#/catalog.Product?filter=${encodeURIComponent('{"_trash":"only"}')}`);
    await page.getByText('The trash is empty.').waitFor();
  });
});

describe('the dashboard: the tour', () => {
  const { at } = shopDashboard(60);
  const titles = ['Find anything', 'Filters and saved views', 'The page of a row', 'Who may do what', 'Help'];

  /** Goes through all stops by the Enter key. */
  async function walk({ page, ...staff }: StaffPage): Promise<void> {
    for (const [index, title] of titles.entries()) {
      const stop = page.getByRole('dialog', { name: title });
      await stop.getByText(`${index + 1} of 5`).waitFor();
      await page.locator('[data-toured]').waitFor();
      await focused(page, index === 4 ? 'Done' : 'Next').waitFor();
      await expectWithin(page, stop);
      expect(await staff.barriers()).toEqual([]);
      await page.keyboard.press('Enter');
    }
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  }

  it('is offered to a superuser on the home page until they dismiss it, also after they have signed out', async () => {
    await using staff = await at('');
    const { page } = staff;
    await card(page).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await staff.barriers()).toEqual([]);
    await card(page).getByRole('button', { name: 'Dismiss' }).click();
    await card(page).waitFor({ state: 'hidden' });
    await page.locator('#main-content:focus').waitFor();
    await openAccount(page);
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await staff.signIn('clara');
    await page.getByRole('heading', { name: 'Recent activity' }).waitFor();
    expect(await card(page).count()).toBe(0);
    await page.getByRole('button', { name: /^Clara/ }).click();
    await page.getByRole('menuitem', { name: 'Keys' }).waitFor();
    expect(await page.getByRole('menuitem', { name: /tour|new/ }).count()).toBe(0);
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await staff.signIn('admin');
    await page.getByRole('heading', { name: 'Recent activity' }).waitFor();
    expect(await card(page).count()).toBe(0);
  });

  it('leads by the keyboard through what it is about, and is not offered again', async () => {
    await using staff = await at('');
    const { page } = staff;
    await card(page).getByRole('button', { name: 'Take the tour' }).click();
    await walk(staff);
    await menuLink(page, 'Home').click();
    await page.getByRole('heading', { name: 'Recent activity' }).waitFor();
    expect(await card(page).count()).toBe(0);
  });

  it.each([
    ['en', 'ltr'],
    ['ar', 'rtl'],
  ])('stays within a narrow window, in the language %s, which is written %s', async (language, direction) => {
    await using staff = await at('#/profile');
    const { page } = staff;
    await page.setViewportSize({ width: 390, height: 844 });
    await page.evaluate((chosen) => void (globalThis as any).localStorage.setItem('grimoire.language', chosen), language);
    await staff.open('');
    await expect.poll(() => page.locator('html').getAttribute('dir')).toBe(direction);
    await page.locator('section:has(> svg) button').first().click();
    for (const stop of [1, 2, 3, 4, 5]) {
      const dialog = page.locator('dialog[open]');
      await dialog.getByText(new RegExp(`^\\P{N}*${stop}\\P{N}+5\\P{N}*$`, 'u')).waitFor();
      await page.locator('[data-toured]').waitFor();
      await expectWithin(page, dialog);
      expect(await staff.barriers()).toEqual([]);
      await dialog.getByRole('button').last().click();
    }
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
  });

  it('begins again from the menu, goes back, and ends by the Escape key', async () => {
    await using staff = await at('#/sales.Order/3');
    const { page } = staff;
    await page.getByLabel('Note').fill('Call first');
    await openAccount(page);
    await page.getByRole('menuitem', { name: 'Take the tour' }).click();
    await answer(page, 'Keep editing');
    await page.getByRole('menuitem', { name: 'Keys' }).waitFor({ state: 'hidden' });
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await page.getByLabel('Note').inputValue()).toBe('Call first');
    await openAccount(page);
    await page.getByRole('menuitem', { name: 'Take the tour' }).click();
    await answer(page, 'Leave without saving');
    await focused(page, 'Next').press('Enter');
    // The window moves to what it stands at, while the list is loaded.
    await page.locator('[data-filters][data-toured]').waitFor();
    await page.getByRole('cell').first().waitFor();
    await page.getByRole('dialog', { name: 'Filters and saved views' }).getByRole('button', { name: 'Back' }).click();
    await page.getByRole('dialog', { name: 'Find anything' }).waitFor();
    await focused(page, 'Next').waitFor();
    await page.getByRole('button', { name: 'Add filter' }).focus();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: /^Ada/ }).and(page.locator(':focus')).waitFor();
    expect(await page.locator('[data-toured]').count()).toBe(0);
  });
});

describe('the dashboard: what is new', () => {
  const { at } = shopDashboard(60);

  it('is told to a superuser once, with a dot until it was seen', async () => {
    await using staff = await at('#/sales.Order');
    const { page } = staff;
    const news = page.getByText('There is something new.');
    await openAccount(page);
    const item = page.getByRole('menuitem', { name: 'What’s new' });
    await item.waitFor();
    // Who comes for the first time has seen everything.
    expect(await news.count()).toBe(0);
    await haveSeen(page, '0.0.1');
    await page.reload();
    await news.first().waitFor({ state: 'attached' });
    await openAccount(page);
    expect(await news.count()).toBe(2);
    await item.click();
    const dialog = page.getByRole('dialog', { name: 'What’s new' });
    const entries = dialog.locator('[lang=en]');
    await entries.getByRole('heading').nth(1).waitFor();
    expect(await entries.getByRole('listitem').count()).toBeGreaterThan(10);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(await news.count()).toBe(0);
    await page.reload();
    await openAccount(page);
    expect(await news.count()).toBe(0);
    await item.click();
    await dialog.getByText('You have seen all of it.').waitFor();
  });

  it('stays new where it could not be loaded', async () => {
    await using staff = await at('#/sales.Order');
    const { page } = staff;
    staff.expectMessage(/Failed to load resource/);
    const news = page.getByText('There is something new.');
    await haveSeen(page, '0.0.1');
    await page.reload();
    await news.first().waitFor({ state: 'attached' });
    await page.route(/whats-new-dialog[^/]*\.js$/, (route) => route.abort());
    await openAccount(page);
    await page.getByRole('menuitem', { name: 'What’s new' }).click();
    const said = page.getByText('This could not be loaded. Reload the page.');
    await said.waitFor();
    await said.waitFor({ state: 'hidden' });
    // It says so each time.
    await openAccount(page);
    await page.getByRole('menuitem', { name: 'What’s new' }).click();
    await said.waitFor();
    await page.reload();
    await news.first().waitFor({ state: 'attached' });
  });
});

describe('the dashboard: help of the host', () => {
  const { service } = serviceForAll(() =>
    startService({
      dialect: 'sqlite',
      setup: 'CREATE TABLE payment (id integer PRIMARY KEY, title varchar(20) NOT NULL);',
      models: [model('payment', 'desk.Payment', { readonly: true })],
      settings: { helpUrl: '/help/staff', whatsNew: false },
    }),
  );
  const dashboard = dashboardOf(() => listening(service.admin));

  it('is a link of the menu, in a window of its own; what is new in the package is not told where the settings say so', async () => {
    await using staff = await dashboard.at('#/desk.Payment', 'root', password);
    const { page } = staff;
    await page.getByText('They are made by the application, and can only be read here.').waitFor();
    await page.getByRole('button', { name: /^root/ }).click();
    const link = page.getByRole('menuitem', { name: 'Documentation' });
    await link.waitFor();
    const attributes = ['href', 'target', 'rel'].map((name) => link.getAttribute(name));
    expect(await Promise.all(attributes)).toEqual(['/help/staff', '_blank', 'noopener noreferrer']);
    expect(await page.getByRole('menuitem', { name: 'What’s new' }).count()).toBe(0);
  });
});
