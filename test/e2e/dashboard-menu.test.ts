/** The menu of a database with many tables in many schemas. */
import { describe, expect, it } from 'vitest';
import { dashboardOf } from '../support/dashboard.ts';
import { listening } from '../support/listening.ts';
import { password, startService } from '../support/service.ts';
import type { StaffPage } from '../support/staff-page.ts';
import { serviceForAll } from '../support/started-service.ts';
import { menuItems, menuLink } from '../support/menu.ts';

const schemas = ['zoo', 'alpha', 'middle'];

/** Tables of those schemas; the first schema of the alphabet has the last names. */
function tables(): string {
  const table = (schema: string, index: number): string =>
    `CREATE TABLE ${schema}.${schema === 'zoo' ? 'a' : 'm'}_table_${index} (id integer PRIMARY KEY, name text)`;
  const many = schemas.flatMap((schema) => Array.from({ length: 70 }, (_, index) => table(schema, index)));
  const shared = schemas.map((schema) => `CREATE TABLE ${schema}.person (id integer PRIMARY KEY, name text)`);
  return [...schemas.map((schema) => `CREATE SCHEMA ${schema}`), ...many, ...shared].join(';');
}

describe('the menu of the dashboard, of hundreds of models', () => {
  const { service } = serviceForAll(() => startService({ dialect: 'postgres', setup: tables() }));
  const dashboard = dashboardOf(() => listening(service.admin));
  const at = (address: string): Promise<StaffPage> => dashboard.at(address, 'root', password, { viewport: { width: 1280, height: 800 } });

  it('folds groups, which stand in the order of their names, those of the service last', async () => {
    await using staff = await at('');
    const { page } = staff;
    const items = menuItems(page);
    await items.filter({ hasText: 'Zoo' }).waitFor();
    expect((await items.allInnerTexts()).map((text) => text.split('\n')[0])).toEqual(['Home', 'Alpha', 'Middle', 'Zoo', 'Admin', 'Auth']);
    const zoo = items.filter({ hasText: 'Zoo' });
    expect(await zoo.getAttribute('aria-expanded')).toBe('false');
    await zoo.click();
    await menuLink(page, /^A table ?0/)
      .first()
      .click();
    await page.waitForURL(/#\/zoo\./);
    expect(await zoo.getAttribute('aria-expanded')).toBe('true');
    await zoo.click();
    expect(await items.filter({ hasText: /^A table/ }).count()).toBe(0);
    // Where one is stands open by itself.
    await staff.open('#/alpha.Person');
    await page.reload();
    await items
      .filter({ hasText: /^M table/ })
      .first()
      .waitFor();
    expect(await staff.barriers()).toEqual([]);
  });

  it('finds a model by parts of its name, and says which schema it is of', async () => {
    await using staff = await at('');
    const { page } = staff;
    await page.getByRole('searchbox', { name: 'Find a model' }).fill('person');
    const items = menuItems(page);
    await expect.poll(() => items.filter({ hasText: /^Pe/ }).count()).toBe(3);
    expect((await items.allInnerTexts()).map((text) => text.split('\n')[0])).toEqual([
      'Home',
      'Alpha',
      expect.stringMatching(/^Pe/),
      'Middle',
      expect.stringMatching(/^Pe/),
      'Zoo',
      expect.stringMatching(/^Pe/),
    ]);
    await page.getByRole('searchbox', { name: 'Find a model' }).fill('middle per');
    await expect.poll(() => items.filter({ hasText: /^Pe/ }).count()).toBe(1);
    await items.filter({ hasText: /^Pe/ }).click();
    await page.waitForURL(/#\/middle\.Person/);
  });

  it('shows that it goes on below the window, and no head stands over another', async () => {
    await using staff = await at('#/alpha.Person');
    const { page } = staff;
    await menuLink(page, /^M table ?69/)
      .first()
      .waitFor();
    const style = await page.evaluate(() => {
      const { document, getComputedStyle } = globalThis as any;
      const menu = document.querySelector('.side-menu');
      const { scrollbarWidth, overflowY } = getComputedStyle(menu);
      return { scrollbarWidth, overflowY, isLonger: menu.scrollHeight > menu.clientHeight };
    });
    expect(style).toEqual({ scrollbarWidth: 'thin', overflowY: 'auto', isLonger: true });
    await page.locator('.side-menu').hover();
    await page.mouse.wheel(0, 100_000);
    const last = menuItems(page).filter({ hasText: 'Zoo' });
    await last.waitFor();
    await expect.poll(async () => (await last.boundingBox())?.y ?? 10_000).toBeLessThan(800);
    const sticky = await page.evaluate(() => {
      const { document, getComputedStyle } = globalThis as any;
      return [...document.querySelectorAll('.side-menu *')].filter((node) => getComputedStyle(node).position === 'sticky').length;
    });
    expect(sticky).toBe(0);
  });
});
