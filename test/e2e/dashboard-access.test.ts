import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { shopDashboard } from '../support/dashboard.ts';
import { filterChip, openFilter } from '../support/list-filters.ts';
import { type StaffPage, staffPage } from '../support/staff-page.ts';

/** Every screen, and how to come to it once signed in. */
const screens: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  '': (page) => page.getByRole('heading', { name: 'Recent activity' }).waitFor(),
  '#/profile': (page) => page.getByLabel('New password').waitFor(),
  '#/sales.Order': (page) => page.getByText(/^SO-/).first().waitFor(),
  [`#/sales.Order?filter=${encodeURIComponent('{"status":["paid"],"total__gte":"1","channel":["app"],"placedAt~last":"900","isGift":"false"}')}`]:
    (page) => filterChip(page, 'Placed at').waitFor(),
  '#/sales.Order with an editor': async (page) => {
    const editor = await openFilter(page, 'Status');
    await editor.getByRole('checkbox').first().waitFor();
  },
  '#/sales.Order with the palette': async (page) => {
    await page.getByText(/^SO-/).first().waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('option').first().waitFor();
  },
  [`#/sales.Order?filter=${encodeURIComponent('{"q":"nothing at all"}')}`]: (page) => page.getByText('No orders match.').waitFor(),
  '#/sales.Order/1': (page) => page.getByLabel('Note').waitFor(),
  '#/sales.Order/create': (page) => page.getByRole('button', { name: 'Add order line' }).waitFor(),
  '#/catalog.Product/1': (page) => page.getByRole('textbox', { name: 'Color' }).waitFor(),
  '#/auth.Group/1': (page) => page.getByLabel('Find a model').waitFor(),
  '#/changes': (page) => page.getByRole('heading', { name: 'Changes' }).waitFor(),
  '#/doctor': (page) => page.getByRole('heading', { name: 'Database' }).waitFor(),
  '#/admin.AdminAuditLog': (page) => page.getByText('Signed in').first().waitFor(),
  '#/catalog.Product/1 with a relation': async (page) => {
    await page.getByRole('tab', { name: /^Order lines/ }).click();
    await page.getByRole('region', { name: 'Order lines' }).getByRole('link').first().waitFor();
  },
  '#/admin.AdminAuditLog/1/show': (page) => page.getByText('Request id').waitFor(),
  '#/sales.Order/1 with its history': async (page) => {
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByText('Nothing was recorded yet.').waitFor();
  },
  '#/sales.Order/1 with its delete': async (page) => {
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('dialog').getByRole('link').first().waitFor();
  },
  '#/sales.Order with an action': async (page) => {
    await page.locator('tbody .dash-tick').first().click();
    await page.getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: 'Refund' }).click();
    await page.getByLabel('Reason').waitFor();
  },
};

/** Whether what stands at the place of the heading is the heading itself. */
function headingIsOnTop(page: Page): Promise<boolean> {
  return page.getByRole('heading', { level: 1 }).evaluate((element: any) => {
    const { left, top, height } = element.getBoundingClientRect();
    return element.contains((globalThis as any).document.elementFromPoint(left + 4, top + height / 2));
  });
}

describe('the dashboard: for everybody', () => {
  const { browser, origin, at: signInAt } = shopDashboard(120);
  const sessions = new Map<string, Awaited<ReturnType<StaffPage['context']['storageState']>>>();
  /** A page with the session of the superuser. */
  async function at(address: string, options: Partial<Parameters<typeof staffPage>[1]> = {}): Promise<StaffPage> {
    const storageState = sessions.get('admin');
    const staff = await staffPage(browser(), { at: `${origin()}/`, ...(storageState ? { storageState } : {}), ...options });
    await staff.open(address);
    return staff;
  }

  beforeAll(async () => {
    await using staff = await signInAt('');
    sessions.set('admin', await staff.context.storageState());
  });

  /** No barrier for a screen reader, and the background of the scheme, in a light and in a dark room. */
  async function expectReadable(staff: StaffPage): Promise<void> {
    expect(await staff.barriersInSchemes()).toEqual({});
  }

  it('have nothing in the way of a screen reader where one signs in', async () => {
    await using staff = await staffPage(browser(), { at: `${origin()}/` });
    await staff.open('');
    await staff.page.getByRole('button', { name: 'Sign in' }).waitFor();
    await expectReadable(staff);
  });

  it.each(Object.entries(screens))('have nothing in the way of a screen reader, and fit a telephone, on /%s', async (address, arrive) => {
    await using staff = await at(address.replace(/ with .*/, ''));
    await arrive(staff.page);
    await expectReadable(staff);
    // The dialog of an action is as wide as its table of rows.
    if (address.endsWith('with an action')) return;
    await staff.page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => staff.page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  });

  it.each(['#/sales.Order', '#/sales.Order/1'])('fit a telephone from the start on /%s, also where a menu was open', async (address) => {
    const localStorage = [{ name: 'RaStore.sidebar.open', value: 'true' }];
    const storageState = { cookies: sessions.get('admin')?.cookies ?? [], origins: [{ origin: origin(), localStorage }] };
    await using staff = await at(address, { viewport: { width: 390, height: 844 }, storageState });
    await screens[address]?.(staff.page);
    expect(await staff.page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    await expect.poll(() => headingIsOnTop(staff.page)).toBe(true);
  });

  it('has no menu over a page that was opened from it on a telephone', async () => {
    await using staff = await at('#/sales.Order', { viewport: { width: 390, height: 844 } });
    const { page } = staff;
    await screens['#/sales.Order']?.(page);
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('button', { name: 'Ada Ministrator' }).click();
    await page.getByRole('menuitem', { name: 'Profile' }).click();
    await page.getByLabel('New password').waitFor();
    await expect.poll(() => headingIsOnTop(page)).toBe(true);
  });

  it('works on many rows on a telephone', async () => {
    await using staff = await at('#/sales.Order', { viewport: { width: 390, height: 844 } });
    const { page } = staff;
    await page
      .getByRole('checkbox', { name: /^Select SO-/ })
      .nth(0)
      .click();
    await page
      .getByRole('checkbox', { name: /^Select SO-/ })
      .nth(1)
      .click();
    await page.getByText('2 selected').waitFor();
    expect(await staff.barriers()).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByRole('combobox', { name: 'Field' }).click();
    await page.getByRole('option', { name: 'Note' }).click();
    await page.getByRole('textbox', { name: 'Note' }).fill('From a train');
    await page.getByRole('button', { name: 'Show what changes' }).click();
    await page.getByRole('button', { name: 'Change 2 orders' }).click();
    await page.getByText('2 orders: note is changed.').waitFor();
  });

  it('needs no mouse', async () => {
    await using staff = await staffPage(browser(), { at: `${origin()}/` });
    const { page } = staff;
    const tabTo = async (name: string | RegExp): Promise<void> => {
      const isThere = (text: string): boolean => (typeof name === 'string' ? text.startsWith(name) : name.test(text));
      for (let presses = 0; presses < 80; presses++) {
        await page.keyboard.press('Tab');
        const text = await page.evaluate(() => {
          const { activeElement } = (globalThis as any).document;
          return `${activeElement?.getAttribute('aria-label') ?? ''}${activeElement?.innerText ?? ''}${activeElement?.labels?.[0]?.innerText ?? ''}`.trim();
        });
        if (isThere(text)) return;
      }
      throw new Error(`No key leads to ${String(name)}.`);
    };
    await staff.open('#/sales.Order');
    await page.getByLabel('User name').waitFor();
    await page.keyboard.type('admin');
    await page.keyboard.press('Tab');
    await page.keyboard.type('admin');
    await page.keyboard.press('Enter');
    await page.getByText(/^SO-/).first().waitFor();
    await tabTo('Skip to content');
    await tabTo(/^SO-/);
    await page.keyboard.press('Enter');
    await page.getByLabel('Note').waitFor();
    await tabTo('Note');
    await page.keyboard.type('By keys alone');
    await tabTo('Save');
    await page.keyboard.press('Enter');
    await page.getByText('The order is saved.').waitFor();
  });

  it('leads over the menu and over the tools of a list, and says what has loaded and what is ticked', async () => {
    await using staff = await at('#/sales.Order');
    const { page } = staff;
    await page.getByRole('cell', { name: /^SO-/ }).first().waitFor();
    await expect.poll(() => page.getByRole('status', { name: 'Rows' }).innerText()).toMatch(/^120 orders, 25 shown\.$/);
    await page.keyboard.press('Tab');
    const skip = page.getByRole('button', { name: 'Skip to content' });
    expect(await skip.and(page.locator(':focus')).count()).toBe(1);
    await staff.stillness();
    expect(await staff.barriers()).toEqual([]);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await page.locator(':focus').innerText()).toBe('Skip to the rows');
    await page.keyboard.press('Enter');
    expect(await page.locator('.list-rows :focus').count()).toBe(1);
    await page.locator('tbody .dash-tick').first().press('Space');
    await expect.poll(() => page.getByRole('status', { name: 'Rows' }).innerText()).toMatch(/1 ticked\.$/);
  });

  it.each(['', '#/sales.Order', '#/sales.Order/1', '#/auth.Group/1'])(
    'fit every width and twice the size of text on /%s',
    async (address) => {
      await using staff = await at(address, { viewport: { width: 640, height: 410 } });
      const { page } = staff;
      await screens[address]?.(page);
      const heading = page.getByRole('heading', { level: 1 });
      for (const [width, height] of [
        [640, 410],
        [390, 844],
        [768, 1024],
        [1280, 820],
        [1920, 1080],
        [2560, 1440],
      ] as const) {
        await page.setViewportSize({ width, height });
        await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
        await heading.scrollIntoViewIfNeeded();
        await expect.poll(() => headingIsOnTop(page)).toBe(true);
      }
    },
  );
});
