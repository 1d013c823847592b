import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { shopDashboard } from '../support/dashboard.ts';
import { ask, change } from '../support/page-requests.ts';
import { answer } from '../support/questions.ts';
import { menuLink } from '../support/menu.ts';

describe('the dashboard: rows', () => {
  const { at } = shopDashboard(200);
  const rowOf = (page: Page, model: string, id: string | number): Promise<any> => ask(page, `${model}/${id}/`);
  const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();

  it('are made and changed with the control that fits each type', async () => {
    await using staff = await at('#/catalog.Product/create');
    const { page } = staff;
    await page.getByLabel('SKU').fill('E2E-00001');
    await page.getByLabel('Name').fill('Lamp “Ærø” 💡');
    await page.getByRole('combobox', { name: 'Category' }).fill('boo');
    await page.getByRole('option', { name: 'Books' }).click();
    await page.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'On sale' }).click();
    await page.getByLabel('Price').fill('12345678.90');
    await page.getByRole('button', { name: 'As JSON' }).click();
    await page.getByRole('textbox', { name: 'Attributes' }).fill('{ "color": "red" ');
    await save(page);
    await page.getByText(/This is no JSON/).waitFor();
    await page.getByRole('textbox', { name: 'Attributes' }).fill('{ "color": "red" }');
    await page.getByRole('combobox', { name: 'Keywords' }).fill('lamp');
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: 'Tags' }).click();
    await page.getByRole('option').first().click();
    await page.getByRole('switch', { name: 'Is active' }).click();
    await page.getByRole('button', { name: 'Save and continue editing' }).click();
    await page.getByRole('heading', { name: 'Product Lamp “Ærø” 💡' }).waitFor();
    const id = /Product\/(\d+)/.exec(page.url())?.[1] ?? '';
    const made = await rowOf(page, 'catalog.Product', id);
    expect(made).toMatchObject({
      sku: 'E2E-00001',
      name: 'Lamp “Ærø” 💡',
      price: '12345678.90',
      attributes: { color: 'red' },
      keywords: ['lamp'],
    });
    expect(made.tags).toHaveLength(1);
    await page.getByLabel('Price').fill('12345678.91');
    await page.getByRole('combobox', { name: 'Category' }).fill('');
    await page.keyboard.press('Tab');
    await save(page);
    await page.getByText('Required').waitFor();
    await page.getByRole('combobox', { name: 'Category' }).fill('boo');
    await page.getByRole('option', { name: 'Books' }).click();
    await save(page);
    await page.getByText('The product is saved.').waitFor();
    expect(await rowOf(page, 'catalog.Product', id)).toMatchObject({ price: '12345678.91', category: made.category });
  });

  it('show what the service says of each field, on that field, and lose nothing', async () => {
    await using staff = await at('#/catalog.Product/1');
    const { page } = staff;
    const errorOf = (label: string) => page.locator('.MuiFormControl-root', { has: page.getByLabel(label) }).locator('p.Mui-error');
    await page.getByLabel('Price').fill('many');
    await page.getByLabel('Name').fill('A name that stays');
    // What is too long is told before anything is sent.
    await page.getByLabel('SKU').fill('TOO LONG '.repeat(3).trim());
    await save(page);
    await errorOf('SKU').waitFor();
    await page.getByLabel('SKU').fill((await rowOf(page, 'catalog.Product', 2)).sku);
    staff.expectMessage(/400/);
    await save(page);
    await errorOf('Price').waitFor();
    await errorOf('SKU')
      .getByText(/already/)
      .waitFor();
    expect(await page.getByLabel('Name').inputValue()).toBe('A name that stays');
    expect((await rowOf(page, 'catalog.Product', 1)).name).not.toBe('A name that stays');
  });

  it('keep a time exactly as it was unless somebody changes it, and take it in the zone of who does', async () => {
    await using staff = await at('#/sales.Order/20');
    const { page } = staff;
    const before = await ask(page, 'sales.Order/20/');
    await page.getByLabel('Note').fill('Only a note');
    await page.getByRole('button', { name: 'Save and continue editing' }).click();
    await page.getByText('The order is saved.').waitFor();
    expect((await rowOf(page, 'sales.Order', 20)).placedAt).toBe(before.placedAt);
    await page.getByLabel('Placed at').fill('2026-07-01T12:00:00');
    await save(page);
    await page.waitForURL(/#\/sales.Order$/);
    // Oslo in summer.
    expect((await rowOf(page, 'sales.Order', 20)).placedAt).toBe('2026-07-01T10:00:00Z');
  });

  it('save inlines with their row, all or nothing, and say which line is wrong', async () => {
    await using staff = await at('#/sales.Order/30');
    const { page } = staff;
    const lines = page.getByRole('region', { name: 'Order lines' });
    await lines.getByRole('group').first().waitFor();
    const count = await lines.getByRole('group').count();
    await page.getByLabel('Note').fill('With a line more');
    await lines.getByRole('button', { name: 'Add order line' }).click();
    const added = lines.getByRole('group').nth(count);
    await added.getByRole('combobox', { name: 'Product' }).click();
    await page.getByRole('option').first().click();
    // The price of the product is suggested: it must not come while another one is entered.
    await expect.poll(() => added.getByLabel('Unit price').inputValue()).not.toBe('');
    await added.getByLabel('Quantity').fill('three');
    await added.getByLabel('Unit price').fill('10.00');
    staff.expectMessage(/400/);
    await save(page);
    await added.locator('.Mui-error').first().waitFor();
    expect((await rowOf(page, 'sales.Order', 30)).note).not.toBe('With a line more');
    await added.getByLabel('Quantity').fill('3');
    await lines.getByRole('button', { name: 'Remove order line 1' }).click();
    await save(page);
    await page.getByText('The order is saved.').waitFor();
    const saved = await ask(page, 'sales.OrderLine/?order=30');
    expect(saved.count).toBe(count);
    // The shop gives it the position after the last line.
    const last = Math.max(...saved.results.map(({ position }: { position: number }) => position));
    expect(saved.results.find(({ position }: { position: number }) => position === last)).toMatchObject({
      quantity: 3,
      unitPrice: '10.00',
    });
    expect((await rowOf(page, 'sales.Order', 30)).note).toBe('With a line more');
  });

  it('ask before what was filled in is lost', async () => {
    await using staff = await at('#/sales.Order/40');
    const { page } = staff;
    await page.getByLabel('Note').fill('Not saved');
    await menuLink(page, 'Customers').click();
    await answer(page, 'Keep editing');
    expect(await page.getByLabel('Note').inputValue()).toBe('Not saved');
    await menuLink(page, 'Customers').click();
    await answer(page, 'Leave without saving');
    await page.waitForURL(/crm.Customer/);
    // The address of one row may begin as that of another does.
    await staff.open('#/catalog.Category/1');
    const { _label: label } = await rowOf(page, 'catalog.Category', 12);
    await page.getByRole('combobox', { name: 'Parent' }).fill(label);
    await page.getByRole('option', { name: label, exact: true }).click();
    await page.getByRole('button', { name: 'Save and continue editing' }).click();
    await page.getByText('The category is saved.').waitFor();
    await page.getByRole('textbox', { name: 'Slug' }).first().fill('not-saved');
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByRole('region', { name: 'History' }).getByRole('link', { name: label }).click();
    await answer(page, 'Keep editing');
    await page.getByRole('tab', { name: 'Details' }).click();
    expect(await page.getByRole('textbox', { name: 'Slug' }).first().inputValue()).toBe('not-saved');
  });

  it('take nothing new until the form holds the row and its lines as they were read again', async () => {
    await using staff = await at('#/sales.Order/42');
    const { page } = staff;
    await page.getByLabel('Note').fill('First');
    const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>();
    await page.route(/\/api\/r\/sales\.OrderLine\/\?/, async (route) => {
      await mayGoOn;
      await route.continue();
    });
    const isReadAgain = page.waitForResponse(
      (response) => response.request().method() === 'GET' && response.url().endsWith('/r/sales.Order/42/'),
    );
    await page.getByRole('button', { name: 'Save and continue editing' }).click();
    await (await isReadAgain).finished();
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    expect(await page.locator('[inert]').count()).toBe(1);
    goOn();
    await page.locator('[inert]').waitFor({ state: 'detached' });
    await page.getByLabel('Note').fill('Second');
    await save(page);
    await page.waitForURL(/sales\.Order(\?|$)/);
    expect((await rowOf(page, 'sales.Order', 42)).note).toBe('Second');
  });

  it('ask again where one wants to leave at once after having stayed', async () => {
    await using staff = await at('#/sales.Order/41');
    const { page } = staff;
    await page.getByLabel('Note').fill('Not saved');
    await menuLink(page, 'Customers').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).waitFor();
    // The second click comes before the page is drawn anew.
    await page.evaluate(`{
      const link = [...document.querySelectorAll('.side-menu a')].find(({ textContent }) => textContent === 'Customers');
      [...document.querySelectorAll('[role=alertdialog] button')].find(({ textContent }) => textContent === 'Keep editing').click();
      queueMicrotask(() => link.click());
    }`);
    await answer(page, 'Leave without saving');
    await page.waitForURL(/crm.Customer/);
  });

  it('show both versions when two changed one row, and save what is chosen', async () => {
    await using staff = await at('#/sales.Order/50');
    await using other = await at('#/sales.Order/50');
    const { page } = staff;
    await page.getByLabel('Note').fill('Mine');
    await page.getByLabel('Handling time').fill('PT3H');
    await other.page.getByLabel('Note').fill('Theirs');
    await other.page.getByRole('switch', { name: 'Is gift' }).click();
    await save(other.page);
    await other.page.getByText('The order is saved.').waitFor();
    const gift = (await rowOf(page, 'sales.Order', 50)).isGift as boolean;
    staff.expectMessage(/412/);
    await save(page);
    const dialog = page.getByRole('dialog', { name: 'This row has been changed since you opened it' });
    await dialog.waitFor();
    expect(await dialog.getByRole('radio', { name: 'Note: yours' }).isChecked()).toBe(true);
    // What only I changed needs no choice. What only the other one changed stays theirs.
    expect(await dialog.getByRole('radio', { name: /Handling time/ }).count()).toBe(0);
    expect(await dialog.getByRole('radio', { name: 'Is gift: theirs' }).isChecked()).toBe(true);
    await dialog.getByText('What only you have changed is saved as well.').waitFor();
    await dialog.getByRole('radio', { name: 'Note: theirs' }).click();
    staff.expectMessage(/503/);
    await page.route('**/api/r/sales.Order/50/', (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ status: 503, json: { detail: 'Not before noon.', code: 'unavailable' } })
        : route.continue(),
    );
    await dialog.getByRole('button', { name: 'Save what I chose' }).click();
    await dialog.getByRole('alert').filter({ hasText: 'Not before noon.' }).waitFor();
    await page.unroute('**/api/r/sales.Order/50/');
    await dialog.getByRole('button', { name: 'Save what I chose' }).click();
    await page.getByText('The order is saved.').waitFor();
    expect(await rowOf(page, 'sales.Order', 50)).toMatchObject({ note: 'Theirs', handlingTime: 'PT3H', isGift: gift });
  });

  it('tell their history, each change field by field', async () => {
    await using staff = await at('#/sales.Order/60');
    const { page } = staff;
    await page.getByLabel('Note').fill('For the record');
    await page.getByRole('combobox', { name: 'Currency' }).click();
    await page.getByRole('option', { name: 'Swiss franc (Fr.)' }).click();
    await page.getByRole('button', { name: 'Save and continue editing' }).click();
    await page.getByText('The order is saved.').waitFor();
    await page.getByRole('tab', { name: 'History' }).click();
    const entry = page.getByRole('region', { name: 'History' }).getByRole('article').first();
    await entry.getByText('admin').waitFor();
    expect(await entry.getByRole('row', { name: /Note/ }).innerText()).toContain('For the record');
    expect(await entry.getByRole('row', { name: /Currency/ }).innerText()).toContain('Swiss franc (Fr.)');
  });

  it('tell in their history what became of their lines, and which actions ran on them among others', async () => {
    await using staff = await at('#/sales.Order/61');
    const { page } = staff;
    const lines = page.getByRole('region', { name: 'Order lines' });
    await lines.getByLabel('Quantity').first().fill('41');
    await page.getByRole('button', { name: 'Save and continue editing' }).click();
    await page.getByText('The order is saved.').waitFor();
    await change(page, 'POST', 'sales.Order/action/refund/', { ids: [61, 62, 63], params: { reason: 'For the record' } });
    await page.getByRole('tab', { name: 'History' }).click();
    const entries = page.getByRole('region', { name: 'History' }).getByRole('article');
    const line = entries.filter({ hasText: 'Order line' }).first();
    expect(await line.getByRole('row', { name: /Quantity/ }).innerText()).toContain('41');
    await entries.filter({ hasText: 'Refund' }).getByText('With 2 others').waitFor();
  });

  it('are deleted once it is clear what goes along; what forbids it is a way to those rows', async () => {
    await using staff = await at('#/crm.Customer');
    const { page } = staff;
    const order = await ask(page, 'sales.Order/100/');
    await staff.open(`#/crm.Customer/${order.customer}`);
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('It can’t be deleted').waitFor();
    expect(await dialog.getByRole('button', { name: 'Delete' }).isDisabled()).toBe(true);
    await dialog.getByRole('link', { name: /orders?$/ }).click();
    await page.getByRole('cell', { name: order.number }).last().waitFor();
    const shown = new Set(await page.locator('tbody td:nth-child(3)').allInnerTexts());
    expect(shown).toEqual(new Set([order.customer_label]));
    await staff.open('#/catalog.Tag/1');
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.waitForURL(/#\/catalog.Tag$/);
  });

  it('hide what is hidden, and show what is read-only as text', async () => {
    await using staff = await at('#/sales.Order', 'nils');
    const { page } = staff;
    await page.getByRole('cell', { name: /^SO-/ }).first().click();
    await page.getByLabel('Note').waitFor();
    expect(await page.getByText('Margin').count()).toBe(0);
    expect(await page.getByRole('region', { name: 'About' }).getByText('Total', { exact: true }).count()).toBe(1);
    expect(await page.getByRole('textbox', { name: 'Total' }).count()).toBe(0);
    // Nils may not delete orders, but their lines.
    expect(await page.getByRole('button', { name: 'Delete', exact: true }).count()).toBe(0);
    await page.getByRole('button', { name: 'Remove order line 1' }).waitFor();
  });
});
