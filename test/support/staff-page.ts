import axe from 'axe-core';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';

/** A member of staff in front of the dashboard. */
export interface StaffPage extends AsyncDisposable {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Goes to an address of the dashboard, such as `#/sales.Order`, as if it was written into an empty window. */
  open(address: string): Promise<void>;
  /** Signs in at the page that asks for it. */
  signIn(username: string, password?: string): Promise<void>;
  /** Messages of the console that are to come, such as a 400 that a test asks for. */
  expectMessage(pattern: RegExp): void;
  /** Waits until nothing slides in or fades any more. */
  stillness(): Promise<unknown>;
  /** What a screen reader or a keyboard would stumble over on the screen as it is. */
  barriers(): Promise<readonly string[]>;
  close(): Promise<void>;
}

interface StaffPageOptions extends BrowserContextOptions {
  /** Of the dashboard, with its slash. */
  readonly at: string;
}

/** A page of its own, without cookies. When it is closed, its console must have been clean, and no other origin asked. */
export async function staffPage(browser: Browser, { at, ...options }: StaffPageOptions): Promise<StaffPage> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/Oslo',
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const { origin } = new URL(at);
  const complaints: string[] = [];
  const expected: RegExp[] = [];
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && complaints.push(`${message.type()}: ${message.text()}`));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${origin}/`) && !/^(data|blob):/.test(url)) complaints.push(`asked ${url}`);
  });
  const close = async (): Promise<void> => {
    await context.close();
    expect(complaints.filter((text) => !expected.some((pattern) => pattern.test(text)))).toEqual([]);
  };
  return {
    page,
    context,
    close,
    expectMessage: (pattern) => expected.push(pattern),
    async open(address) {
      await page.goto('about:blank');
      await page.goto(`${at}${address}`);
    },
    async signIn(username, password = username) {
      await page.getByLabel('User name').fill(username);
      await page.getByRole('textbox', { name: 'Password' }).fill(password);
      await page.getByRole('button', { name: 'Sign in' }).click();
    },
    barriers: () => barriersOf(page),
    stillness: () => page.waitForFunction(isStill),
    [Symbol.asyncDispose]: close,
  };
}

interface SignedIn extends StaffPageOptions {
  readonly address: string;
  readonly username: string;
  readonly password: string;
}

/** A page at an address of the dashboard, of a user whom a request of the API has signed in: one page is loaded, not two. */
export async function signedIn(browser: Browser, { address, username, password, ...options }: SignedIn): Promise<StaffPage> {
  const staff = await staffPage(browser, options);
  const { origin } = new URL(options.at);
  const answer = await staff.context.request.post(`${origin}/api/auth/login/`, { data: { username, password, session: true } });
  if (!answer.ok()) throw new Error(`${username} is not signed in: ${answer.status()} ${await answer.text()}`);
  await staff.open(address);
  await staff.page.getByRole('menuitem', { name: 'Home' }).waitFor();
  return staff;
}

/** Runs in the page. */
function isStill(): boolean {
  const { document } = globalThis as unknown as { document: { getAnimations(): { readonly playState: string }[] } };
  return document.getAnimations().every(({ playState }) => playState !== 'running');
}

async function barriersOf(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run();
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
  });
}
