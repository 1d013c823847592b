import axe, { type RunOptions } from 'axe-core';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { expect, onTestFinished, TestRunner } from 'vitest';
import { menuItems } from './menu.ts';

/** A browser page of a member of staff on the dashboard. */
export interface StaffPage extends AsyncDisposable {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Goes to an address of the dashboard, such as `#/sales.Order`, as if it was entered in an empty window. */
  open(address: string): Promise<void>;
  /** Signs in at the sign-in page. */
  signIn(username: string, password?: string): Promise<void>;
  /** Console messages that the test expects, such as a 400 that it causes. */
  expectMessage(pattern: RegExp): void;
  /** Waits until all animations have ended. */
  stillness(): Promise<unknown>;
  /** The accessibility problems of the current screen. */
  barriers(): Promise<readonly string[]>;
  /** The same in each color scheme that has some: all of them in the first one, and those that depend on colors in the other one. */
  barriersInSchemes(): Promise<Partial<Record<Scheme, readonly string[]>>>;
  close(): Promise<void>;
}

/** The background of the page in each color scheme. */
const grounds = { light: 'rgb(247, 247, 249)', dark: 'rgb(16, 17, 22)' } as const;

type Scheme = keyof typeof grounds;

/** The color schemes of the dashboard. */
const schemes = Object.keys(grounds) as readonly Scheme[];

/** The rules of axe whose result depends on colors. */
const rulesOfColor = ['color-contrast', 'link-in-text-block'];

interface StaffPageOptions extends BrowserContextOptions {
  /** The address of the dashboard, with its slash. */
  readonly at: string;
}

/** A new page without cookies. When it is closed, it fails if its console had messages, or if it requested another origin. */
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
  const visited = addressesOf(page);
  const check = (): void => expect(complaints.filter((text) => !expected.some((pattern) => pattern.test(text)))).toEqual([]);
  const leave = async (): Promise<void> => {
    // A route that still answers must not fail because its page is gone.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
  };
  const close = async (): Promise<void> => {
    await leave();
    check();
  };
  // A page that a test leaves open is closed at its end, so that a failed test can say what was on the screen.
  const isInTest = TestRunner.getCurrentTest() !== undefined;
  if (isInTest) {
    onTestFinished(async ({ task }) => {
      if (task.result?.state === 'fail') {
        const screen = await page.locator('body').ariaSnapshot({ timeout: 2000 }).catch(String);
        const errors = (task.result.errors ?? []).map(({ message }) => message);
        // A test that is run again and passes then does not say what failed.
        console.error(`${errors.join('\n')}\nThe addresses, and the screen at the end:\n${visited.join('\n')}\n${screen}`);
      }
      await leave();
    });
  }
  const dispose = async (): Promise<void> => {
    if (!isInTest) return close();
    check();
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
    async barriersInSchemes() {
      const found: Partial<Record<Scheme, readonly string[]>> = {};
      for (const [index, colorScheme] of schemes.entries()) {
        await page.emulateMedia({ colorScheme });
        await page.waitForFunction(hasGround, grounds[colorScheme]);
        const barriers = await barriersOf(page, index === 0 ? {} : { runOnly: { type: 'rule', values: rulesOfColor } });
        if (barriers.length > 0) found[colorScheme] = barriers;
      }
      return found;
    },
    stillness: () => page.waitForFunction(isStill),
    [Symbol.asyncDispose]: dispose,
  };
}

/** The addresses that a page goes to, each with the time since the page was opened. */
function addressesOf(page: Page): readonly string[] {
  const opened = performance.now();
  const addresses: string[] = [];
  page.on('framenavigated', (frame) => {
    const after = Math.round(performance.now() - opened);
    if (frame === page.mainFrame()) addresses.push(`${after} ms: ${new URL(frame.url()).hash || frame.url()}`);
  });
  return addresses;
}

interface SignedIn extends StaffPageOptions {
  readonly address: string;
  readonly username: string;
  readonly password: string;
}

/** A page at an address of the dashboard, with a user who was signed in by an API request: one page load instead of two. */
export async function signedIn(browser: Browser, { address, username, password, ...options }: SignedIn): Promise<StaffPage> {
  const staff = await staffPage(browser, options);
  const { origin } = new URL(options.at);
  const answer = await staff.context.request.post(`${origin}/api/auth/login/`, { data: { username, password, session: true } });
  if (!answer.ok()) throw new Error(`${username} is not signed in: ${answer.status()} ${await answer.text()}`);
  await staff.open(address);
  // In any language, the menu is there.
  await menuItems(staff.page).first().waitFor();
  return staff;
}

/** Runs in the browser. */
function hasGround(color: string): boolean {
  const { document, getComputedStyle } = globalThis as any;
  return getComputedStyle(document.body).backgroundColor === color;
}

/** Runs in the browser. */
function isStill(): boolean {
  const { document } = globalThis as unknown as { document: { getAnimations(): { readonly playState: string }[] } };
  return document.getAnimations().every(({ playState }) => playState !== 'running');
}

async function barriersOf(page: Page, options: RunOptions = {}): Promise<readonly string[]> {
  // What is fading in has too little contrast until it is there.
  await page.waitForFunction(isStill);
  if (!(await page.evaluate(`'axe' in globalThis`))) await page.evaluate(axe.source);
  return page.evaluate(async (given) => {
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(given);
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
  }, options);
}
