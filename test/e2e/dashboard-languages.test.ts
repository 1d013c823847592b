import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { shopDashboard } from '../support/dashboard.ts';
import { type StaffPage, staffPage } from '../support/staff-page.ts';
import { ServedTexts } from '../support/untranslated.ts';

/** A text as it is marked: `Save` as `⟦Såvé~~⟧`. */
function marked(text: string): RegExp {
  const accents: Readonly<Record<string, string>> = { a: 'å', e: 'é', i: 'ï', o: 'ö', u: 'û', A: 'Å', E: 'É', I: 'Ï', O: 'Ö', U: 'Û' };
  return new RegExp(`^⟦${text.replaceAll(/[aeiou]/gi, (letter) => accents[letter] ?? letter)}~*⟧`);
}

type Step = (page: Page) => Promise<unknown>;

function press(text: string, role: 'button' | 'menuitem' | 'tab' = 'button'): Step {
  return (page) =>
    page
      .getByRole(role, { name: marked(text) })
      .first()
      .click();
}

const openAccount: Step = (page) => page.getByRole('button', { name: 'Ada Ministrator' }).click();

const tickOne: Step = (page) => page.locator('tbody .dash-tick').first().click();

function filterBy(field: string): Step {
  return async (page) => {
    // Closes the one before.
    await page.keyboard.press('Escape');
    await press('Add filter')(page);
    await page.getByRole('menuitem', { name: field, exact: true }).click();
    await page.getByRole('dialog').getByRole('button').first().waitFor();
  };
}

const stay: Step = async () => undefined;

/** What is opened on a page, one after another; each entry begins on a page of its own, and is read after each of its steps. */
const windows: Readonly<Record<string, Readonly<Record<string, readonly Step[]>>>> = {
  '': {
    palette: [(page) => page.keyboard.press('Control+k'), (page) => page.keyboard.type('orde')],
    keys: [(page) => page.keyboard.press('?')],
    'account, and what is new': [
      openAccount,
      async (page) => {
        await press('What’s new', 'menuitem')(page);
        await page.getByRole('dialog').getByRole('listitem').first().waitFor();
      },
    ],
    'the tour': [
      async (page) => {
        await openAccount(page);
        await press('Take the tour', 'menuitem')(page);
      },
      ...Array.from({ length: 4 }, () => press('Next')),
    ],
  },
  '#/profile': {},
  '#/changes': {},
  '#/doctor': {},
  '#/nowhere': {},
  '#/sales.Nothing': {},
  '#/sales.Order': {
    filters: ['Status', 'Total', 'Placed at', 'Customer'].map(filterBy),
    alternatives: [press('Add filter'), (page) => page.getByRole('menuitem', { name: marked('Alternatives \\(or\\)…') }).click()],
    sort: [press('Sort')],
    columns: [press('Columns')],
    totals: [press('Totals')],
    export: [press('Export')],
    'the head of a column': [(page) => page.getByRole('columnheader').nth(2).click({ button: 'right' })],
    // What is ticked stays so for the next ones.
    'the selection, and its actions': [tickOne, press('Actions')],
    'a bulk change': [press('Edit')],
    'a bulk delete': [press('Delete')],
  },
  [`#/sales.Order?filter=${encodeURIComponent('{"status":["paid"],"total__gte":"1","placedAt~last":"900","isGift":"false","q":"SO 1"}')}`]:
    {},
  [`#/sales.Order?filter=${encodeURIComponent('{"q":"nothing at all"}')}`]: {},
  '#/sales.Order/1': {
    'history, and details': [press('History', 'tab'), press('Details', 'tab')],
    delete: [press('Delete')],
  },
  '#/sales.Order/create': {},
  '#/sales.Order/1/show': {},
  '#/crm.Customer': {},
  '#/catalog.Product/1': {},
  '#/catalog.Product': {},
  '#/ops.Job': {},
  '#/auth.Group/1': {},
  '#/auth.User/1': {},
  '#/admin.AdminAuditLog': {},
  '#/admin.AdminAuditLog/1/show': {},
};

describe('the dashboard: languages', () => {
  const { browser, origin, at: signInAt } = shopDashboard(60);
  let cookies: NonNullable<Exclude<BrowserContextOptions['storageState'], string>>['cookies'] = [];
  beforeAll(async () => {
    await using staff = await signInAt('');
    ({ cookies } = await staff.context.storageState());
  });

  /** A page in a language, with the session of the superuser. */
  async function at(address: string, language: string, options: BrowserContextOptions = {}): Promise<StaffPage> {
    const localStorage = [{ name: 'grimoire.language', value: language }];
    const storageState = { cookies, origins: [{ origin: origin(), localStorage }] };
    const staff = await staffPage(browser(), { at: `${origin()}/`, storageState, ...options });
    await staff.open(address);
    return staff;
  }

  it.each(Object.entries(windows))('translate every text of %s', async (address, opened) => {
    await using staff = await at('#/profile', 'en-XA');
    const { page } = staff;
    const served = new ServedTexts(page, ['Grimoire Shop']);
    const found: Record<string, readonly string[]> = {};
    for (const [name, steps] of [['the page itself', [stay]] as const, ...Object.entries(opened)]) {
      await staff.open(address);
      await page.getByRole('main').getByText('⟦').first().waitFor();
      for (const [place, step] of steps.entries()) {
        await step(page);
        await page.waitForLoadState('networkidle');
        const others = await served.othersOn(page);
        if (others.length > 0) found[`${name}, ${place}`] = others;
      }
    }
    expect(found).toEqual({});
  });

  it('have the direction of the page before its scripts run, once it was read in it', async () => {
    await using staff = await staffPage(browser(), { at: `${origin()}/`, storageState: { cookies, origins: [] }, locale: 'ar' });
    const { page } = staff;
    const direction = (): Promise<string | null> => page.locator('html').getAttribute('dir');
    await staff.open('#/profile');
    await page.getByRole('main').getByRole('heading').first().waitFor();
    expect(await direction()).toBe('rtl');
    staff.expectMessage(/ERR_FAILED/);
    await page.route(/\/assets\/(?!early).*\.js$/, (route) => route.abort());
    await page.reload();
    expect(await direction()).toBe('rtl');
  });

  it('keep the order of words and marks in texts of the other direction', async () => {
    await using staff = await at('#/crm.Customer', 'ar');
    const { page } = staff;
    const english = 'Given by the shop; stands on every letter.';
    // As that of a host that has no translation.
    await page.route('**/api/schema/sales.Order/', async (route) => {
      const schema = (await (await route.fetch()).json()) as { fields: { name: string; help_text?: string }[] };
      const fields = schema.fields.map((field) => (field.name === 'number' ? { ...field, help_text: english } : field));
      await route.fulfill({ json: { ...schema, fields } });
    });
    await staff.open('#/sales.Order/1');
    const help = page.getByText(english);
    await help.waitFor();
    expect(await help.evaluate((element: any) => (globalThis as any).getComputedStyle(element).direction)).toBe('ltr');
  });

  it('translate the page where one signs in', async () => {
    await using staff = await staffPage(browser(), {
      at: `${origin()}/`,
      storageState: { cookies: [], origins: [{ origin: origin(), localStorage: [{ name: 'grimoire.language', value: 'en-XA' }] }] },
    });
    await staff.open('');
    await staff.page.getByRole('button', { name: marked('Sign in') }).waitFor();
    expect(await new ServedTexts(staff.page, ['Grimoire Shop']).othersOn(staff.page)).toEqual([]);
  });
});
