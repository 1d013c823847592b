/** What pickers show of rows beside their labels. */
import { describe, expect, it } from 'vitest';
import { shopDashboard } from '../support/dashboard.ts';
import { openFilter } from '../support/list-filters.ts';
import { ask } from '../support/page-requests.ts';

describe('the dashboard: pickers', () => {
  const { at } = shopDashboard(60);

  it('tell rows of one name apart, and ask for it once they are opened', async () => {
    await using staff = await at('#/sales.Order/create');
    const { page } = staff;
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    const picker = page.getByRole('combobox', { name: 'Customer' });
    await picker.waitFor();
    expect(asked.filter((address) => address.includes('autocomplete'))).toEqual([]);
    const { results } = await ask(page, 'crm.Customer/autocomplete/?q=');
    const { label, fields } = results[0];
    await picker.fill(label);
    // The label comes first in the name, the rest after it.
    const option = page.getByRole('option', { name: `${label} ${fields.email} ${fields.country}` });
    await option.click();
    expect(await picker.inputValue()).toBe(label);
    expect(await staff.barriers()).toEqual([]);
  });

  it('say that the service can not be reached, and not that there are no rows', async () => {
    await using staff = await at('#/sales.Order/create');
    const { page } = staff;
    staff.expectMessage(/ERR_FAILED/);
    await page.route('**/api/r/crm.Customer/autocomplete/?*', (route) => route.abort());
    await page.getByRole('combobox', { name: 'Customer' }).fill('a');
    await page.locator('.MuiAutocomplete-noOptions').getByText('The service could not be reached. Are you online?').waitFor();
    await page.unroute('**/api/r/crm.Customer/autocomplete/?*');
    await page.getByRole('option').first().waitFor();
  });

  it('say the same in a filter, which asks for several rows', async () => {
    await using staff = await at('#/sales.Order');
    const { page } = staff;
    staff.expectMessage(/ERR_FAILED/);
    await page.route('**/api/r/crm.Customer/autocomplete/?*', (route) => route.abort());
    const dialog = await openFilter(page, 'Customer');
    await dialog.getByRole('combobox', { name: 'Customer' }).fill('a');
    await page.locator('.MuiAutocomplete-noOptions').getByText('The service could not be reached. Are you online?').waitFor();
  });

  it('show no error where nobody has used them, and their rows are known', async () => {
    await using staff = await at('#/sales.Order/1');
    const { page } = staff;
    staff.expectMessage(/ERR_FAILED/);
    const customer = page.getByRole('combobox', { name: 'Customer' });
    await expect.poll(() => customer.inputValue()).not.toBe('');
    // What stands beside it is no use of it.
    await page.getByRole('button', { name: 'Change this customer' }).focus();
    await page.route('**/api/r/**', (route) => route.abort());
    const isRefused = page.waitForEvent('requestfailed', (request) => request.url().includes('/r/crm.Customer/'));
    await page.getByRole('button', { name: 'Refresh' }).click();
    await isRefused;
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    expect(await customer.getAttribute('aria-invalid')).toBe('false');
    await customer.focus();
    await expect.poll(() => customer.getAttribute('aria-invalid')).toBe('true');
  });

  it('leave the keyboard to the input that has a message, where their own rows could not be read', async () => {
    await using staff = await at('#/sales.Order/1');
    const { page } = staff;
    staff.expectMessage(/400|500/);
    await page.route('**/api/r/crm.Customer/autocomplete/?*', (route) => route.fulfill({ status: 500, json: { detail: 'Broken.' } }));
    const customer = page.getByRole('combobox', { name: 'Customer' });
    await customer.focus();
    await expect.poll(() => customer.getAttribute('aria-invalid')).toBe('true');
    await page.keyboard.press('Escape');
    const quantity = page.getByRole('region', { name: 'Order lines' }).getByLabel('Quantity').first();
    await quantity.fill('');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await quantity.and(page.locator(':focus')).waitFor();
    expect(await customer.getAttribute('aria-invalid')).toBe('true');
  });

  it('show pictures of the hosts in the settings, and no links', async () => {
    await using staff = await at('#/sales.Order/create');
    const { page } = staff;
    await page.getByRole('button', { name: 'Add order line' }).click();
    const { results } = await ask(page, 'catalog.Product/autocomplete/?q=');
    const pictured = results.findIndex((row: { fields: { image: string | null } }) => row.fields.image !== null);
    const picker = page.getByRole('combobox', { name: 'Product' });
    await picker.click();
    const option = page.getByRole('option').nth(pictured);
    await option.getByText(results[pictured].fields.sku).waitFor();
    const picture = option.locator('img');
    await picture.waitFor();
    expect(await picture.getAttribute('referrerpolicy')).toBe('no-referrer');
    expect(await option.locator('a').count()).toBe(0);
    await option.click();
    expect(await picker.inputValue()).toBe(results[pictured].label);
    expect(await staff.barriers()).toEqual([]);
  });

  it('show it beside the row that is picked, without a request of its own', async () => {
    await using staff = await at('#/sales.Order/create');
    const { page } = staff;
    const order = await ask(page, 'sales.Order/20/');
    const { email } = order.customer_fields;
    const told = (): Promise<string> => page.getByRole('combobox', { name: 'Customer' }).evaluate(textBeside);
    await staff.open('#/sales.Order/20');
    await page.getByRole('combobox', { name: 'Customer' }).waitFor();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await expect.poll(told).toContain(email);
    expect(asked.filter((address) => address.includes('crm.Customer'))).toEqual([]);
    const { results } = await ask(page, 'crm.Customer/autocomplete/?q=');
    const other = results.find((row: { value: string }) => row.value !== order.customer);
    await page.getByRole('combobox', { name: 'Customer' }).fill(other.label);
    await page.getByRole('option', { name: other.fields.email }).click();
    await expect.poll(told).toContain(other.fields.email);
    expect(await staff.barriers()).toEqual([]);
    await using clara = await at('#/sales.Order/20', 'clara');
    await clara.page.getByText(email).first().waitFor();
  });

  it('keep what is typed when the rows for it have come, and search for what is typed after that', async () => {
    await using staff = await at('#/sales.Order/20');
    const { page } = staff;
    const { results } = await ask(page, 'crm.Customer/autocomplete/?q=');
    const { label } = results.at(-1);
    const picker = page.getByRole('combobox', { name: 'Customer' });
    await picker.selectText();
    for (let length = 1; length <= 4; length++) {
      const typed = label.slice(0, length);
      const came = page.waitForResponse((answer) => new URL(answer.url()).searchParams.get('q') === typed);
      await page.keyboard.insertText(typed.at(-1));
      await came;
      await page.getByRole('option', { name: label }).first().waitFor();
      await staff.stillness();
      expect(await picker.inputValue()).toBe(typed);
    }
    await page.getByRole('option', { name: label }).first().click();
    expect(await picker.inputValue()).toBe(label);
  });

  it('show the same where a list is filtered', async () => {
    await using staff = await at('#/sales.Order');
    const { page } = staff;
    const { results } = await ask(page, 'crm.Customer/autocomplete/?q=');
    const editor = await openFilter(page, 'Customer');
    await editor.getByRole('combobox').last().fill(results[1].label);
    await page.getByRole('option', { name: results[1].fields.email }).first().waitFor();
  });
});

/** Runs in the browser. */
function textBeside(input: unknown): string {
  const { getComputedStyle } = globalThis as unknown as { getComputedStyle(of: unknown, part: string): { content: string } };
  return getComputedStyle((input as { readonly parentElement: unknown }).parentElement, '::after').content;
}
