/** Takes the pictures of the dashboard that the documentation shows, of the demo in a database of its own: `npm run screenshots`. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareShop } from '@grimoire/example-shop/testing';
import type { Page } from 'playwright-core';
import { startBrowser } from '../support/browser.ts';
import { listening } from '../support/listening.ts';
import { staffPage } from '../support/staff-page.ts';

const target = new URL('../../docs/images/', import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), 'grimoire-pictures-'));

interface Picture {
  readonly address: string;
  readonly arrive: (page: Page) => Promise<unknown>;
  readonly colorScheme?: 'light' | 'dark';
  readonly width?: number;
}

const filter = { status: ['shipped', 'completed'], customer__country: 'DE', total__gte: '20' };
const list = `#/sales.Order?filter=${encodeURIComponent(JSON.stringify(filter))}`;

/** Another person saves the order meanwhile. */
async function conflict(page: Page): Promise<void> {
  await page.getByLabel('Note').fill('Call before delivery');
  await page.getByLabel('Handling time').fill('PT3H');
  await page.evaluate(async () => {
    const { document } = globalThis as unknown as { document: { cookie: string } };
    const token = /csrftoken=([^;]*)/.exec(document.cookie)?.[1] ?? '';
    const headers = { 'Content-Type': 'application/json', 'X-CSRFToken': token };
    await fetch('/api/r/sales.Order/1200/', {
      method: 'PATCH',
      headers,
      body: JSON.stringify({ note: 'Leave with the neighbour', isGift: true }),
    });
  });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('dialog').waitFor();
  await page.getByText('This row has been changed since you opened it.', { exact: true }).waitFor({ state: 'hidden' });
}

const pictures: Readonly<Record<string, Picture>> = {
  home: {
    address: '',
    async arrive(page) {
      await page.getByRole('cell', { name: 'ordered' }).nth(3).waitFor();
      await page.waitForLoadState('networkidle');
    },
  },
  list: { address: list, arrive: (page) => page.getByRole('cell', { name: /^SO-/ }).nth(5).waitFor() },
  action: {
    address: list,
    async arrive(page) {
      for (const index of [0, 1, 3]) await page.getByLabel('Select this row').nth(index).click();
      await page.getByRole('button', { name: 'Actions' }).click();
      await page.getByRole('menuitem', { name: 'Refund' }).click();
      await page.getByLabel('Reason').fill('Damaged in transit');
    },
  },
  row: { address: '#/sales.Order/1200', arrive: (page) => page.getByRole('group').first().waitFor() },
  product: { address: '#/catalog.Product/12', arrive: (page) => page.getByRole('textbox', { name: 'Attributes' }).waitFor() },
  conflict: { address: '#/sales.Order/1200', arrive: conflict },
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
  'audit-log': { address: '#/admin.AdminAuditLog', arrive: (page) => page.getByRole('cell').nth(10).waitFor() },
  dark: { address: list, colorScheme: 'dark', arrive: (page) => page.getByRole('cell', { name: /^SO-/ }).nth(5).waitFor() },
  palette: {
    address: '#/sales.Order',
    async arrive(page) {
      await page.getByRole('cell', { name: /^SO-/ }).nth(5).waitFor();
      await page.keyboard.press('Control+k');
      await page.keyboard.insertText('SO-00012');
      await page.getByRole('option', { name: /SO-/ }).nth(2).waitFor();
    },
  },
  related: {
    address: '#/crm.Customer',
    async arrive(page) {
      await page.locator('tbody tr').nth(2).click();
      await page.getByRole('tab', { name: /^Orders/ }).click();
      await page.getByRole('region', { name: 'Orders' }).waitFor();
    },
  },
  'row-dark': { address: '#/sales.Order/1200', colorScheme: 'dark', arrive: (page) => page.getByRole('group').first().waitFor() },
  telephone: { address: '#/sales.Order', width: 390, arrive: (page) => page.getByText(/^SO-/).nth(5).waitFor() },
};

const admin = await prepareShop({ sqlite: join(folder, 'shop.sqlite') }, 6000);
const site = await listening(admin);
const browser = await startBrowser();
mkdirSync(target, { recursive: true });
for (const [name, { address, arrive, colorScheme = 'light', width = 1280 }] of Object.entries(pictures)) {
  const staff = await staffPage(browser, { at: `${site.origin}/`, colorScheme, viewport: { width, height: 820 } });
  staff.expectMessage(/412/);
  await staff.open(address);
  await staff.signIn('admin');
  await arrive(staff.page);
  await staff.page.mouse.move(1, 1);
  await staff.stillness();
  await staff.page.screenshot({ path: join(target, `${name}.png`), animations: 'disabled' });
  await staff.close();
  console.log(`docs/images/${name}.png`);
}
await browser.close();
await site.close();
await admin.close();
rmSync(folder, { recursive: true });
