/** Columns that show something of related rows. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { shopDashboard } from '../support/dashboard.ts';

describe('the dashboard: columns of related rows', () => {
  const { at } = shopDashboard(120);

  it('are shown as in the list of their own model, and are not sorted, totalled or filtered by', async () => {
    await using staff = await at('#/billing.Invoice');
    const { page } = staff;
    const head = page.getByRole('columnheader', { name: 'Order › status', exact: true });
    await head.waitFor();
    expect(await head.getByRole('button').count()).toBe(0);
    expect(await page.getByRole('columnheader', { name: 'Number', exact: true }).getByRole('button').count()).toBe(1);
    const place = (await page.getByRole('columnheader').allInnerTexts()).findIndex((text) => text.startsWith('Order › status'));
    const cells = await page.locator(`tbody tr td:nth-child(${place + 1})`).allInnerTexts();
    expect(cells.length).toBeGreaterThan(0);
    for (const text of cells) expect(['New', 'Paid', 'Packed', 'On its way', 'Completed', 'Cancelled', 'Refunded']).toContain(text.trim());
    await page.getByRole('button', { name: 'Export' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: /^As shown/ }).click();
    const [heads = ''] = readFileSync(await (await download).path(), 'utf8').split('\r\n');
    expect(heads).toContain('Order › status');
    // The order's status is not that of the invoice.
    await page.locator('tbody tr a').first().click();
    await page.getByRole('heading', { level: 1, name: /^Invoice INV-/ }).waitFor();
    expect(await page.getByRole('main').getByLabel('Order › status').count()).toBe(0);
  });

  it('have the number of rows that point to each', async () => {
    await using staff = await at('#/catalog.Supplier');
    const { page } = staff;
    const head = page.getByRole('columnheader', { name: 'Products', exact: true });
    await head.waitFor();
    expect(await head.getByRole('button').count()).toBe(0);
    expect((await page.locator('tbody tr td:last-child').allInnerTexts()).every((text) => /^\d+$/.test(text.trim()))).toBe(true);
    await page.getByRole('button', { name: 'Totals' }).click();
    await page
      .getByText(/^(Average|Sum|Least|Most|Total)/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('dialog', { name: 'Columns' }).getByRole('checkbox', { name: 'Products' }).click();
    await page.keyboard.press('Escape');
    await head.waitFor({ state: 'hidden' });
    expect(await page.getByRole('button', { name: 'Save view' }).count()).toBe(1);
  });
});
