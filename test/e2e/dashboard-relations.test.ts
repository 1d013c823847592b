import { describe, expect, it } from 'vitest';
import { shopDashboard } from '../support/dashboard.ts';
import { filterChip } from '../support/list-filters.ts';
import { ask, change } from '../support/page-requests.ts';

describe('the dashboard: what points to a row', () => {
  const { at } = shopDashboard(300);

  it('is in tabs of its page with counts, keeps what is not saved, and is added from there', async () => {
    await using staff = await at('#/crm.Customer');
    const { page } = staff;
    const [order] = (await ask(page, 'sales.Order/?page_size=1')).results;
    const { count } = await ask(page, `sales.Order/?customer=${order.customer}&page_size=1`);
    await staff.open(`#/crm.Customer/${order.customer}`);
    const orders = page.getByRole('tab', { name: /^Orders/ });
    await expect.poll(() => orders.innerText()).toMatch(new RegExp(`^Orders\\s+${count}$`));
    await page.getByRole('textbox', { name: 'First name' }).fill('Not saved');
    await orders.click();
    await page.waitForURL(/tab=sales\.Order\.customer/);
    const panel = page.getByRole('region', { name: 'Orders' });
    await expect.poll(() => panel.locator('tbody tr').count()).toBe(Math.min(count, 25));
    await page.getByRole('tab', { name: 'Details' }).click();
    expect(await page.getByRole('textbox', { name: 'First name' }).inputValue()).toBe('Not saved');
    await page.getByRole('button', { name: 'Discard' }).click();
    await orders.click();
    expect(await staff.barriers()).toEqual([]);
    await page.getByRole('link', { name: 'New order' }).click();
    await expect.poll(() => page.getByRole('combobox', { name: 'Customer' }).inputValue()).toBe(order.customer_label);
    await page.goBack();
    await page.getByRole('link', { name: 'Open as a list' }).click();
    await expect.poll(() => filterChip(page, 'Customer').innerText()).toContain(order.customer_label);
  });

  it('has a count that the service had no time for when it asks again', async () => {
    await using staff = await at('#/crm.Customer');
    const { page } = staff;
    const [order] = (await ask(page, 'sales.Order/?page_size=1')).results;
    let asked = 0;
    await page.route('**/references/', async (route) => {
      asked += 1;
      if (asked > 1) return route.continue();
      const answer = await route.fetch();
      const { references } = await answer.json();
      return route.fulfill({ response: answer, json: { references: references.map((one: any) => ({ ...one, count: null })) } });
    });
    await staff.open(`#/crm.Customer/${order.customer}`);
    await expect.poll(() => page.getByRole('tab', { name: /^Orders/ }).innerText()).toMatch(/^Orders\s+\d/);
    expect(asked).toBeGreaterThan(1);
  });

  it('fits a telephone, one line for each row', async () => {
    await using staff = await at('#/crm.Customer');
    const { page } = staff;
    const [order] = (await ask(page, 'sales.Order/?page_size=1')).results;
    await page.setViewportSize({ width: 390, height: 844 });
    await staff.open(`#/crm.Customer/${order.customer}?tab=sales.Order.customer`);
    const panel = page.getByRole('region', { name: 'Orders' });
    await panel.getByRole('listitem').first().waitFor();
    expect(await panel.getByRole('table').count()).toBe(0);
    expect(await panel.evaluate((box: any) => box.scrollWidth <= box.clientWidth)).toBe(true);
    await panel.getByRole('link', { name: new RegExp(order.number) }).click();
    await page.getByRole('heading', { name: new RegExp(order.number), level: 1 }).waitFor();
  });

  it('is changed together, and no other row', async () => {
    await using staff = await at('#/crm.Customer');
    const { page } = staff;
    const [order] = (await ask(page, 'sales.Order/?page_size=1')).results;
    await staff.open(`#/crm.Customer/${order.customer}?tab=sales.Order.customer`);
    const { count } = await ask(page, `sales.Order/?customer=${order.customer}&page_size=1`);
    const panel = page.getByRole('region', { name: 'Orders' });
    await panel.getByLabel('Select all').click();
    await page.getByText(`${Math.min(count, 25)} selected`).waitFor();
    await panel.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByRole('combobox', { name: 'Field' }).click();
    await page.getByRole('option', { name: 'Note' }).click();
    await page.getByRole('textbox', { name: 'Note' }).fill('Of this customer');
    await page.getByRole('button', { name: 'Show what changes' }).click();
    await page.getByRole('button', { name: /^Change \d+ orders?$/ }).click();
    await page.getByText(/note is changed/).waitFor();
    const changed = await ask(page, 'sales.Order/?note=Of%20this%20customer&page_size=1');
    expect(changed.count).toBe(count);
  });

  it('is nothing, and not the rows of others, where no row points to it', async () => {
    await using staff = await at('#/crm.Customer');
    const { page } = staff;
    const customer = { firstName: 'New', lastName: 'Here', email: 'new@example.com', country: 'SE', region: 'north' };
    const made = await change(page, 'POST', 'crm.Customer/', customer);
    await staff.open(`#/crm.Customer/${made.id}?tab=sales.Order.customer`);
    const panel = page.getByRole('region', { name: 'Orders' });
    await panel.getByText('There are no orders yet.').waitFor();
    // Its filter is the customer.
    expect(await panel.getByRole('button', { name: 'Clear the filters' }).count()).toBe(0);
    await panel.getByRole('link', { name: 'New order' }).waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.reload();
    await panel.getByText('There are no orders yet.').waitFor();
    expect(await panel.getByRole('button', { name: 'Clear the filters' }).count()).toBe(0);
  });
});
