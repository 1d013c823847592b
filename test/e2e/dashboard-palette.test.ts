import { describe, expect, it } from 'vitest';
import { shopDashboard } from '../support/dashboard.ts';
import { menuLink } from '../support/menu.ts';

describe('the dashboard: find anything', () => {
  const { at } = shopDashboard(120);

  it('leads to models, to rows of all models, and to what can be added, by keys alone', async () => {
    await using staff = await at('');
    const { page } = staff;
    await menuLink(page, 'Orders').waitFor();
    await page.keyboard.press('Control+k');
    const find = page.getByRole('combobox', { name: 'Find' });
    await find.waitFor();
    await page.keyboard.type('tags');
    await expect.poll(() => page.getByRole('option').first().innerText()).toMatch(/^Tags/);
    await page.keyboard.press('Enter');
    await page.waitForURL(/#\/catalog\.Tag/);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Find' }).and(page.locator(':focus')).waitFor();
    const asked = page.waitForRequest(/\/api\/search\/\?q=SO-0000012$/);
    await page.keyboard.insertText('SO-0000012');
    await asked;
    await page.getByRole('option', { name: /SO-0000012/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Order SO-0000012' }).waitFor();
    await page.getByRole('button', { name: 'Find anything' }).click();
    // What was opened last comes first.
    await expect.poll(() => page.getByRole('option').first().innerText()).toMatch(/SO-0000012/);
    await page.keyboard.type('new order');
    await page
      .getByRole('option', { name: /^New order/ })
      .first()
      .waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  });

  it('has the very thing that is typed first, and gives the keyboard to the page that it opens', async () => {
    await using staff = await at('');
    const { page } = staff;
    await menuLink(page, 'Orders').focus();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Find' }).waitFor();
    await page.keyboard.type('new tag');
    await expect.poll(() => page.getByRole('option').first().innerText()).toMatch(/^New tag\b/);
    await page.keyboard.press('Enter');
    await page.waitForURL(/#\/catalog\.Tag\/create/);
    // The form begins in its first input.
    await expect.poll(() => page.locator(':focus').getAttribute('name')).toBe('name');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Find' }).waitFor();
    await page.keyboard.type('orders');
    await expect.poll(() => page.getByRole('option').first().innerText()).toMatch(/^Orders\b/);
    await page.keyboard.press('Enter');
    await page.getByRole('cell', { name: /^SO-/ }).first().waitFor();
    await expect.poll(() => page.locator(':focus').getAttribute('id')).toBe('main-content');
    await page.keyboard.press('j');
    await expect.poll(() => page.locator(':focus').innerText()).toMatch(/^SO-/);
  });

  it('opens what is found first, where Enter was pressed before anything was found, and nothing where more was typed after it', async () => {
    await using staff = await at('');
    const { page } = staff;
    const held: (() => Promise<void>)[] = [];
    await page.route('**/api/search/?q=*', (route) => void held.push(() => route.continue()));
    await menuLink(page, 'Orders').waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Find' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.insertText('SO-0000013');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Backspace');
    await page.keyboard.insertText('2');
    await expect.poll(() => held.length).toBeGreaterThan(0);
    await Promise.all(held.splice(0).map((answer) => answer()));
    await page.getByRole('option', { name: /SO-0000012/ }).waitFor();
    await page.keyboard.press('Backspace');
    await page.keyboard.insertText('4');
    await page.keyboard.press('Enter');
    await expect.poll(() => held.length).toBe(1);
    await Promise.all(held.splice(0).map((answer) => answer()));
    await page.getByRole('heading', { name: 'Order SO-0000014' }).waitFor();
  });

  it('searches again by itself once the service can be reached, and opens nothing that was asked for before', async () => {
    await using staff = await at('');
    const { page } = staff;
    staff.expectMessage(/ERR_FAILED/);
    await menuLink(page, 'Orders').waitFor();
    await page.route('**/api/search/?q=*', (route) => route.abort());
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Find' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.insertText('SO-0000015');
    await page.keyboard.press('Enter');
    await page.getByText('The service could not be reached. Are you online?').waitFor();
    await page.unroute('**/api/search/?q=*');
    await page.getByRole('option', { name: /SO-0000015/ }).waitFor();
    expect(page.url()).not.toContain('sales.Order');
  });

  it('asks again for what the service had no time for, three times at most', async () => {
    await using staff = await at('');
    const { page } = staff;
    let asked = 0;
    let late = 2;
    await page.route('**/api/search/?q=*', (route) => {
      asked += 1;
      return asked <= late ? route.fulfill({ json: { results: [], complete: false } }) : route.continue();
    });
    await menuLink(page, 'Orders').waitFor();
    await page.clock.install();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Find' }).waitFor();
    await page.keyboard.insertText('SO-0000012');
    await page.getByText('Not everything could be searched in time.').waitFor();
    await page.getByRole('option', { name: /SO-0000012/ }).waitFor();
    expect(asked).toBe(3);
    late = 9;
    const third = page.waitForResponse(() => asked === 6);
    await page.keyboard.type('3');
    await third;
    await page.getByText('Not everything could be searched in time.').waitFor();
    await page.clock.runFor(5000);
    expect(asked).toBe(6);
  });

  it('offers what its person may see', async () => {
    await using staff = await at('', 'vera');
    const { page } = staff;
    await page.getByRole('button', { name: 'Find anything' }).click();
    await page.keyboard.type('SO-00000');
    await page.getByText('Nothing was found.').waitFor();
    expect(await page.getByRole('option').count()).toBe(0);
  });

  it('does what the page offers, by keys alone', async () => {
    await using staff = await at('#/sales.Order/12');
    const { page } = staff;
    const find = async (words: string, option: RegExp): Promise<void> => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Find' }).waitFor();
      await page.keyboard.type(words);
      await expect.poll(() => page.getByRole('option').first().innerText()).toMatch(option);
      await page.keyboard.press('Enter');
    };
    await page.getByLabel('Note').waitFor();
    await find('refund this', /^Refund/);
    await page.getByRole('dialog', { name: 'Refund' }).getByText('It runs on 1 order.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await find('dark', /^Use the dark theme/);
    await expect.poll(() => page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(16, 17, 22)');
    await find('keys', /^Show the keys/);
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await staff.open(`#/sales.Order?filter=${encodeURIComponent('{"status":["paid"]}')}`);
    await page.locator('tbody .dash-tick').first().waitFor();
    // Nothing is ticked.
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Find' }).waitFor();
    await page.keyboard.type('ticked rows');
    await page.getByText('Nothing was found.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.getByText('1 selected', { exact: true }).waitFor();
    await find('refund ticked', /^Refund/);
    await page.getByRole('dialog', { name: 'Refund' }).getByText('It runs on 1 order.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await find('clear the filters', /^Clear the filters/);
    await page.waitForURL((address) => !address.href.includes('paid'));
    staff.expectMessage(/401/);
    await find('sign out', /^Sign out/);
    await page.getByLabel('User name').waitFor();
  });
});
