import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { startBrowser } from './browser.ts';
import type { Listening } from './listening.ts';
import { startShop } from './shop.ts';
import { signedIn, type StaffPage } from './staff-page.ts';

/** A dashboard and a browser for the tests of one `describe`. */
interface TestDashboard {
  readonly browser: () => Browser;
  readonly origin: () => string;
  /** Opens a new window at an address of the dashboard, with a user signed in; the password is the user name by default. */
  at(address: string, username?: string, password?: string, options?: BrowserContextOptions): Promise<StaffPage>;
}

/** Makes an admin listen and starts a browser before the tests of a `describe`, and closes both after them. */
export function dashboardOf(listen: () => Promise<Listening>): TestDashboard {
  const running: { site?: Listening; browser?: Browser } = {};
  beforeAll(async () => {
    running.site = await listen();
    running.browser = await startBrowser();
  });
  afterAll(async () => {
    await running.browser?.close();
    await running.site?.close();
  });
  const browser = (): Browser => running.browser as Browser;
  const origin = (): string => running.site?.origin ?? '';
  return {
    browser,
    origin,
    at: (address, username = 'admin', password = username, options = {}) =>
      signedIn(browser(), { ...options, at: `${origin()}/`, address, username, password }),
  };
}

/** The dashboard of the demo with this many orders. */
export function shopDashboard(orders: number): TestDashboard {
  return dashboardOf(() => startShop('sqlite', orders));
}
