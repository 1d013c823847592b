import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { startBrowser } from './browser.ts';
import type { Listening } from './listening.ts';
import { startShop } from './shop.ts';
import { signedIn, type StaffPage } from './staff-page.ts';

/** The dashboard of a demo, for the tests of one file. */
interface ShopDashboard {
  readonly browser: () => Browser;
  readonly origin: () => string;
  /** A window of its own at an address of the dashboard, with somebody signed in; the password is the user name. */
  at(address: string, username?: string, password?: string): Promise<StaffPage>;
}

/** Starts the demo with so many orders, and a browser, before the tests of a file, and ends both after them. */
export function shopDashboard(orders: number): ShopDashboard {
  const running: { shop?: Listening; browser?: Browser } = {};
  beforeAll(async () => {
    running.shop = await startShop('sqlite', orders);
    running.browser = await startBrowser();
  });
  afterAll(async () => {
    await running.browser?.close();
    await running.shop?.close();
  });
  const browser = (): Browser => running.browser as Browser;
  const origin = (): string => running.shop?.origin ?? '';
  return {
    browser,
    origin,
    at: (address, username = 'admin', password = username) => signedIn(browser(), { at: `${origin()}/`, address, username, password }),
  };
}
