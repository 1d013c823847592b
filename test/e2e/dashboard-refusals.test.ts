/** What the dashboard says and keeps where something is refused, or gone. */
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { shopDashboard } from '../support/dashboard.ts';
import type { StaffPage } from '../support/staff-page.ts';
import { menuLink } from '../support/menu.ts';

type Box = Awaited<ReturnType<Locator['boundingBox']>>;

/** Whether two elements are shown, and neither covers a part of the other. */
function areApart(one: Box, other: Box): boolean {
  if (!one || !other) return false;
  const isBeside = one.x + one.width <= other.x || other.x + other.width <= one.x;
  return isBeside || one.y + one.height <= other.y || other.y + other.height <= one.y;
}

describe('the dashboard, where something is refused', () => {
  const { at } = shopDashboard(60);
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const ask = (page: Page, path: string): Promise<any> => page.evaluate(async (asked) => (await fetch(asked)).json(), `/api/r/${path}`);
  /** Writes behind the back of the page. @returns the status. */
  const change = async ({ page, context }: StaffPage, method: string, path: string, body?: object): Promise<number> => {
    const token = (await context.cookies()).find(({ name }) => name === 'csrftoken')?.value ?? '';
    const { origin } = new URL(page.url());
    const headers = { 'X-CSRFToken': token, Origin: origin };
    const answer = await context.request.fetch(`${origin}/api/r/${path}`, { method, headers, ...(body ? { data: body } : {}) });
    return answer.status();
  };

  it('keeps the dialog of an action whose run is refused, with its input', async () => {
    await using staff = await at('#/sales.Order');
    const { page } = staff;
    staff.expectMessage(/400/);
    await page.locator('tbody .dash-tick').first().click();
    await page.getByRole('button', { name: /^Select all/ }).click();
    await button(page, 'Actions').click();
    await page.getByRole('menuitem', { name: 'Refund' }).click();
    const detail = 'These are more than 10000 rows, too many to be done one by one.';
    await page.route('**/action/refund/', (route) => route.fulfill({ status: 400, json: { detail, code: 'action_failed' } }));
    const dialog = page.getByRole('dialog', { name: 'Refund' });
    await dialog.getByLabel('Reason').fill('Broken');
    await dialog.getByRole('button', { name: 'Show what changes' }).click();
    await dialog.getByText(detail).waitFor();
    expect(await dialog.getByLabel('Reason').inputValue()).toBe('Broken');
  });

  it('keeps the rows selected on which an action failed', async () => {
    await using staff = await at(`#/sales.Order?filter=${encodeURIComponent('{"status":["refunded","completed"]}')}`);
    const { page } = staff;
    for (const index of [0, 1, 2]) await page.locator('tbody .dash-tick').nth(index).click();
    await page.getByText('3 selected').waitFor();
    const { results } = await ask(page, 'sales.Order/?status=refunded&status=completed&page_size=1');
    const failed = [{ pk: results[0].id, detail: 'Refunded already.' }];
    const report = { message: '2 of 3 done, 1 failed.', total: 3, succeeded: 2, failed };
    await page.route('**/action/refund/', (route) =>
      (route.request().postDataJSON() as { dry_run?: boolean }).dry_run === true ? route.continue() : route.fulfill({ json: report }),
    );
    await button(page, 'Actions').click();
    await page.getByRole('menuitem', { name: 'Refund' }).click();
    await page.getByRole('dialog', { name: 'Refund' }).getByRole('button', { name: 'Show what changes' }).click();
    await page.getByRole('dialog', { name: 'Refund' }).getByRole('button', { name: 'Refund' }).click();
    await page.getByText(report.message).waitFor();
    await button(page, 'Close').click();
    await page.getByText('1 selected').waitFor();
  });

  it('says that a row was deleted meanwhile, and keeps what was filled in', async () => {
    await using staff = await at('#/sales.Coupon');
    const { page } = staff;
    const coupon = { code: 'SHORT-LIVED', percent: 5, validFrom: '2026-01-01' };
    expect(await change(staff, 'POST', 'sales.Coupon/', coupon)).toBe(201);
    await staff.open('#/sales.Coupon/SHORT-LIVED');
    await page.getByLabel('Percent').fill('17');
    expect(await change(staff, 'DELETE', 'sales.Coupon/SHORT-LIVED/')).toBe(204);
    staff.expectMessage(/404/);
    await button(page, 'Save').click();
    await page.getByText(/^The coupon was deleted meanwhile/).waitFor();
    expect(await page.getByLabel('Percent').inputValue()).toBe('17');
  });

  it('says whether a line was changed or deleted meanwhile', async () => {
    await using staff = await at('#/sales.Order/12');
    const { page } = staff;
    const line = page.getByRole('region', { name: 'Order lines' }).getByRole('group').first();
    await line.getByLabel('Quantity').fill('50');
    const [first] = (await ask(page, 'sales.OrderLine/?order=12&ordering=pk')).results;
    expect(await change(staff, 'DELETE', `sales.OrderLine/${first.pk}/`)).toBe(204);
    staff.expectMessage(/404/);
    await button(page, 'Save').click();
    await page.getByText(/The order line .* has been deleted since you opened this page/).waitFor();
    expect(await line.getByLabel('Quantity').inputValue()).toBe('50');
  });

  it('says at a line what is wrong with the line as a whole, by labels, and lets it be saved once it is right', async () => {
    await using staff = await at('#/sales.Order/14');
    const { page } = staff;
    const line = page.getByRole('region', { name: 'Order lines' }).getByRole('group').first();
    await line.getByLabel('Quantity').fill('3');
    staff.expectMessage(/400/);
    const operations = { 1: { non_field_errors: ['This line is not for sale.'], unitPriceOf: ['Odd.'], order: ['Out of stock.'] } };
    await page.route('**/bulk/', (route) => route.fulfill({ status: 400, json: { detail: 'Wrong.', code: 'invalid', operations } }));
    await button(page, 'Save and continue editing').click();
    await line.getByText('This line is not for sale. UnitPriceOf: Odd. Order: Out of stock.').waitFor();
    await page.unroute('**/bulk/');
    await button(page, 'Save and continue editing').click();
    await page.getByText('The order is saved.').waitFor();
    await line.getByText('This line is not for sale.').waitFor({ state: 'detached' });
  });

  it('shows its messages where they cover no button that saves', async () => {
    await using staff = await at('#/sales.Channel');
    const { page } = staff;
    const [channel] = (await ask(page, 'sales.Channel/?page_size=1')).results;
    await staff.open(`#/sales.Channel/${channel.id}`);
    await page.route(/\/r\/sales\.Channel\/[^/]+\/$/, (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ status: 403, json: { detail: 'Not today.', code: 'permission_denied' } })
        : route.continue(),
    );
    staff.expectMessage(/403/);
    await page.getByLabel('Name').fill('Changed');
    await button(page, 'Save').click();
    const message = page.getByRole('alert').filter({ hasText: 'Not today.' });
    await message.waitFor();
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 });
      for (const name of ['Save', 'Save and continue editing'])
        expect(areApart(await message.boundingBox(), await button(page, name).boundingBox())).toBe(true);
    }
  });

  it('offers to clear a sort that there is not', async () => {
    await using staff = await at('#/sales.Coupon');
    const { page } = staff;
    staff.expectMessage(/400/);
    await staff.open('#/sales.Coupon?sort=bogus&order=ASC');
    await button(page, 'Clear the sort').click();
    await page.getByRole('columnheader', { name: 'Code' }).waitFor();
    expect(page.url()).not.toContain('bogus');
  });

  it('leads from a filtered list to a row that was made and is not in it', async () => {
    await using staff = await at('#/sales.Coupon');
    const { page } = staff;
    const [coupon] = (await ask(page, 'sales.Coupon/?page_size=1')).results;
    await staff.open(`#/sales.Coupon?filter=${encodeURIComponent(JSON.stringify({ code: coupon.code }))}`);
    await page.getByRole('cell', { name: coupon.code }).last().waitFor();
    await page.getByRole('link', { name: /^New / }).click();
    // The list has inputs of the same names: they are gone once the form is there.
    await button(page, 'Save').waitFor();
    await page.getByLabel('Code').fill('BRAND-NEW');
    await page.getByLabel('Percent').fill('5');
    await page.getByLabel('Valid from').fill('2026-01-01');
    await button(page, 'Save').click();
    await page.getByRole('cell', { name: coupon.code }).last().waitFor();
    await page.getByRole('link', { name: 'Open it' }).click();
    await page.waitForURL(/#\/sales\.Coupon\/BRAND-NEW$/);
    await button(page, 'Save').waitFor();
  });

  it('speaks of several rows as several, and of a line once', async () => {
    await using staff = await at('#/sales.Order');
    const { page } = staff;
    for (const index of [0, 1]) await page.locator('tbody .dash-tick').nth(index).click();
    await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete 2 orders?' });
    await dialog
      .getByText(/along with them:|They can’t be deleted: other rows need them\./)
      .first()
      .waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    const [line] = (await ask(page, 'sales.OrderLine/?order=16&ordering=pk')).results;
    await change(staff, 'PATCH', `sales.OrderLine/${line.pk}/`, { quantity: 9 });
    await staff.open('#/sales.Order/16');
    await page.getByRole('tab', { name: 'History' }).click();
    const entry = page.getByRole('region', { name: 'History' }).getByRole('article').first();
    expect(await entry.innerText()).toContain('Order line');
    expect(await entry.innerText()).not.toMatch(/order line order line/i);
  });

  it('says that a page could not be loaded, and offers to reload it where there is a connection', async () => {
    await using staff = await at('#/sales.Order/18');
    const { page, context } = staff;
    staff.expectMessage(/ERR_INTERNET_DISCONNECTED|dynamically imported module|Failed to fetch/);
    await page.waitForLoadState('networkidle');
    const openProfile = async (): Promise<void> => {
      await page.getByRole('button', { name: /^Ada/ }).click();
      await page.getByRole('menuitem', { name: 'Profile' }).click();
    };
    const trouble = page.getByRole('heading', { name: 'This page could not be shown' });
    await context.setOffline(true);
    await openProfile();
    await trouble.waitFor();
    await page.getByText('You are offline.').waitFor();
    await page.getByText('The service could not be reached. Are you online?').waitFor();
    expect(await button(page, 'Reload').isDisabled()).toBe(true);
    expect(await staff.barriers()).toEqual([]);
    await context.setOffline(false);
    await page.getByText('The dashboard may have been updated').waitFor();
    await menuLink(page, 'Customers').click();
    await page.getByRole('heading', { name: 'Customers' }).waitFor();
    await openProfile();
    await button(page, 'Reload').click();
    await page.getByRole('heading', { name: 'Profile' }).waitFor();
  });

  it('says that its frame has failed, and can be reloaded', async () => {
    await using staff = await at('#/sales.Order');
    const { page } = staff;
    staff.expectMessage(/localeCompare is not a function/);
    await page.route('**/api/schema/', async (route) => {
      const answer = await route.fetch();
      const { models, ...rest } = await answer.json();
      await route.fulfill({
        response: answer,
        json: { ...rest, models: models.map((model: object) => ({ ...model, verbose_name_plural: {} })) },
      });
    });
    await page.reload();
    await page.getByRole('heading', { name: 'This page could not be shown' }).waitFor();
    await page.getByText(/^Reload the page. If that does not help, show this message to an administrator:/).waitFor();
    await page.unroute('**/api/schema/');
    await button(page, 'Reload').click();
    await page.getByRole('heading', { name: 'Orders' }).waitFor();
  });

  it('has a menu that reaches to the foot of the window once the page is scrolled', async () => {
    await using staff = await at('#/sales.Order/18');
    const { page } = staff;
    await page.setViewportSize({ width: 1280, height: 600 });
    await page.getByLabel('Note').waitFor();
    await page.mouse.move(800, 300);
    await page.mouse.wheel(0, 400);
    const foot = (): Promise<number> =>
      page.locator('.RaSidebar-fixed').evaluate((menu) => {
        const { top, bottom } = (menu as unknown as { getBoundingClientRect(): { top: number; bottom: number } }).getBoundingClientRect();
        return top > 1 ? -1 : bottom;
      });
    await expect.poll(foot).toBe(600);
  });
});
