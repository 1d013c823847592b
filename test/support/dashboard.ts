import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { browserOfWorker } from './browser.ts';
import type { Listening } from './listening.ts';
import { copyShop } from './shop.ts';
import { signedIn, type StaffPage } from './staff-page.ts';

/** A dashboard and a browser for the tests of one `describe`. */
interface TestDashboard {
  readonly browser: () => Browser;
  readonly origin: () => string;
  /** Opens a new window at an address of the dashboard, with a user signed in; the password is the user name by default. */
  at(address: string, username?: string, password?: string, options?: BrowserContextOptions): Promise<StaffPage>;
}

/** Makes an admin listen before the tests of a `describe`, and closes it after them; the browser is that of the worker. */
export function dashboardOf(listen: () => Promise<Listening>): TestDashboard {
  const running: { site?: Listening; browser?: Browser } = {};
  beforeAll(async () => {
    running.site = await listen();
    running.browser = await browserOfWorker();
  });
  afterAll(async () => {
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
  return dashboardOf(() => copyShop(orders));
}
