/** Dialogs, drawers, menus and small windows: for everybody, and with the keyboard back where it was. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { shopDashboard } from '../support/dashboard.ts';
import { type StaffPage, staffPage } from '../support/staff-page.ts';
import { finished } from '../support/finished-windows.ts';
import { type Window, windows } from '../support/windows.ts';

describe('the dashboard: windows', () => {
  const { browser, origin, at: signInAt } = shopDashboard(120);
  const session: { state?: Awaited<ReturnType<StaffPage['context']['storageState']>> } = {};
  beforeAll(async () => {
    await using staff = await signInAt('');
    session.state = await staff.context.storageState();
  });

  async function at({ address, isNarrow }: Pick<Window, 'address' | 'isNarrow'>): Promise<StaffPage> {
    const staff = await staffPage(browser(), {
      at: `${origin()}/`,
      ...(session.state ? { storageState: session.state } : {}),
      ...(isNarrow ? { viewport: { width: 390, height: 844 } } : {}),
    });
    // Of a conflict, which is meant.
    staff.expectMessage(/412/);
    await staff.open(address);
    return staff;
  }

  /** What has the keyboard, as one reads it. */
  function focused(page: Page): Promise<string> {
    return page.evaluate(() => {
      const { activeElement } = (globalThis as any).document;
      return String(activeElement?.outerHTML ?? 'nothing').slice(0, 200);
    });
  }

  async function expectBack(page: Page, opener: Awaited<ReturnType<Window['open']>>): Promise<void> {
    const place = opener ?? page.locator('#main-content');
    await expect.poll(async () => ((await place.and(page.locator(':focus')).count()) === 1 ? 'back' : focused(page))).toBe('back');
  }

  it.each(Object.entries(windows))(
    '%s: has nothing in the way of a screen reader, in both themes, and gives the keyboard back, by Escape and by its button if it has one',
    async (_name, window) => {
      await using staff = await at(window);
      const { page } = staff;
      const opener = await window.open(page);
      await window.shown(page).first().waitFor();
      await staff.stillness();
      expect.soft(await staff.barriersInSchemes()).toEqual({});
      await page.keyboard.press('Escape');
      await window.shown(page).first().waitFor({ state: 'hidden' });
      await expectBack(page, opener);
      if (window.cancel === undefined) return;
      const again = await window.open(page);
      await window.shown(page).getByRole('button', { name: window.cancel, exact: true }).click();
      await window.shown(page).waitFor({ state: 'hidden' });
      await expectBack(page, again);
    },
  );

  it.each(Object.entries(finished))(
    '%s: leaves the keyboard on the page when it is done',
    async (_name, { open, finish, focus, ...place }) => {
      await using staff = await at(place);
      const { page } = staff;
      await open(page);
      await finish(page);
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      await page.waitForLoadState('networkidle');
      await staff.stillness();
      const target = focus?.(page) ?? page.locator('#main-content');
      await expect.poll(async () => ((await target.and(page.locator(':focus')).count()) === 1 ? 'there' : focused(page))).toBe('there');
    },
  );
});
