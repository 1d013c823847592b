import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { shopDashboard } from '../support/dashboard.ts';
import { addFilter, filterChip } from '../support/list-filters.ts';
import { ask, change } from '../support/page-requests.ts';
import { answer } from '../support/questions.ts';
import { menuLink } from '../support/menu.ts';

function filterOf(page: Page): Record<string, unknown> {
  return JSON.parse(new URLSearchParams(page.url().split('?')[1]).get('filter') ?? '{}') as Record<string, unknown>;
}

describe('the dashboard: saved views', () => {
  const { at } = shopDashboard(300);

  it('keep filters, order and columns, and are one click in another tab and for another person', async () => {
    await using staff = await at('#/sales.Order');
    const { page } = staff;
    await addFilter(page, 'Status', { choices: ['Cancelled'] });
    await addFilter(page, 'Placed at', { operator: 'is', answer: 'last year' });
    await filterChip(page, 'Placed at').waitFor();
    await page.getByRole('columnheader', { name: 'Total' }).getByRole('button').click();
    await page.locator('th[aria-sort=ascending]').getByText('Total').waitFor();
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('dialog', { name: 'Columns' }).getByRole('checkbox', { name: 'Currency' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Save view' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save this list as a view' });
    await dialog.getByLabel('Name').fill('Cancelled last year');
    await dialog.getByLabel('Who uses it').selectOption('All staff');
    expect(await staff.barriers()).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    const views = page.getByRole('navigation', { name: 'Views' });
    await views.getByRole('button', { name: 'Cancelled last year', exact: true }).and(page.locator('[aria-current=true]')).waitFor();
    await views.getByRole('button', { name: 'Cancelled last year', exact: true }).and(page.locator(':focus')).waitFor();
    expect(await staff.barriers()).toEqual([]);
    await views.getByRole('button', { name: 'All' }).click();
    await expect.poll(() => filterOf(page)).toEqual({});

    await using other = await at('#/sales.Order', 'clara');
    await other.page.getByRole('button', { name: 'Cancelled last year' }).click();
    await filterChip(other.page, 'Status').getByText('Cancelled').waitFor();
    await expect.poll(() => filterOf(other.page)).toEqual({ status: ['cancelled'], 'placedAt~in': 'last year' });
    await other.page.locator('th[aria-sort=ascending]').getByText('Total').waitFor();
    expect(await other.page.getByRole('columnheader', { name: 'Currency' }).count()).toBe(0);
    await other.page.keyboard.press('Control+k');
    await other.page.keyboard.insertText('cancelled last');
    await other.page.getByRole('option', { name: /View of orders/ }).click();
    await expect.poll(() => filterOf(other.page)).toEqual({ status: ['cancelled'], 'placedAt~in': 'last year' });
    // What others made is theirs to change, and the columns of "All" are one's own.
    expect(await other.page.getByRole('button', { name: /^Change the view/ }).count()).toBe(0);
    await other.page.getByRole('button', { name: 'All', exact: true }).click();
    await other.page.getByRole('columnheader', { name: 'Currency' }).waitFor();
  });

  it('are of columns and their look alone too', async () => {
    await using staff = await at('#/catalog.Supplier');
    const { page } = staff;
    const saves = page.getByRole('button', { name: 'Save view' });
    const views = page.getByRole('navigation', { name: 'Views' });
    const heads = (): Promise<string[]> => page.getByRole('columnheader').allInnerTexts();
    await page.locator('tbody tr').first().waitFor();
    const usual = await heads();
    expect(await saves.count()).toBe(0);
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('dialog', { name: 'Columns' }).getByRole('checkbox').nth(1).click();
    await page.keyboard.press('Escape');
    await saves.click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Narrow');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    const view = views.getByRole('button', { name: 'Narrow', exact: true });
    await view.and(page.locator('[aria-current=true]')).and(page.locator(':focus')).waitFor();
    await saves.waitFor({ state: 'detached' });
    expect(await heads()).toEqual(usual.toSpliced(2, 1));
    await page.getByRole('columnheader').nth(1).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Pin to the left' }).click();
    await saves.waitFor();
  });

  it('are changed, renamed and deleted by who made them, and say where they were changed meanwhile', async () => {
    await using staff = await at(`#/crm.Customer?filter=${encodeURIComponent('{"country":"DE"}')}`);
    const { page } = staff;
    await page.getByRole('button', { name: 'Save view' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Germany');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    const views = page.getByRole('navigation', { name: 'Views' });
    await views.getByRole('button', { name: 'Germany', exact: true }).waitFor();
    await page.getByLabel('Search', { exact: true }).fill('a');
    await views.getByText('changed').waitFor();
    await page.getByRole('button', { name: 'Change the view Germany' }).click();
    await page.getByRole('menuitem', { name: 'Save what the list shows now' }).click();
    await views.getByText('changed').waitFor({ state: 'hidden' });
    const [view] = (await ask(page, '../views/?model=crm.Customer')).views;
    expect(view).toMatchObject({ query: 'country=DE&search=a&ordering=lastName%2CfirstName', sharing: { kind: 'own' }, is_default: false });
    // Another tab renames it: what is stored here is not written over that.
    expect(await change(page, 'PATCH', `../views/${view.id}/`, { name: 'DE' })).toMatchObject({ name: 'DE' });
    staff.expectMessage(/412/);
    await page.getByRole('button', { name: 'Change the view Germany' }).click();
    await page.getByRole('menuitem', { name: 'Name and sharing…' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Deutschland');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').getByRole('alert').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.reload();
    await page.getByRole('button', { name: 'Change the view DE' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    expect(await answer(page, 'Delete')).toBe('Delete the view “DE”?');
    await views.waitFor({ state: 'hidden' });
  });

  it('are what a list opens with where one is the default, once in a tab, and not over an address', async () => {
    await using staff = await at('#/catalog.Product');
    const { page } = staff;
    const made = {
      model: 'catalog.Product',
      name: 'Cheap',
      query: 'price__lt=20&ordering=price',
      sharing: { kind: 'all' },
      is_default: true,
    };
    expect(await change(page, 'POST', '../views/', made)).toMatchObject({ is_default: true });
    await using other = await at('#/catalog.Product', 'clara');
    await expect.poll(() => filterOf(other.page)).toEqual({ price__lt: '20' });
    await other.page.getByRole('button', { name: 'All', exact: true }).click();
    await expect.poll(() => filterOf(other.page)).toEqual({});
    await filterChip(other.page, 'Price').waitFor({ state: 'detached' });
    await menuLink(other.page, 'Customers').click();
    await menuLink(other.page, 'Products').click();
    await other.page.getByRole('button', { name: 'Cheap', exact: true }).waitFor();
    expect(filterOf(other.page)).toEqual({});
    await using linked = await at(`#/catalog.Product?filter=${encodeURIComponent('{"price__gte":"20"}')}`, 'clara');
    await linked.page.getByRole('button', { name: 'Cheap', exact: true }).waitFor();
    expect(filterOf(linked.page)).toEqual({ price__gte: '20' });
  });
});
