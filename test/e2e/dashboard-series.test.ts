import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { shopDashboard } from '../support/dashboard.ts';
import { ask } from '../support/page-requests.ts';
import { answer } from '../support/questions.ts';
import { menuLink } from '../support/menu.ts';

describe('the dashboard: one row after the other', () => {
  const { at } = shopDashboard(300);
  const list = '#/sales.Order?sort=number&order=ASC&page=1&perPage=10';
  const number = (index: number): string => `SO-${String(index).padStart(7, '0')}`;
  const heading = (page: Page, index: number): Promise<void> =>
    page.getByRole('heading', { level: 1, name: `Order ${number(index)}` }).waitFor();
  const noteOf = async (page: Page, index: number): Promise<unknown> =>
    (await ask(page, `sales.Order/?number=${number(index)}`)).results[0].note;

  it('saves and goes on with the next row, in the same input, also on the next page of the list', async () => {
    await using staff = await at(list);
    const { page } = staff;
    await page.getByRole('link', { name: number(9) }).click();
    await heading(page, 9);
    await page.getByLabel('Note').fill('Row 9');
    await page.getByRole('button', { name: 'Save and next' }).click();
    for (const index of [10, 11]) {
      await heading(page, index);
      // What is typed replaces what was there.
      await page.locator('[name=note]:focus').waitFor();
      await page.keyboard.type(`Row ${index}`);
      await page.keyboard.press('Control+Enter');
    }
    await heading(page, 12);
    expect(await Promise.all([9, 10, 11].map((index) => noteOf(page, index)))).toEqual(['Row 9', 'Row 10', 'Row 11']);
    // The next form is guarded as the first one.
    await page.getByLabel('Note').fill('Half');
    await page.getByRole('button', { name: 'Next row' }).click();
    await answer(page, 'Keep editing');
    await heading(page, 12);
  });

  it('stays at a row that is refused, and offers no next row where there is none', async () => {
    await using staff = await at(list);
    const { page } = staff;
    await page.getByRole('link', { name: number(4) }).click();
    await page.getByLabel('Placed at').fill('');
    await page.getByRole('button', { name: 'Save and next' }).click();
    await page.getByText('The form is not valid').first().waitFor();
    await heading(page, 4);
    await staff.open('#/sales.Order/200');
    await page.getByLabel('Note').waitFor();
    expect(await page.getByRole('button', { name: 'Save and next' }).count()).toBe(0);
  });

  it('makes one new row after the other, with the values that are kept', async () => {
    await using staff = await at('#/catalog.Tag/create');
    const { page } = staff;
    const name = page.getByRole('textbox', { name: 'Name' });
    await page.getByRole('button', { name: 'Keep for the next one' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Color' }).click();
    await page.keyboard.press('Escape');
    await name.fill('First of a series');
    await page.locator('[name=color]').fill('#123456');
    await name.focus();
    await page.keyboard.press('Control+Enter');
    await page.getByText('The tag is made.').first().waitFor();
    await expect.poll(() => name.inputValue()).toBe('');
    expect(await page.locator('[name=color]').inputValue()).toBe('#123456');
    await page.locator('[name=name]:focus').waitFor();
    await page.keyboard.type('Second of a series');
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => name.inputValue()).toBe('');
    const { results } = await ask(page, 'catalog.Tag/?name__icontains=of a series&ordering=name');
    expect(results.map((row: { name: string; color: string }) => [row.name, row.color])).toEqual([
      ['First of a series', '#123456'],
      ['Second of a series', '#123456'],
    ]);
    // What was saved is not offered again.
    await page.reload();
    await name.waitFor();
    expect(await page.getByText('was not saved').count()).toBe(0);
  });

  it('saves what is left, where that is wanted: to another page, back, and before a sign-out', async () => {
    await using staff = await at(list);
    const { page } = staff;
    await page
      .getByRole('link', { name: number(20) })
      .or(page.getByRole('link', { name: number(5) }))
      .first()
      .click();
    await page.getByLabel('Note').fill('Saved on the way');
    await menuLink(page, 'Customers').click();
    await answer(page, 'Save and go on');
    await page.getByRole('heading', { name: 'Customers' }).waitFor();
    expect(await noteOf(page, 5)).toBe('Saved on the way');
    await page.goBack();
    await page.getByLabel('Note').fill('Saved on the way back');
    await page.goBack();
    await answer(page, 'Save and go on');
    await page.getByRole('heading', { name: 'Orders' }).waitFor();
    expect(await noteOf(page, 5)).toBe('Saved on the way back');
    await page.getByRole('link', { name: number(6) }).click();
    await page.getByLabel('Note').fill('Saved at the end');
    // What the page still asked for when the session ended.
    staff.expectMessage(/401/);
    await page.getByRole('button', { name: 'Ada Ministrator' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await answer(page, 'Save and sign out');
    await page.getByLabel('User name').waitFor();
    await using other = await at('');
    expect(await noteOf(other.page, 6)).toBe('Saved at the end');
  });

  it('stays where what is left can not be saved, and says why', async () => {
    await using staff = await at('#/sales.Order/30');
    const { page } = staff;
    await page.getByLabel('Placed at').fill('');
    await menuLink(page, 'Customers').click();
    await answer(page, 'Save and go on');
    await page.getByText('The form is not valid').first().waitFor();
    expect(page.url()).toContain('sales.Order/30');
    await menuLink(page, 'Customers').click();
    await answer(page, 'Leave without saving');
    await page.getByRole('heading', { name: 'Customers' }).waitFor();
  });

  it('saves the form beside another one alone, where that is closed', async () => {
    await using staff = await at('#/sales.Order/create');
    const { page } = staff;
    await page.getByRole('textbox', { name: 'Number' }).fill('Half');
    await page.getByRole('button', { name: 'New customer (Customer)' }).click();
    const form = page.getByRole('dialog', { name: 'New customer' });
    await form.getByRole('textbox', { name: 'First name' }).fill('Åse');
    await page.keyboard.press('Escape');
    await answer(page, 'Save and close');
    // It is not valid yet.
    await form.getByText('The form is not valid').first().waitFor();
    for (const [name, value] of Object.entries({ 'Last name': 'Nordby', Email: 'aase@example.org', Country: 'NO' }))
      await form.getByRole('textbox', { name }).fill(value);
    await form.getByRole('combobox', { name: 'Region' }).click();
    await page.getByRole('option', { name: 'North' }).click();
    await page.keyboard.press('Escape');
    await answer(page, 'Save and close');
    await form.waitFor({ state: 'hidden' });
    await expect.poll(() => page.getByRole('combobox', { name: 'Customer' }).inputValue()).toContain('Nordby');
    expect(await page.getByRole('textbox', { name: 'Number' }).inputValue()).toBe('Half');
  });
});
