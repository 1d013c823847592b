/** The way of the Tab key over a page, and what shows where it is. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { shopDashboard } from '../support/dashboard.ts';
import { ask } from '../support/page-requests.ts';
import { staffPage } from '../support/staff-page.ts';

/** A stop of the Tab key. */
interface Stop {
  readonly name: string;
  readonly part: string;
  readonly x: number;
  readonly y: number;
  readonly height: number;
  readonly hasRing: boolean;
}

/** Goes over the page by Tab, until the way is round or has this many stops. */
async function walk(page: Page, most: number): Promise<readonly Stop[]> {
  const stops: Stop[] = [];
  for (let index = 0; index < most; index++) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(stopNow);
    if (stop === null || (stops.length > 0 && stop.isSeen)) break;
    stops.push(stop);
  }
  return stops;
}

/** Runs in the browser. */
async function stopNow(): Promise<(Stop & { readonly isSeen: boolean }) | null> {
  const { document, getComputedStyle: styleOf } = globalThis as any;
  const element = document.activeElement;
  if (element === document.body) return null;
  const isSeen = element.hasAttribute('data-stop');
  element.setAttribute('data-stop', '');
  // The buttons of a picker stand in the line of its label, and belong to its input: they follow it.
  const tools = element.closest('.picker-tools');
  const place = (tools?.parentElement.querySelector('input') ?? element).getBoundingClientRect();
  const scrolled = [document.scrollingElement, element.closest('.table-scroll'), element.closest('.side-menu')];
  const { x } = element.getBoundingClientRect();
  const y = scrolled.reduce((sum, box) => sum + (box?.scrollTop ?? 0), place.y);
  const { height } = place;
  const written = element.cloneNode(true);
  for (const hidden of written.querySelectorAll('[aria-hidden=true]')) hidden.remove();
  const name = element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? written.textContent;
  // The ring of an input is that of its frame, that of a tick that of its box. It is a ring if it goes with the focus.
  const { parentElement: box } = element;
  const frames = [element, ...element.querySelectorAll('*'), ...(box?.children ?? []), box, box?.parentElement].filter(Boolean);
  const look = (): string[] =>
    frames.map((one: any) => {
      const { outline, boxShadow, borderTopColor, borderTopWidth } = styleOf(one);
      return [outline, boxShadow, borderTopColor, borderTopWidth].join();
    });
  const frame = (): Promise<void> =>
    new Promise((done) => (globalThis as any).requestAnimationFrame(() => (globalThis as any).requestAnimationFrame(done)));
  const settle = async (): Promise<void> => {
    await frame();
    for (const animation of document.getAnimations()) if (animation.constructor.name === 'CSSTransition') animation.finish();
  };
  await settle();
  const focused = look();
  element.blur();
  await settle();
  const plain = look();
  element.focus();
  await settle();
  const hasRing = focused.some((one, index) => one !== plain[index]);
  // Cards of the home page stand beside each other, and are read one by one.
  const card = document.querySelector('.table-scroll, form') ? null : element.closest('main section.MuiPaper-root');
  const whole = card ? String(card.getAttribute('aria-label')) : 'page';
  const part = element.closest('.RaSidebar-fixed, .list-rows') ? (element.closest('.list-rows') ? 'rows' : 'side') : whole;
  return {
    name: String(name).trim().replaceAll(/\s+/g, ' '),
    part,
    x,
    y,
    height,
    hasRing,
    isSeen,
  };
}

/** Stops that stand before the one they follow: above it, or left of it in its line. */
function backwards(stops: readonly Stop[]): readonly string[] {
  return stops.flatMap((stop, index) => {
    const before = stops[index - 1];
    if (!before || before.part !== stop.part) return [];
    const isInLine = stop.y < before.y + before.height && before.y < stop.y + stop.height;
    const isBack = isInLine ? stop.x < before.x : stop.y < before.y;
    return isBack ? [`${before.name} > ${stop.name}`] : [];
  });
}

const pages: Readonly<
  Record<string, readonly [address: string, arrive: (page: Page) => Promise<unknown>, passes: readonly string[], most: number]>
> = {
  home: [
    '',
    (page) => page.getByRole('region', { name: 'Recent activity' }).waitFor(),
    ['Skip to content', 'Grimoire Shop', 'Close menu', 'Home'],
    80,
  ],
  'a list': [
    '#/sales.Order',
    (page) => page.getByRole('cell', { name: /^SO-/ }).first().waitFor(),
    [
      'Skip to content',
      'Grimoire Shop',
      'Skip to the rows',
      'Export',
      'New order',
      'Search',
      'Add filter',
      'Totals',
      'Sort',
      'Columns',
      'Select all',
    ],
    70,
  ],
  'a row': [
    '#/sales.Order/5',
    (page) => page.getByRole('button', { name: 'Remove order line 1' }).waitFor(),
    ['Skip to content', 'Grimoire Shop', 'Duplicate', 'Delete', 'Details'],
    90,
  ],
};

describe('the dashboard: the way of the keyboard', () => {
  const { browser, origin, at } = shopDashboard(120);

  it('goes over the sign-in page from top to bottom, shows where it is, and leaves it', async () => {
    await using staff = await staffPage(browser(), { at: `${origin()}/` });
    const { page } = staff;
    await staff.open('');
    await page.getByLabel('User name').waitFor();
    // The page begins in its first input.
    await page.keyboard.press('Shift+Tab');
    const stops = await walk(page, 10);
    expect(stops.map(({ name }) => name.replace(' *', ''))).toEqual([
      'User name',
      'Password',
      'Show password',
      'Sign in',
      'Language: English',
    ]);
    expect(backwards(stops)).toEqual([]);
    expect(stops.filter(({ hasRing }) => !hasRing)).toEqual([]);
  });

  it.each(Object.entries(pages))('goes over %s as one reads it, and shows where it is', async (_name, [address, arrive, passes, most]) => {
    await using staff = await at(address);
    const { page } = staff;
    await arrive(page);
    await page.waitForLoadState('networkidle');
    const stops = await walk(page, most);
    const names = stops.map(({ name }) => name);
    expect.soft(names.filter((name) => passes.includes(name)).slice(0, passes.length)).toEqual(passes);
    expect.soft(stops.filter(({ name }) => name === '')).toEqual([]);
    expect.soft(backwards(stops)).toEqual([]);
    expect.soft(stops.filter(({ hasRing }) => !hasRing).map(({ name }) => name)).toEqual([]);
  });

  it('goes on in the page’s content where what had the focus is gone with the page before', async () => {
    const focused = 'document.activeElement.id || document.activeElement.textContent';
    await using staff = await at('');
    const { page } = staff;
    await page.setViewportSize({ width: 390, height: 844 });
    await staff.open('#/sales.Order/118');
    await page.getByLabel('Note').fill('In the morning');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.locator('.list-rows a').first().waitFor();
    await expect.poll(() => page.evaluate(focused)).toBe('main-content');
    await staff.open('#/catalog.Tag/1');
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.locator('.list-rows a').first().waitFor();
    await expect.poll(() => page.evaluate(focused)).toBe('main-content');
  });

  it('has the keyboard at the next row after one was deleted from its page', async () => {
    await using staff = await at('#/catalog.Tag');
    const { page } = staff;
    await page.locator('.list-rows tbody tr').first().waitFor();
    const next = await page.locator('.list-rows tbody .opening a').nth(1).getAttribute('href');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText(/is deleted\.$/).waitFor();
    // The list shows the deleted row until it is read again.
    await page.waitForLoadState('networkidle');
    await expect.poll(() => page.evaluate("document.activeElement.getAttribute('href')")).toBe(next);
  });

  it('begins a page at its top, and comes back to where it was', async () => {
    await using staff = await at('');
    const { page } = staff;
    await page.setViewportSize({ width: 390, height: 844 });
    await staff.open('#/sales.Order');
    const link = page.locator('.list-rows li a').nth(14);
    await link.scrollIntoViewIfNeeded();
    const before = await page.evaluate('scrollY');
    expect(before).toBeGreaterThan(200);
    await link.click();
    await page.getByLabel('Note').waitFor();
    expect(await page.evaluate('scrollY')).toBe(0);
    await page.goBack();
    await expect.poll(() => page.evaluate('scrollY')).toBe(before);
  });

  it('takes no key as one of the page while a form is saved, and no focus from what was opened meanwhile', async () => {
    await using staff = await at('#/sales.Order/115');
    const { page } = staff;
    const isAsked = Promise.withResolvers<void>();
    const isAnswered = Promise.withResolvers<void>();
    await page.route('**/api/r/sales.Order/115/', async (route) => {
      if (route.request().method() === 'PATCH') {
        isAsked.resolve();
        await isAnswered.promise;
      }
      await route.continue();
    });
    await page.getByLabel('Note').fill('In the morning');
    await page.keyboard.press('Control+s');
    await isAsked.promise;
    // A key of the page, to the list: it would ask what becomes of the changes.
    await page.keyboard.type('u');
    expect([await page.getByRole('alertdialog').count(), page.url()]).toEqual([0, expect.stringContaining('sales.Order/115')]);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('mul');
    isAnswered.resolve();
    await page.getByText('The order is saved.').waitFor();
    await page.keyboard.type('ler');
    expect(await page.getByRole('combobox', { name: 'Find' }).inputValue()).toBe('muller');
  });

  it('saves what was chosen a moment ago, and says so where it does not save', async () => {
    await using staff = await at('#/sales.Order/117');
    const { page } = staff;
    const { status } = await ask(page, 'sales.Order/117/');
    const picker = page.getByRole('combobox', { name: 'Status' });
    await picker.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('option').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('ArrowDown');
    // It is marked, and not chosen yet.
    await page.keyboard.press('Control+s');
    await page.getByText('Not saved: first close what is open above the form.').waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+s');
    await page.getByText('The order is saved.').waitFor();
    const after = await ask(page, 'sales.Order/117/');
    expect(after.status).not.toBe(status);
    expect((await picker.innerText()).toLowerCase()).toBe(after.status);
  });

  it('does not leave a question for the palette', async () => {
    await using staff = await at('#/sales.Order/116');
    const { page } = staff;
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    const question = page.getByRole('dialog');
    await question.getByRole('button', { name: 'Cancel' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Actions', exact: true }).click();
    const menu = page.locator('.MuiPopover-root');
    await menu.getByRole('menuitem').first().waitFor();
    await page.keyboard.press('Control+k');
    expect(await page.getByRole('dialog', { name: 'Find anything' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'hidden' });
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Find anything' }).waitFor();
  });
});
