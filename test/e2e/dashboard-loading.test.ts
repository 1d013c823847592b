/** What is shown while something is being loaded: its place. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { shopDashboard } from '../support/dashboard.ts';
import { heldAnswers, noteShifts } from '../support/held-answers.ts';
import { staffPage } from '../support/staff-page.ts';
import { menuLink } from '../support/menu.ts';

describe('the dashboard: while something is loading', () => {
  const { browser, origin, at } = shopDashboard(120);

  it('moves nothing, from the sign-in over home, a list and a row to its history', async () => {
    await using staff = await staffPage(browser(), { at: `${origin()}/` });
    const { page } = staff;
    const shifts = await noteShifts(page);
    const answers = await heldAnswers(page);
    await staff.open('');
    await staff.signIn('admin');
    await answers.until(page.getByRole('region', { name: 'Recent activity' }));
    await answers.rest();
    await page.locator('canvas').first().waitFor();
    expect(await shifts()).toEqual([]);
    await menuLink(page, 'Orders').click();
    await answers.until(page.locator('.list-rows').getByRole('cell', { name: /^SO-/ }).first());
    await answers.rest();
    expect(await shifts()).toEqual([]);
    await page.getByRole('cell', { name: /^SO-/ }).first().click();
    await answers.until(page.getByRole('button', { name: 'Remove order line 1' }));
    await answers.rest();
    await page.getByRole('tab', { name: 'History' }).waitFor();
    expect(await shifts()).toEqual([]);
    await page.getByLabel('Note').fill('Ring twice');
    await page.getByRole('button', { name: 'Save and continue editing' }).click();
    await answers.until(page.getByText('The order is saved.'));
    await answers.rest();
    await page.getByRole('tab', { name: 'History' }).click();
    await answers.until(page.getByRole('article').first());
    expect(await shifts()).toEqual([]);
    await answers.free();
  });

  it('moves nothing on the second visit of home, whose cards are read in any order', async () => {
    await using staff = await at('');
    const { page } = staff;
    await page.locator('canvas').first().waitFor();
    await page.waitForLoadState('networkidle');
    const shifts = await noteShifts(page);
    const answers = await heldAnswers(page);
    await page.reload();
    await answers.until(page.getByRole('region', { name: 'Recent activity' }));
    await answers.free();
    await page.locator('canvas').first().waitFor();
    expect(await shifts()).toEqual([]);
  });

  /** How to come to what is loading, and what screen readers hear of it. */
  const places: Readonly<Record<string, readonly [address: string, act: (page: Page) => Promise<unknown>, text: RegExp]>> = {
    'a list': ['', (page) => menuLink(page, 'Orders').click(), /^Loading$/],
    'a row': ['#/sales.Order', (page) => page.getByRole('cell', { name: /^SO-/ }).first().click(), /^Loading$/],
    'a new row': ['#/catalog.Product', (page) => page.getByRole('link', { name: 'New product' }).click(), /^Loading$/],
    'the history': ['#/sales.Order/1', (page) => page.getByRole('tab', { name: 'History' }).click(), /^Loading the history$/],
    'the rows that point to a row': ['#/catalog.Category/2', (page) => page.getByRole('tab', { name: /^Products/ }).click(), /^Loading$/],
    'what a delete does': [
      '#/catalog.Category/2',
      (page) => page.getByRole('button', { name: 'Delete', exact: true }).click(),
      /^Looking for what depends on it$/,
    ],
    'the advice on indexes': [
      '',
      async (page) => {
        await page.getByRole('button', { name: /Ada/ }).click();
        await page.getByRole('menuitem', { name: 'Database' }).click();
      },
      /^The database is asked for its plans\.$/,
    ],
  };

  it.each(Object.entries(places))(
    'has no barriers, one text, and no motion for who wants none: %s',
    async (_name, [address, act, text]) => {
      await using staff = await at(address, 'admin', 'admin', { reducedMotion: 'reduce' });
      const { page } = staff;
      await page.waitForLoadState('networkidle');
      const answers = await heldAnswers(page);
      await act(page);
      await answers.waiting();
      const busy = page.locator('.skeleton[aria-busy=true]').filter({ has: page.getByRole('status').filter({ hasText: text }) });
      await answers.until(busy);
      expect(await page.locator('.skeleton').getByRole('status').count()).toBe(1);
      const animations = await page
        .locator('.skeleton span')
        .evaluateAll((bars: any[]) => [...new Set(bars.map((bar) => (globalThis as any).getComputedStyle(bar).animationName))]);
      expect(animations).toEqual(['none']);
      expect(await staff.barriersInSchemes()).toEqual({});
      await answers.free();
    },
  );

  describe('before the script is there', () => {
    const themes = [
      { name: 'as the system has it', colorScheme: 'light', stored: null, background: 'rgb(247, 247, 249)' },
      { name: 'as the system has it', colorScheme: 'dark', stored: null, background: 'rgb(16, 17, 22)' },
      { name: 'as the person has chosen', colorScheme: 'light', stored: 'dark', background: 'rgb(16, 17, 22)' },
      { name: 'as the person has chosen', colorScheme: 'dark', stored: 'light', background: 'rgb(247, 247, 249)' },
    ] as const;

    it.each(themes)('paints the frame, $name: $colorScheme, $stored', async ({ colorScheme, stored, background }) => {
      await using staff = await staffPage(browser(), { at: `${origin()}/`, colorScheme });
      const { page } = staff;
      const theme = stored;
      await page.addInitScript((name) => {
        const scope = globalThis as any;
        // The empty page before it has no store.
        if (name && scope.origin !== 'null') scope.localStorage.setItem('RaStore.theme', JSON.stringify(name));
      }, theme);
      staff.expectMessage(/ERR_FAILED/);
      await page.route(/index-[^/]*\.js$/, (route) => route.abort());
      await staff.open('');
      const shell = page.locator('.shell');
      await shell.waitFor();
      const look = await shell.evaluate((element: any) => {
        const side = element.querySelector('.shell-side');
        const { getComputedStyle: styleOf } = globalThis as any;
        return [styleOf(element).backgroundColor, side.offsetWidth, side.offsetHeight, element.offsetWidth];
      });
      expect(look).toEqual([background, 237, 900, 1280]);
      expect(await staff.barriers()).toEqual([]);
    });

    it.each([
      { what: 'its script', locale: 'en-GB', files: /index-[^/]*\.js$/ },
      { what: 'the texts of its language', locale: 'ar', files: /\/ar-[^/]*\.js$/ },
    ])('says that $what could not be loaded, and can be reloaded', async ({ locale, files }) => {
      await using staff = await staffPage(browser(), { at: `${origin()}/`, locale });
      const { page } = staff;
      staff.expectMessage(/ERR_FAILED|dynamically imported module/);
      await page.route(files, (route) => route.abort());
      await staff.open('');
      await page.getByRole('alert').getByText('The dashboard could not be loaded.').waitFor();
      expect(await staff.barriers()).toEqual([]);
      await page.unroute(files);
      await page.getByRole('button', { name: 'Reload' }).click();
      await page.getByRole('textbox').first().waitFor();
    });

    it('paints it where the side will be, wide, folded and on a telephone', async () => {
      for (const [width, isFolded] of [
        [1280, false],
        [1280, true],
        [390, false],
      ] as const) {
        await using staff = await at('');
        const { page } = staff;
        await page.setViewportSize({ width, height: 844 });
        if (isFolded) await page.getByRole('button', { name: 'Close menu' }).click();
        const side = page.locator(width < 600 ? '#root header' : '.RaSidebar-docked, .RaSidebar-paper').first();
        await staff.stillness();
        const real = await side.boundingBox();
        await page.route(/index-[^/]*\.js$/, (route) => route.abort());
        staff.expectMessage(/ERR_FAILED/);
        await page.reload();
        const painted = await page.locator('.shell-side').boundingBox();
        expect([width, isFolded, painted?.width]).toEqual([width, isFolded, real?.width]);
        if (width < 600) expect(painted?.height).toBe(real?.height);
      }
    });
  });
});
