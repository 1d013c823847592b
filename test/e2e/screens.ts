import type { Page } from 'playwright-core';

/** A screen of the dashboard, as the pictures show it. */
export interface Screen {
  /** Its address. The number differs for each picture, because a conflict changes its row. */
  readonly address: string | ((picture: number) => string);
  readonly arrive: (page: Page, picture: number) => Promise<unknown>;
  /** Without a user who is signed in. */
  readonly isPublic?: boolean;
}

const filter = { status: ['shipped', 'completed'], customer__country: 'DE', total__gte: '20' };
const list = `#/sales.Order?filter=${encodeURIComponent(JSON.stringify(filter))}`;
const conflicting = (picture: number): string => `sales.Order/${1300 + picture}`;

/** Another person saves the order meanwhile. */
async function conflict(page: Page, picture: number): Promise<void> {
  await page.getByLabel('Note').fill('Call before delivery');
  await page.getByLabel('Handling time').fill('PT3H');
  await page.evaluate(
    async (path) => {
      const { document } = globalThis as unknown as { document: { cookie: string } };
      const token = /csrftoken=([^;]*)/.exec(document.cookie)?.[1] ?? '';
      const headers = { 'Content-Type': 'application/json', 'X-CSRFToken': token };
      await fetch(path, { method: 'PATCH', headers, body: JSON.stringify({ note: 'Leave with the neighbour', isGift: true }) });
    },
    `/api/r/${conflicting(picture)}/`,
  );
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('dialog').waitFor();
  await page.getByText('This row has been changed since you opened it.', { exact: true }).waitFor({ state: 'hidden' });
}

async function openedAction(page: Page): Promise<void> {
  const ticks = page.getByRole('checkbox', { name: /^Select (this row|SO-)/ });
  for (const index of [0, 1, 3]) await ticks.nth(index).click();
  await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'Refund' }).click();
  await page.getByLabel('Reason').fill('Damaged in transit');
}

async function selected(page: Page): Promise<void> {
  await orders(page);
  const ticks = page.getByRole('checkbox', { name: /^Select (this row|SO-)/ });
  for (const index of [2, 3, 4]) await ticks.nth(index).click();
}

function orders(page: Page): Promise<unknown> {
  return page.getByText(/^SO-/).nth(5).waitFor();
}

/** The screens that are worth a picture. */
export const screens: Readonly<Record<string, Screen>> = {
  'sign-in': { address: '', isPublic: true, arrive: (page) => page.getByRole('button', { name: 'Sign in' }).waitFor() },
  home: {
    address: '',
    async arrive(page) {
      await page.getByRole('slider', { name: 'Revenue a day, EUR: points of the chart' }).waitFor();
      await page.getByRole('cell', { name: 'ordered' }).nth(3).waitFor();
      await page.waitForLoadState('networkidle');
    },
  },
  list: { address: list, arrive: selected },
  filter: {
    address: list,
    async arrive(page) {
      await orders(page);
      await page
        .getByRole('button', { name: /^Status/ })
        .first()
        .click();
      await page.getByRole('checkbox', { name: 'Paid' }).waitFor();
    },
  },
  sheet: {
    address: '#/catalog.Product',
    async arrive(page) {
      // A telephone has lines in place of the table.
      if ((page.viewportSize()?.width ?? 0) < 600) return page.locator('.list-rows li').first().waitFor();
      const cell = (row: number, column: number) => page.locator('tbody tr').nth(row).locator('td').nth(column);
      await cell(0, 6).waitFor();
      await page.getByRole('button', { name: 'Sheet' }).click();
      await page.getByRole('gridcell').and(page.locator(':focus')).waitFor();
      await cell(0, 6).click();
      for (const price of ['24.90', '129', '18.50', '31.20']) {
        await page.keyboard.type(price);
        await page.keyboard.press('Enter');
      }
      await cell(1, 5).click();
      await page.keyboard.type('Paused');
      await page.keyboard.press('Enter');
      await cell(1, 5).click();
      await cell(5, 5).click({ modifiers: ['Shift'] });
      await page.keyboard.press('Control+d');
      return page.getByRole('toolbar', { name: 'Sheet' }).getByText('cells').waitFor();
    },
  },
  action: { address: list, arrive: openedAction },
  palette: {
    address: '#/sales.Order',
    async arrive(page) {
      await orders(page);
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Find' }).fill('SO-00012');
      await page.getByRole('option', { name: /SO-/ }).nth(2).waitFor();
    },
  },
  row: { address: '#/sales.Order/1200', arrive: (page) => page.getByRole('group').first().waitFor() },
  product: { address: '#/catalog.Product/12', arrive: (page) => page.getByRole('textbox', { name: 'Color' }).waitFor() },
  create: { address: '#/sales.Order/create', arrive: (page) => page.getByRole('button', { name: 'Add order line' }).waitFor() },
  conflict: { address: (picture) => `#/${conflicting(picture)}`, arrive: conflict },
  related: {
    address: '#/crm.Customer',
    async arrive(page) {
      await page.locator('#main-content .opening a, #main-content li a').nth(2).click();
      await page.getByRole('tab', { name: /^Orders/ }).click();
      await page.getByRole('region', { name: 'Orders' }).waitFor();
    },
  },
  history: {
    address: '#/sales.Order/1200',
    async arrive(page) {
      await page.getByRole('tab', { name: 'History' }).click();
      await page.getByRole('article').first().waitFor();
    },
  },
  delete: {
    address: '#/catalog.Category/2',
    async arrive(page) {
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await page.getByRole('dialog').getByRole('link').first().waitFor();
    },
  },
  permissions: { address: '#/auth.Group/1', arrive: (page) => page.getByRole('checkbox').nth(20).waitFor() },
  'audit-log': {
    address: '#/admin.AdminAuditLog',
    arrive: (page) =>
      page
        .getByText(/^SO-|Order/)
        .nth(5)
        .waitFor(),
  },
};
