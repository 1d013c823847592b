/** Rows of other models, made and changed beside the form that needs them. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { shopDashboard } from '../support/dashboard.ts';
import { ask } from '../support/page-requests.ts';
import { answer } from '../support/questions.ts';

describe('the dashboard: rows beside a form', () => {
  const { at } = shopDashboard(60);
  const drawer = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

  it('are made where a picker lacks them, and what was entered stays', async () => {
    await using staff = await at('#/sales.Order/create');
    const { page } = staff;
    await page.getByRole('textbox', { name: 'Number' }).fill('SO-NEW');
    await page.getByRole('button', { name: 'New customer (Customer)' }).click();
    const customer = drawer(page, 'New customer');
    for (const [name, value] of [
      ['First name', 'Åse'],
      ['Last name', 'Nordby'],
      ['Email', 'no address'],
      ['Country', 'NO'],
    ] as const)
      await customer.getByRole('textbox', { name }).fill(value);
    await customer.getByRole('combobox', { name: 'Region' }).click();
    await page.getByRole('option').first().click();
    await staff.stillness();
    expect(await staff.barriers()).toEqual([]);
    staff.expectMessage(/400/);
    await customer.getByRole('button', { name: 'Save' }).click();
    // The service has refused the address: the drawer stays, and says where.
    await customer.getByText(/valid email/i).waitFor();
    await customer.getByRole('textbox', { name: 'Email' }).fill('aase@example.org');
    await page.keyboard.press('Control+s');
    await customer.waitFor({ state: 'hidden' });
    await expect.poll(() => page.getByRole('combobox', { name: 'Customer' }).inputValue()).toMatch(/Nordby/);
    expect(await page.getByRole('textbox', { name: 'Number' }).inputValue()).toBe('SO-NEW');
    const { results } = await ask(page, 'crm.Customer/?search=Nordby');
    expect(results).toMatchObject([{ firstName: 'Åse', email: 'aase@example.org' }]);
    await page.getByRole('combobox', { name: 'Channel' }).click();
    await page.getByRole('option').first().click();
    await page.getByLabel('Placed at').fill('2026-02-03T10:00');
    await page.getByRole('button', { name: 'Save and continue editing' }).click();
    await page.waitForURL(/sales\.Order\/\d+$/);
    expect((await ask(page, 'sales.Order/?number=SO-NEW')).results).toMatchObject([{ customer: results[0].id }]);
  });

  it('are changed beside it, and the picker shows their new label', async () => {
    await using staff = await at('#/sales.Order/1');
    const { page } = staff;
    const before = await ask(page, 'sales.Order/1/');
    await page.getByRole('button', { name: 'Change this customer (Customer)' }).click();
    const customer = drawer(page, /^Customer /);
    await customer.getByRole('textbox', { name: 'Last name' }).fill('Ødegård');
    await customer.getByRole('button', { name: 'Save' }).click();
    await customer.waitFor({ state: 'hidden' });
    await expect.poll(() => page.getByRole('combobox', { name: 'Customer' }).inputValue()).toMatch(/Ødegård/);
    expect((await ask(page, `crm.Customer/${before.customer}/`)).lastName).toBe('Ødegård');
    // The order itself has no change.
    expect(await page.getByText(/not saved/).count()).toBe(0);
  });

  it('have the name of their model as heading where they can not be read', async () => {
    await using staff = await at('#/sales.Order/1');
    const { page } = staff;
    staff.expectMessage(/503/);
    let isAway = true;
    await page.route('**/api/r/crm.Customer/*/', (route) =>
      isAway ? route.fulfill({ status: 503, json: { detail: 'Away.', code: 'unavailable' } }) : route.continue(),
    );
    await page.getByRole('button', { name: 'Change this customer (Customer)' }).click();
    const customer = drawer(page, 'Customer');
    await customer.getByText('Away.').waitFor();
    // Not `unroute`: the row may be asked for at the same moment.
    isAway = false;
    await drawer(page, /^Customer ./)
      .getByRole('textbox', { name: 'Last name' })
      .waitFor();
  });

  it('are not closed without a question once something was entered, also not by going back', async () => {
    await using staff = await at('#/sales.Order');
    const { page } = staff;
    await page.getByRole('link', { name: 'New order' }).click();
    await page.getByRole('button', { name: 'New coupon (Coupon)' }).click();
    const coupon = drawer(page, 'New coupon');
    await coupon.getByRole('textbox', { name: 'Code' }).fill('SPRING');
    await page.keyboard.press('Escape');
    await answer(page, 'Keep editing');
    await page.goBack();
    await answer(page, 'Keep editing');
    expect(await coupon.getByRole('textbox', { name: 'Code' }).inputValue()).toBe('SPRING');
    await page.keyboard.press('Escape');
    await answer(page, 'Close without saving');
    await coupon.waitFor({ state: 'hidden' });
    // The button that had opened it has the focus again.
    await expect.poll(() => page.locator(':focus').getAttribute('aria-label')).toBe('New coupon (Coupon)');
    await page.goBack();
    await page.waitForURL(/#\/sales\.Order($|\?)/);
    expect(await page.getByRole('alertdialog').count()).toBe(0);
  });

  it('are offered to those who may make and change them', async () => {
    await using staff = await at('#/sales.Order/1', 'nils');
    const { page } = staff;
    await page.getByRole('heading', { name: /SO-/ }).waitFor();
    await page.getByRole('combobox', { name: 'Customer' }).waitFor();
    // Who looks after the orders of the north changes customers, and makes no coupons.
    expect(await page.getByRole('button', { name: 'Change this customer (Customer)' }).count()).toBe(1);
    expect(await page.getByRole('button', { name: 'New coupon (Coupon)' }).count()).toBe(0);
  });
});
