import { model } from 'grimoire';
import { describe, expect, it } from 'vitest';
import { dashboardOf, shopDashboard } from '../support/dashboard.ts';
import { listening } from '../support/listening.ts';
import { password, startService } from '../support/service.ts';
import { serviceForAll } from '../support/started-service.ts';
import { menuLink } from '../support/menu.ts';

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
        json: { detail: 'The database did not answer in time.', code: 'timeout' },
      }),
    );
    await menuLink(page, 'Orders').click();
    await page.getByRole('alert').getByText('The database did not answer in time.').first().waitFor();
    const again = page.getByRole('button', { name: 'Try again' });
    await again.focus();
    const isRefused = page.waitForResponse(/r\/sales\.Order\/\?/);
    await page.keyboard.press('Enter');
    await isRefused;
    await page.locator('button:focus', { hasText: 'Try again' }).waitFor();
    await page.unroute('**/api/r/sales.Order/?*');
    await page.keyboard.press('Enter');
    await page.getByRole('cell', { name: /^SO-/ }).first().waitFor();
    // The button is gone that had the keyboard.
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('main-content');
  });

  it('says that one is offline, and loses nothing that was filled in', async () => {
    await using staff = await at('#/sales.Order/1');
    const { page } = staff;
    await page.getByLabel('Note').fill('Written in a tunnel');
    await staff.context.setOffline(true);
    await page.getByText('You are offline.').waitFor();
    staff.expectMessage(/ERR_INTERNET_DISCONNECTED/);
    const isRefused = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/schema/sales.OrderLine/'));
    await page.getByRole('button', { name: 'Refresh' }).click();
    await isRefused;
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The service could not be reached. Are you online?').waitFor();
    expect(await page.getByLabel('Note').inputValue()).toBe('Written in a tunnel');
    const isReadAgain = page.waitForResponse((answer) => answer.url().endsWith('/api/schema/sales.OrderLine/'));
    await staff.context.setOffline(false);
    await page.getByText('You are offline.').waitFor({ state: 'hidden' });
    await isReadAgain;
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    expect(await page.getByLabel('Note').inputValue()).toBe('Written in a tunnel');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The order is saved.').waitFor();
  });

  it('keeps the rows that it has while it is offline, and reads what it shows again when that is over', async () => {
    await using staff = await at('#/sales.Order');
    const { page } = staff;
    staff.expectMessage(/ERR_INTERNET_DISCONNECTED/);
    const order = page.getByRole('cell', { name: /^SO-/ }).first();
    await order.waitFor();
    const trouble = page.getByRole('main').getByText('The service could not be reached. Are you online?');
    await staff.context.setOffline(true);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await trouble.waitFor();
    expect(await order.isVisible()).toBe(true);
    await staff.context.setOffline(false);
    await trouble.waitFor({ state: 'hidden' });
    expect(await order.isVisible()).toBe(true);
    await staff.context.setOffline(true);
    await menuLink(page, 'Coupons').click();
    await trouble.waitFor();
    await staff.context.setOffline(false);
    await page.getByRole('cell').first().waitFor();
    expect(await trouble.count()).toBe(0);
  });

  it('stays at the page of a list that it could not read, and shows it once the service can be reached', async () => {
    await using staff = await at('#/sales.Order');
    const { page } = staff;
    staff.expectMessage(/ERR_FAILED/);
    await page.getByRole('cell', { name: /^SO-/ }).first().waitFor();
    await page.route('**/api/r/sales.Order/?*', (route) => route.abort());
    await page.getByRole('button', { name: 'Go to next page' }).click();
    await page.getByRole('main').getByText('The service could not be reached. Are you online?').waitFor();
    expect(page.url()).toContain('page=2');
    expect(await page.getByRole('cell', { name: /^SO-/ }).count()).toBe(0);
    expect(await page.getByRole('status', { name: 'Rows' }).textContent()).toBe('');
    // The page that was read is a click away.
    await page.getByRole('button', { name: 'Go to previous page' }).click();
    await page.getByRole('cell', { name: /^SO-/ }).first().waitFor();
    await page.getByRole('button', { name: 'Go to next page' }).click();
    await page.unroute('**/api/r/sales.Order/?*');
    await page.getByText('26–50 of 60').waitFor();
    await page.getByRole('cell', { name: /^SO-/ }).first().waitFor();
    expect(page.url()).toContain('page=2');
  });

  it('shows that the rows are those of the page before, until those of this page are there', async () => {
    await using staff = await at('#/sales.Order');
    const { page } = staff;
    await page.getByRole('cell', { name: /^SO-/ }).first().waitFor();
    const isAnswered = Promise.withResolvers<void>();
    await page.route('**/api/r/sales.Order/?*', async (route) => {
      await isAnswered.promise;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Go to next page' }).click();
    const rows = page.locator('.list-rows');
    const opacity = "getComputedStyle(document.querySelector('.list-rows')).opacity";
    await expect.poll(() => page.evaluate(opacity)).toBe('0.45');
    expect(await rows.getAttribute('aria-busy')).toBe('true');
    isAnswered.resolve();
    await expect.poll(() => rows.getAttribute('aria-busy')).toBe('false');
    await expect.poll(() => page.evaluate(opacity)).toBe('1');
  });

  it('asks by itself for the rows of a tab that it could not read, once the service can be reached', async () => {
    await using staff = await at('#/catalog.Product/3');
    const { page } = staff;
    staff.expectMessage(/ERR_FAILED/);
    await page.route('**/api/r/inventory.StockLevel/?*', (route) => route.abort());
    await page.getByRole('tab', { name: /^Stock levels/ }).click();
    const rows = page.getByRole('region', { name: 'Stock levels' });
    await rows.getByText('The service could not be reached. Are you online?').waitFor();
    await page.unroute('**/api/r/inventory.StockLevel/?*');
    await rows.getByRole('cell').first().waitFor();
  });

  it('asks for a row by itself that it could not read, once the service can be reached', async () => {
    await using staff = await at('#/sales.Order');
    const { page } = staff;
    staff.expectMessage(/ERR_FAILED/);
    await page.route('**/api/r/sales.Order/7/', (route) => route.abort());
    await staff.open('#/sales.Order/7');
    await page.getByText('The service could not be reached. Are you online?').waitFor();
    await page.unroute('**/api/r/sales.Order/7/');
    await page.getByLabel('Note').waitFor();
  });

  it('says once that the service is away, and asks with one small request whether it is there', async () => {
    await using staff = await at('#/sales.Order');
    const { page } = staff;
    staff.expectMessage(/502/);
    await page.getByRole('cell', { name: /^SO-/ }).first().waitFor();
    const asked: string[] = [];
    // As a proxy answers for a service that is started again.
    await page.route('**/api/**', (route) => {
      asked.push(new URL(route.request().url()).pathname);
      return route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' });
    });
    await page.evaluate("location.hash = '#/sales.Order/7'");
    const said = await page.getByText('The service could not be reached. Are you online?').elementHandle();
    const questions = (): number => asked.filter((path) => path === '/api/auth/me/').length;
    const before = { questions: questions(), all: asked.length };
    await expect.poll(() => questions() - before.questions, { timeout: 20_000 }).toBe(2);
    expect(asked.length - before.all).toBe(2);
    expect(await said?.isVisible()).toBe(true);
    await page.unroute('**/api/**');
    await page.getByLabel('Note').waitFor();
    expect(await page.getByText('The service could not be reached. Are you online?').count()).toBe(0);
  });

  it('says that the service is away where it is opened then, and shows the page once it is there', async () => {
    await using staff = await at('');
    const { page } = staff;
    staff.expectMessage(/503/);
    await menuLink(page, 'Orders').waitFor();
    const away = { status: 503, json: { detail: 'The database is not available.', code: 'unavailable' } };
    await page.route('**/api/**', (route) => route.fulfill(away));
    await staff.open('#/sales.Order/7');
    await page.getByRole('main').getByText('The database is not available.').waitFor();
    expect(await page.getByText('There is no model').count()).toBe(0);
    // Nor while it is asked which models there are.
    const isAnswered = Promise.withResolvers<void>();
    const isAsked = page.waitForRequest('**/api/schema/');
    await page.unroute('**/api/**');
    await page.route('**/api/schema/', async (route) => {
      await isAnswered.promise;
      await route.continue();
    });
    await isAsked;
    await page.getByText('The database is not available.').waitFor({ state: 'hidden' });
    expect(await page.getByText('There is no model').count()).toBe(0);
    isAnswered.resolve();
    await page.getByLabel('Note').waitFor();
  });

  it('says beside the button why nothing was saved, until it is saved', async () => {
    await using staff = await at('#/sales.Order/2');
    const { page } = staff;
    staff.expectMessage(/503/);
    await page.route('**/api/r/sales.Order/2/', (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ status: 503, json: { detail: 'Not before noon.', code: 'unavailable' } })
        : route.continue(),
    );
    await page.getByLabel('Note').fill('In the morning');
    const save = page.getByRole('button', { name: 'Save and continue editing' });
    await save.click();
    const reason = page.locator('.row-form').getByRole('alert').filter({ hasText: 'Not before noon.' });
    await reason.waitFor();
    await page.getByLabel('Note').fill('Early in the morning');
    expect(await reason.isVisible()).toBe(true);
    await page.unroute('**/api/r/sales.Order/2/');
    await save.click();
    await page.getByText('The order is saved.').waitFor();
    expect(await reason.count()).toBe(0);
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
    await page.getByText('There is no such order. It may have been deleted').waitFor();
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    await staff.open('#/no.Model');
    await page.getByText('Not Found', { exact: true }).waitFor();
  });

  it('says of a list without rows that there are none', async () => {
    await using staff = await at('');
    const { page } = staff;
    await page.route('**/api/r/sales.Coupon/?*', (route) =>
      route.fulfill({ json: { count: 0, count_exact: true, next: null, previous: null, results: [] } }),
    );
    await menuLink(page, 'Coupons').click();
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
    await menuLink(page, 'Orders').click();
    await page.getByText('1–25 of about 50,000').waitFor();
    await page.locator('tbody .dash-tick').first().click();
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
