import type { Locator, Page } from 'playwright-core';
import { openFilter } from './list-filters.ts';
import { ask, change } from './page-requests.ts';
import { menuLink } from './menu.ts';

/** A dialog, drawer, menu or small window of the dashboard. */
export interface Window {
  readonly address: string;
  /** Opens it by what it returns: that gets the keyboard back. Null where that is the page, or what is not there any more. */
  readonly open: (page: Page) => Promise<Locator | null>;
  readonly shown: (page: Page) => Locator;
  /** A narrow window of the browser. */
  readonly isNarrow?: true;
  /** The name of the button that closes it, beside Escape. */
  readonly cancel?: string;
}

const ready = (page: Page): Promise<void> => page.getByRole('cell', { name: /^SO-/ }).first().waitFor();
const dialog =
  (name?: string | RegExp) =>
  (page: Page): Locator =>
    page.getByRole('dialog', name === undefined ? {} : { name });
const menu = (page: Page): Locator => page.getByRole('menu').and(page.locator('.MuiMenu-list'));

/** Opened by a click on a button of a list of orders. */
function ofList(name: string | RegExp, shown: (page: Page) => Locator, prepare?: (page: Page) => Promise<unknown>): Window {
  return {
    address: '#/sales.Order',
    shown,
    async open(page) {
      await ready(page);
      await prepare?.(page);
      const button = page.getByRole('button', { name, exact: true }).first();
      await button.click();
      return button;
    },
  };
}

async function tickTwo(page: Page): Promise<void> {
  for (const index of [1, 2]) await page.locator('tbody .dash-tick').nth(index).check();
}

async function pickAction(page: Page): Promise<Locator> {
  await ready(page);
  await tickTwo(page);
  const actions = page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Actions' });
  await actions.click();
  await page.getByRole('menuitem', { name: 'Refund' }).click();
  return actions;
}

/** Another person changes the order before it is saved here. */
async function conflict(page: Page): Promise<Locator> {
  const number = new URL(page.url()).hash.split('/').at(-1);
  await page.getByLabel('Note').fill('Call first');
  await change(page, 'PATCH', `sales.Order/${number ?? ''}/`, { note: `Leave it outside, ${Date.now()}` });
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await save.click();
  return save;
}

/** A view that the person may change. */
async function withView(page: Page): Promise<void> {
  await ready(page);
  const { views } = await ask(page, '../views/?model=sales.Order');
  if (views.length === 0)
    await change(page, 'POST', '../views/', { model: 'sales.Order', name: 'Mine', query: 'status=paid', sharing: { kind: 'own' } });
  await page.reload();
  await page.getByRole('button', { name: 'Mine', exact: true }).click();
  await page.getByRole('button', { name: 'Change the view Mine' }).waitFor();
}

/** Every window that a page of the dashboard opens. */
export const windows: Readonly<Record<string, Window>> = {
  sort: ofList('Sort', dialog('Sort')),
  columns: ofList('Columns', dialog('Columns')),
  'the menu of an export': ofList('Export', menu),
  'the fields to filter by': ofList('Add filter', menu),
  'the palette': ofList(/^Find anything/, dialog('Find anything')),
  'the menu of the account': ofList(/^Ada/, menu),
  'the function of a total': ofList(/^Total: /, menu, async (page) => {
    await page.getByRole('button', { name: 'Totals' }).click();
    await page.getByRole('button', { name: /^Total: / }).waitFor();
  }),
  'a filter': {
    address: `#/sales.Order?filter=${encodeURIComponent('{"status":["paid"]}')}`,
    shown: dialog('Status'),
    async open(page) {
      const chip = page.getByRole('group', { name: 'Filter by Status', exact: true }).getByRole('button').first();
      await chip.click();
      await page.getByRole('checkbox', { name: /^Paid/ }).waitFor();
      return chip;
    },
  },
  'a new filter': {
    address: '#/sales.Order',
    shown: dialog('Total'),
    async open(page) {
      await ready(page);
      await openFilter(page, 'Total');
      return page.getByRole('button', { name: 'Add filter' });
    },
  },
  alternatives: {
    address: '#/sales.Order',
    shown: dialog('Alternatives'),
    cancel: 'Cancel',
    async open(page) {
      await ready(page);
      await page.getByRole('button', { name: 'Add filter' }).click();
      await page.getByRole('menuitem', { name: 'Alternatives (or)…' }).click();
      return page.getByRole('button', { name: 'Add filter' }).first();
    },
  },
  'the menu of a head': {
    address: '#/sales.Order',
    shown: dialog('Column Status'),
    async open(page) {
      await ready(page);
      const head = page.getByRole('columnheader', { name: 'Status' }).getByRole('button');
      await head.focus();
      await head.click({ button: 'right' });
      return head;
    },
  },
  'the change of a cell, by the pointer': {
    address: '#/sales.Order',
    shown: dialog(/^Status of /),
    cancel: 'Cancel',
    async open(page) {
      await ready(page);
      await page.locator('tbody tr').nth(1).getByRole('cell').nth(3).hover();
      await page.getByRole('button', { name: 'Change Status' }).click();
      await page.getByRole('dialog').getByRole('combobox').waitFor();
      return page.locator('tbody tr').nth(1).getByRole('link').first();
    },
  },
  'the change of rows': {
    ...ofList('Edit', dialog(), tickTwo),
    cancel: 'Cancel',
  },
  'the delete of rows': { ...ofList('Delete', dialog(/^Delete 2 orders/), tickTwo), cancel: 'Cancel' },
  'an action': { address: '#/sales.Order', open: pickAction, shown: dialog('Refund'), cancel: 'Cancel' },
  'a new view': {
    address: `#/sales.Order?filter=${encodeURIComponent('{"status":["paid"]}')}`,
    shown: dialog('Save this list as a view'),
    cancel: 'Cancel',
    async open(page) {
      const save = page.getByRole('button', { name: 'Save view' });
      await save.click();
      return save;
    },
  },
  'the menu of a view': {
    address: '#/sales.Order',
    shown: menu,
    async open(page) {
      await withView(page);
      const button = page.getByRole('button', { name: 'Change the view Mine' });
      await button.click();
      return button;
    },
  },
  'the change of a view': {
    address: '#/sales.Order',
    shown: dialog('Change the view'),
    cancel: 'Cancel',
    async open(page) {
      await withView(page);
      const button = page.getByRole('button', { name: 'Change the view Mine' });
      await button.click();
      await page.getByRole('menuitem', { name: 'Name and sharing…' }).click();
      return button;
    },
  },
  'the keys': {
    address: '#/sales.Order',
    shown: dialog('Keys'),
    cancel: 'Close',
    async open(page) {
      await ready(page);
      const account = page.getByRole('button', { name: /^Ada/ });
      await account.click();
      await page.getByRole('menuitem', { name: 'Keys' }).click();
      return account;
    },
  },
  'the tour': {
    address: '#/sales.Order',
    shown: dialog('Find anything'),
    cancel: 'End the tour',
    async open(page) {
      await ready(page);
      const account = page.getByRole('button', { name: /^Ada/ });
      await account.click();
      await page.getByRole('menuitem', { name: 'Take the tour' }).click();
      await page.getByRole('button', { name: 'Next', exact: true }).and(page.locator(':focus')).waitFor();
      return account;
    },
  },
  'what is new': {
    address: '#/sales.Order',
    shown: dialog('What’s new'),
    cancel: 'Close',
    async open(page) {
      await ready(page);
      const account = page.getByRole('button', { name: /^Ada/ });
      await account.click();
      await page.getByRole('menuitem', { name: 'What’s new' }).click();
      await page.getByRole('dialog', { name: 'What’s new' }).getByRole('listitem').first().waitFor();
      return account;
    },
  },
  'the keys, by a key': {
    address: '#/sales.Order',
    shown: dialog('Keys'),
    cancel: 'Close',
    async open(page) {
      await ready(page);
      const link = page.locator('tbody tr').nth(1).getByRole('link').first();
      await link.focus();
      await page.keyboard.press('?');
      return link;
    },
  },
  'the delete of a row': {
    address: '#/catalog.Category/2',
    shown: dialog(/^Delete category/),
    cancel: 'Cancel',
    async open(page) {
      const button = page.getByRole('button', { name: 'Delete', exact: true });
      await button.click();
      await page.getByRole('dialog').getByRole('link').first().waitFor();
      return button;
    },
  },
  'the action of a row': {
    address: '#/sales.Order/3',
    shown: dialog('Refund'),
    cancel: 'Cancel',
    async open(page) {
      const button = page.getByRole('button', { name: 'Actions' });
      await button.click();
      await page.getByRole('menuitem', { name: 'Refund' }).click();
      return button;
    },
  },
  'a row beside the form': {
    address: '#/sales.Order/3',
    shown: dialog(/^Customer /),
    cancel: 'Close',
    async open(page) {
      const button = page.getByRole('button', { name: 'Change this customer (Customer)' });
      await button.click();
      await page.getByRole('dialog').getByRole('textbox', { name: 'Last name' }).waitFor();
      return button;
    },
  },
  'a new row beside the form': {
    address: '#/sales.Order/3',
    shown: dialog('New customer'),
    cancel: 'Close',
    async open(page) {
      const button = page.getByRole('button', { name: 'New customer (Customer)' });
      await button.click();
      await page.getByRole('dialog').getByRole('textbox', { name: 'Last name' }).waitFor();
      return button;
    },
  },
  'the rows of a picker': {
    address: '#/sales.Order/3',
    shown: (page) => page.getByRole('listbox'),
    async open(page) {
      const picker = page.getByRole('combobox', { name: 'Customer' });
      await picker.click();
      await page.getByRole('option').nth(3).waitFor();
      return picker;
    },
  },
  'the choices of a field': {
    address: '#/sales.Order/3',
    shown: (page) => page.getByRole('listbox'),
    async open(page) {
      const picker = page.getByRole('combobox', { name: 'Status' });
      await picker.click();
      await page.getByRole('option').nth(1).waitFor();
      return picker;
    },
  },
  'the menu of a telephone': {
    address: '#/sales.Order',
    isNarrow: true,
    shown: (page) => menuLink(page, 'Home'),
    async open(page) {
      const button = page.getByRole('button', { name: 'Open menu' });
      await button.click();
      return button;
    },
  },
  'the menu of a telephone, by its button': {
    address: '#/sales.Order',
    isNarrow: true,
    shown: (page) => page.locator('.MuiDrawer-paper').filter({ has: menuLink(page, 'Home') }),
    cancel: 'Close menu',
    async open(page) {
      const button = page.getByRole('button', { name: 'Open menu' });
      await button.click();
      return button;
    },
  },
  'a conflict': { address: '#/sales.Order/4', open: conflict, shown: dialog(/changed/i), cancel: 'Go back to editing' },
};
