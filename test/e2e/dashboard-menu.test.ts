/** The menu of a database with many tables in many schemas. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBrowser } from '../support/browser.ts';
import { type Listening, listening } from '../support/listening.ts';
import { password, startService, type TestService } from '../support/service.ts';
import { signedIn, type StaffPage } from '../support/staff-page.ts';

const schemas = ['zoo', 'alpha', 'middle'];

describe('the menu of the dashboard, of hundreds of models', () => {
  let service: TestService;
  let site: Listening;
  let browser: Browser;
  const at = (address: string): Promise<StaffPage> =>
    signedIn(browser, { at: `${site.origin}/`, address, username: 'root', password, viewport: { width: 1280, height: 800 } });
  beforeAll(async () => {
    // The first schema of the alphabet has the last names.
    const table = (schema: string, index: number): string =>
      `CREATE TABLE ${schema}.${schema === 'zoo' ? 'a' : 'm'}_table_${index} (id integer PRIMARY KEY, name text)`;
    const tables = schemas.flatMap((schema) => Array.from({ length: 70 }, (_, index) => table(schema, index)));
    const shared = schemas.map((schema) => `CREATE TABLE ${schema}.person (id integer PRIMARY KEY, name text)`);
    service = await startService({
      dialect: 'postgres',
      setup: [...schemas.map((schema) => `CREATE SCHEMA ${schema}`), ...tables, ...shared].join(';'),
    });
    await service.superuser();
    site = await listening(service.admin);
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await site.close();
    await service.close();
  });

  it('folds groups, which stand in the order of their names', async () => {
    await using staff = await at('');
    const { page } = staff;
    const items = page.getByRole('menuitem');
    await items.filter({ hasText: 'Zoo' }).waitFor();
    expect((await items.allInnerTexts()).map((text) => text.split('\n')[0])).toEqual([
      'Home',
      'Admin',
      'Alpha',
      'Auth',
      'Contenttypes',
      'Middle',
      'Zoo',
    ]);
    const zoo = items.filter({ hasText: 'Zoo' });
    expect(await zoo.getAttribute('aria-expanded')).toBe('false');
    await zoo.click();
    await page
      .getByRole('menuitem', { name: /^A table ?0/ })
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
    const items = page.getByRole('menuitem');
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
    await page
      .getByRole('menuitem', { name: /^M table ?69/ })
      .first()
      .waitFor();
    const style = await page.evaluate(() => {
      const { document, getComputedStyle } = globalThis as any;
      const menu = document.querySelector('.RaSidebar-fixed');
      const { scrollbarWidth, overflowY } = getComputedStyle(menu);
      return { scrollbarWidth, overflowY, isLonger: menu.scrollHeight > menu.clientHeight };
    });
    expect(style).toEqual({ scrollbarWidth: 'thin', overflowY: 'auto', isLonger: true });
    await page.locator('.RaSidebar-fixed').hover();
    await page.mouse.wheel(0, 100_000);
    const last = page.getByRole('menuitem', { name: 'Zoo' });
    await last.waitFor();
    await expect.poll(async () => (await last.boundingBox())?.y ?? 10_000).toBeLessThan(800);
    const sticky = await page.evaluate(() => {
      const { document, getComputedStyle } = globalThis as any;
      return [...document.querySelectorAll('.RaSidebar-fixed *')].filter((node) => getComputedStyle(node).position === 'sticky').length;
    });
    expect(sticky).toBe(0);
  });
});
