import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { shopDashboard } from '../support/dashboard.ts';
import { addFilter } from '../support/list-filters.ts';
import { menuItems, menuLink } from '../support/menu.ts';

describe('the dashboard: staff and what they did', () => {
  const { at } = shopDashboard(100);
  const tick = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true });

  it('makes a group by ticking a matrix, and somebody in it, who may do that and no more', async () => {
    await using staff = await at('#/auth.Group/create');
    const { page } = staff;
    await page.getByLabel('Name').fill('Buyers');
    await page.getByLabel('Find a model').fill('suppliers');
    await tick(page, 'Everything on Goods · suppliers').click();
    await page.getByLabel('Find a model').fill('products');
    await tick(page, 'Can view product').click();
    await tick(page, 'Can change product').click();
    await page.getByLabel('Find a model').fill('');
    await page.getByText(/^Permissions \((6|7|8)\)$/).waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The group is made.').waitFor();
    await staff.open('#/auth.User/create');
    await page.getByRole('textbox', { name: 'Password' }).fill('supplies for all');
    await page.getByRole('textbox', { name: 'Username' }).fill('bella');
    await page.getByRole('switch', { name: 'Staff' }).click();
    await page.getByRole('combobox', { name: 'Groups' }).fill('buy');
    await page.getByRole('option', { name: 'Buyers' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The user is made.').waitFor();
    await using bella = await at('', 'bella', 'supplies for all');
    await menuLink(bella.page, 'Suppliers').waitFor();
    expect((await menuItems(bella.page).allInnerTexts()).map((name) => name.trim())).toEqual(['Home', 'Products', 'Suppliers']);
    await menuLink(bella.page, 'Suppliers').click();
    await bella.page.getByRole('link', { name: 'New supplier' }).waitFor();
    await menuLink(bella.page, 'Products').click();
    await bella.page
      .getByRole('cell', { name: /^[A-Z]{3}-\d+$/ })
      .first()
      .waitFor();
    expect(await bella.page.getByRole('link', { name: 'New product' }).count()).toBe(0);
  });

  it('offers permissions by a picker where the matrix can not be loaded', async () => {
    await using staff = await at('#/auth.Group');
    const { page } = staff;
    staff.expectMessage(/ERR_FAILED/);
    await page.route(/\/assets\/permission-matrix-.*\.js$/, (route) => route.abort());
    await staff.open('#/auth.Group/create');
    await page.getByLabel('Name').fill('Readers of products');
    await page.getByRole('combobox', { name: 'Permissions' }).fill('view product');
    await page.getByRole('option').first().click();
    expect(await page.getByLabel('Find a model').count()).toBe(0);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The group is made.').waitFor();
  });

  it('takes a right away, which counts at once', async () => {
    await using vera = await at('#/catalog.Tag', 'vera');
    await menuLink(vera.page, 'Tags').waitFor();
    await using staff = await at('#/auth.Group');
    const { page } = staff;
    await page.getByRole('cell', { name: 'Warehouse' }).last().click();
    await page.getByLabel('Find a model').fill('tags');
    const right = tick(page, 'Can view tag');
    expect(await right.isChecked()).toBe(true);
    await right.click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The group is saved.').waitFor();
    await vera.open('#/catalog.Product');
    await menuLink(vera.page, 'Products').waitFor();
    expect(await menuLink(vera.page, 'Tags').count()).toBe(0);
  });

  it('never shows a password, and keeps the one that there is when none is given', async () => {
    await using staff = await at('#/auth.User');
    const { page } = staff;
    await page.getByRole('cell', { name: 'nils', exact: true }).click();
    expect(await page.getByRole('textbox', { name: 'Password' }).inputValue()).toBe('');
    await page.getByRole('textbox', { name: 'First name' }).fill('Niels');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The user is saved.').waitFor();
    await using nils = await at('', 'nils');
    await nils.page.getByRole('button', { name: 'Niels Åkesson' }).waitFor();
  });

  it('reads the audit log by filters, each entry with what it changed', async () => {
    await using staff = await at('#/admin.AdminAuditLog');
    const { page } = staff;
    await addFilter(page, 'Action', { choices: ['Changed'] });
    const column = async (place: number): Promise<readonly string[]> => {
      const texts = await page.locator(`tbody td:nth-child(${place})`).allInnerTexts();
      return [...new Set(texts)];
    };
    await expect.poll(() => column(3)).toEqual(['Changed']);
    expect([await column(4), await column(7)]).toEqual([['User', 'Group'], ['Done']]);
    await page.getByRole('cell', { name: 'nils', exact: true }).click();
    const change = page.getByRole('row', { name: /First name/ });
    await change.waitFor();
    expect(await change.innerText()).toMatch(/Nils\s+Niels/);
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0);
  });
});
