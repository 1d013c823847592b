import type { Locator, Page } from 'playwright-core';
import { type Window, windows } from './windows.ts';

/** A window whose task is done. */
export interface FinishedWindow extends Pick<Window, 'address' | 'open'> {
  /** Does the task, and waits for what says so. */
  readonly finish: (page: Page) => Promise<unknown>;
  /** What then has the keyboard; the content of the page where the opener is gone. */
  readonly focus?: (page: Page) => Locator;
}

const dialog = (page: Page): Locator => page.getByRole('dialog');

function press(page: Page, name: string | RegExp): Promise<void> {
  return dialog(page).getByRole('button', { name }).last().click();
}

const secondRow = (page: Page): Locator => page.locator('tbody tr').nth(1).getByRole('link').first();

function known(name: string): Window {
  const window = windows[name];
  if (!window) throw new Error(`There is no window ${name}.`);
  return window;
}

/** What windows leave behind when their task is done. */
export const finished: Readonly<Record<string, FinishedWindow>> = {
  'the change of a cell, by the pointer': {
    address: '#/sales.Order',
    async open(page) {
      await page.getByRole('cell', { name: /^SO-/ }).first().waitFor();
      await page.locator('tbody tr').nth(1).getByRole('cell').nth(1).hover();
      await page.getByRole('button', { name: 'Change Number' }).click();
      return null;
    },
    async finish(page) {
      await dialog(page).getByRole('textbox', { name: 'Number' }).fill('SO-POINTED');
      await press(page, 'Save');
      await page.getByText('Number is saved.').waitFor();
    },
    focus: secondRow,
  },
  'the change of rows': {
    ...known('the change of rows'),
    async finish(page) {
      await dialog(page).getByRole('combobox', { name: 'Field' }).click();
      await page.getByRole('option', { name: 'Note' }).click();
      await dialog(page).getByRole('textbox', { name: 'Note' }).fill('Both');
      await press(page, 'Show what changes');
      await press(page, 'Change 2 orders');
      await page.getByText('2 orders: note is changed.').waitFor();
    },
  },
  'the delete of rows': {
    address: '#/catalog.Tag',
    async open(page) {
      for (const index of [0, 1]) await page.locator('tbody .dash-tick').nth(index).click();
      await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Delete' }).click();
      return null;
    },
    async finish(page) {
      await press(page, 'Delete');
      await page.getByText('2 tags deleted.').waitFor();
    },
  },
  'the delete of a row': {
    address: '#/catalog.Tag',
    async open(page) {
      await page.locator('tbody .opening a').first().click();
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      return null;
    },
    async finish(page) {
      await press(page, 'Delete');
      await page.waitForURL(/#\/catalog\.Tag($|\?)/);
      await page.locator('tbody .opening a').first().waitFor();
    },
    // A row of the list, as on every way back to it.
    focus: (page) => page.locator('tbody .opening a'),
  },
  'an action with a report': {
    ...known('an action'),
    address: `#/sales.Order?filter=${encodeURIComponent('{"status":["cancelled","refunded"]}')}`,
    async finish(page) {
      await press(page, 'Show what changes');
      await press(page, 'Refund');
      await page.getByText(/^\d of 2 done, \d failed\.$/).waitFor();
      await press(page, 'Close');
    },
    // The rows on which it failed stay ticked.
    focus: (page) => page.getByRole('button', { name: 'Actions' }),
  },
  'the action of a row': {
    ...known('the action of a row'),
    address: '#/sales.Order/5',
    async finish(page) {
      await press(page, 'Show what changes');
      await press(page, 'Refund');
    },
    focus: (page) => page.getByRole('button', { name: 'Actions' }),
  },
  'a row beside the form': {
    ...known('a row beside the form'),
    async finish(page) {
      await dialog(page).getByRole('textbox', { name: 'Last name' }).fill('Changed');
      await press(page, 'Save');
    },
    focus: (page) => page.getByRole('button', { name: 'Change this customer (Customer)' }),
  },
  'the change of a view': {
    ...known('the change of a view'),
    async finish(page) {
      await press(page, 'Save');
    },
    focus: (page) => page.getByRole('button', { name: 'Change the view Mine' }),
  },
};
