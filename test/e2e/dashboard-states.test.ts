import { model } from 'grimoire';
import { describe, expect, it } from 'vitest';
import { dashboardOf, shopDashboard } from '../support/dashboard.ts';
import { listening } from '../support/listening.ts';
import { password, startService } from '../support/service.ts';
import { serviceForAll } from '../support/started-service.ts';

describe('the dashboard: when things are not as they should be', () => {
  const { at } = shopDashboard(60);
  it('says that a list could not be had, and gets it when asked again', async () => {
    await using staff = await at('');
    const { page } = staff;
    staff.expectMessage(/503/);
    await page.route('**/api/r/sales.Order/?*', (route) =>
      route.fulfill({
        status: 503,
        headers: { 'Retry-After': '1' },
        json: { detail: 'The database is not available. Try again shortly.', code: 'unavailable' },
      }),
    );
    await page.getByRole('menuitem', { name: 'Orders' }).click();
    await page.getByRole('alert').getByText('The database is not available.').first().waitFor();
    await page.unroute('**/api/r/sales.Order/?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('cell', { name: /^SO-/ }).first().waitFor();
  });

  it('says that one is offline, and loses nothing that was filled in', async () => {
    await using staff = await at('#/sales.Order/1');
    const { page } = staff;
    await page.getByLabel('Note').fill('Written in a tunnel');
    await staff.context.setOffline(true);
    await page.getByText('You are offline.').waitFor();
    staff.expectMessage(/ERR_INTERNET_DISCONNECTED/);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The service can’t be reached. Are you online?').waitFor();
    expect(await page.getByLabel('Note').inputValue()).toBe('Written in a tunnel');
    await staff.context.setOffline(false);
    await page.getByText('You are offline.').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The order is saved.').waitFor();
  });

  it('says what to tell whoever looks after the service', async () => {
    await using staff = await at('#/sales.Order/1');
    const { page } = staff;
    staff.expectMessage(/500/);
    await page.route('**/api/r/sales.Order/1/', (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ status: 500, headers: { 'X-Request-Id': 'req-77' }, json: { detail: 'Internal error.', request_id: 'req-77' } })
        : route.continue(),
    );
    await page.getByLabel('Note').fill('Anything');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Internal error. (request req-77)').waitFor();
  });

  it('says that a row, or a page, is not there', async () => {
    await using staff = await at('#/sales.Order/999999');
    const { page } = staff;
    staff.expectMessage(/404/);
    await page.getByText('Not found.').first().waitFor();
    await staff.open('#/no.Model');
    await page.getByText('Not Found', { exact: true }).waitFor();
  });

  it('says of a list without rows that there are none', async () => {
    await using staff = await at('');
    const { page } = staff;
    await page.route('**/api/r/sales.Coupon/?*', (route) =>
      route.fulfill({ json: { count: 0, count_exact: true, next: null, previous: null, results: [] } }),
    );
    await page.getByRole('menuitem', { name: 'Coupons' }).click();
    await page.getByText('There are no coupons yet.').waitFor();
    await page.getByText('The first one that is added is shown here.').waitFor();
    expect(await page.getByRole('link', { name: 'New coupon' }).count()).toBe(2);
  });

  it('says of a count that it is about right, where it is no more than that', async () => {
    await using staff = await at('');
    const { page } = staff;
    await page.route('**/api/r/sales.Order/?*', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...((await response.json()) as object), count: 50_213, count_exact: false } });
    });
    await page.getByRole('menuitem', { name: 'Orders' }).click();
    await page.getByText('1–25 of about 50,000').waitFor();
    await page.getByLabel('Select this row').first().click();
    await page.getByRole('button', { name: 'Select all about 50,000 that match' }).click();
    await page.getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: 'Refund' }).click();
    await page.getByRole('dialog').getByText('It runs on all about 50,000 orders that match.').waitFor();
  });
});

describe('the dashboard while the service is read-only', () => {
  const isOn = { now: false };
  const { service } = serviceForAll(() =>
    startService({
      dialect: 'sqlite',
      setup: "CREATE TABLE note (id integer PRIMARY KEY, title varchar(20) NOT NULL); INSERT INTO note VALUES (1, 'First');",
      models: [model('note', 'desk.Note')],
      settings: { readOnly: () => isOn.now },
    }),
  );
  const dashboard = dashboardOf(() => listening(service.admin));

  it('says so when a form is saved, keeps the input, and says so above each page that is loaded', async () => {
    await using staff = await dashboard.at('#/desk.Note/1', 'root', password);
    const { page } = staff;
    staff.expectMessage(/503/);
    await page.getByLabel('Title').fill('Second');
    isOn.now = true;
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await save.click();
    await page.getByText('Nothing can be changed at present').waitFor();
    expect(await page.getByLabel('Title').inputValue()).toBe('Second');
    isOn.now = false;
    await save.click();
    await page.getByText('The note is saved.').waitFor();
    isOn.now = true;
    await page.reload();
    await page.getByText('The service is being maintained').waitFor();
  });
});
