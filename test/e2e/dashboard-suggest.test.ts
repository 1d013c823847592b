/** Values that a config suggests, filled into forms. */
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { shopDashboard } from '../support/dashboard.ts';
import { ask } from '../support/page-requests.ts';

describe('the dashboard: suggested values', () => {
  const { at } = shopDashboard(60);
  const line = (page: Page, number: number): Locator => page.getByRole('group', { name: `Order line ${number}`, exact: true });
  const price = (of: Locator): Locator => of.getByRole('textbox', { name: 'Unit price' });

  /** Picks a product by its number in the list. @returns its price. */
  async function pick(page: Page, of: Locator, index: number): Promise<string> {
    const { name, price: cost } = (await ask(page, 'catalog.Product/?ordering=id')).results[index];
    await of.getByRole('combobox', { name: 'Product' }).fill(name);
    await page.getByRole('option', { name }).first().click();
    return cost;
  }

  it('follow the field that suggests them, until the person has entered another value', async () => {
    await using staff = await at('#/sales.Order/create');
    const { page } = staff;
    await page.getByRole('button', { name: 'Add order line' }).click();
    for (const index of [3, 7]) {
      const cost = await pick(page, line(page, 1), index);
      await expect.poll(() => price(line(page, 1)).inputValue()).toBe(cost);
    }
    await price(line(page, 1)).fill('1.50');
    const asked = page.waitForResponse(/OrderLine\/suggest/);
    await pick(page, line(page, 1), 9);
    await (await asked).finished();
    await page.getByRole('button', { name: 'Add order line' }).click();
    const cost = await pick(page, line(page, 2), 5);
    await expect.poll(() => price(line(page, 2)).inputValue()).toBe(cost);
    expect(await price(line(page, 1)).inputValue()).toBe('1.50');
    expect(await staff.barriers()).toEqual([]);
  });

  it('are replaced by what is typed next, where they come into an input that has the keyboard', async () => {
    await using staff = await at('#/sales.Order/create');
    const { page } = staff;
    await page.getByRole('button', { name: 'Add order line' }).click();
    const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>();
    await page.route(/OrderLine\/suggest/, async (route) => {
      await mayGoOn;
      await route.continue();
    });
    const cost = await pick(page, line(page, 1), 4);
    await price(line(page, 1)).focus();
    goOn();
    await expect.poll(() => price(line(page, 1)).inputValue()).toBe(cost);
    await page.keyboard.type('10.00');
    expect(await price(line(page, 1)).inputValue()).toBe('10.00');
  });

  it('replace what a row has, and are saved with it', async () => {
    await using staff = await at('#/sales.Order/1');
    const { page } = staff;
    const { results } = await ask(page, 'sales.OrderLine/?order=1&ordering=position');
    const { results: products } = await ask(page, 'catalog.Product/?ordering=id');
    const other = products.findIndex(({ id }: { id: number }) => !results.some((one: { product: number }) => one.product === id));
    const cost = await pick(page, line(page, 1), other);
    await expect.poll(() => price(line(page, 1)).inputValue()).toBe(cost);
    await page.getByRole('button', { name: 'Save and continue editing' }).click();
    await page.getByText('The order is saved.').waitFor();
    expect(await ask(page, `sales.OrderLine/${results[0].id}/`)).toMatchObject({ product: products[other].id, unitPrice: cost });
  });
});
