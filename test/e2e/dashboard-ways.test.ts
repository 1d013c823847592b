import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { shopDashboard } from '../support/dashboard.ts';
import { ask } from '../support/page-requests.ts';
import { answer } from '../support/questions.ts';

/** Where the rows of a list are scrolled to, and what has the focus. */
async function placeOf(page: Page): Promise<readonly [top: unknown, focused: string | null]> {
  const top: unknown = await page.evaluate(`document.querySelector('.table-scroll').scrollTop`);
  return [top, await page.locator(':focus').textContent()];
}

describe('the dashboard: from a list to a row, to the next one, and back', () => {
  const { at } = shopDashboard(300);
  const address = `#/sales.Order?${new URLSearchParams({ sort: 'number', order: 'ASC', page: '1', perPage: '10' }).toString()}`;
  const number = (index: number): string => `SO-${String(index).padStart(7, '0')}`;
  const heading = (page: Page, index: number): Promise<void> =>
    page.getByRole('heading', { level: 1, name: `Order ${number(index)}` }).waitFor();

  it('goes on to the rows before and after, also on the next page of the list', async () => {
    await using staff = await at(address);
    const { page } = staff;
    const total = (await ask(page, 'sales.Order/?page_size=1')).count as number;
    await page.getByRole('link', { name: number(9) }).click();
    await page.getByText(`9 of ${total}`).waitFor();
    await page.getByRole('button', { name: 'Next row' }).click();
    await heading(page, 10);
    await page.getByRole('button', { name: 'Next row' }).click();
    await heading(page, 11);
    await page.getByText(`11 of ${total}`).waitFor();
    // The button keeps the focus, so that the next press goes on.
    await page.locator('button[aria-label="Next row"]:focus').waitFor();
    await page.keyboard.press('Enter');
    await heading(page, 12);
    await page.getByRole('button', { name: 'Previous row' }).click();
    await heading(page, 11);
    await page.getByRole('button', { name: 'Previous row' }).click();
    await heading(page, 10);
    // What was not saved is not lost by the way.
    await page.getByLabel('Note').fill('Not saved');
    await page.getByRole('button', { name: 'Next row' }).click();
    await answer(page, 'Keep editing');
    expect(await page.getByLabel('Note').inputValue()).toBe('Not saved');
    await page.getByRole('button', { name: 'Next row' }).click();
    await answer(page, 'Leave without saving');
    await heading(page, 11);
    expect(await page.getByLabel('Note').inputValue()).not.toBe('Not saved');
  });

  it('finds the list as it was left: ticks, place, and the row that was opened', async () => {
    await using staff = await at('#/sales.Order?sort=number&order=ASC&page=1&perPage=50');
    const { page } = staff;
    await page.getByRole('link', { name: number(40) }).waitFor();
    await page.locator('tbody .dash-tick').nth(36).click();
    await page.evaluate(`document.querySelector('.table-scroll').scrollTop = 700`);
    await page.getByRole('link', { name: number(30) }).click();
    await heading(page, 30);
    await page.getByRole('main').getByRole('link', { name: 'Orders', exact: true }).click();
    await page.getByText('1 selected').waitFor();
    expect(await placeOf(page)).toEqual([700, number(30)]);
    // Other filters are another list.
    await page.getByLabel('Search', { exact: true }).fill(number(7));
    await expect.poll(() => page.getByText('1 selected').isVisible()).toBe(false);
  });

  it('goes by keys alone, which are text where one writes, and nothing once they are switched off', async () => {
    await using staff = await at(address);
    const { page } = staff;
    await page.getByRole('link', { name: number(1), exact: true }).waitFor();
    for (const key of ['j', 'j', 'k', 'j', 'x']) await page.keyboard.press(key);
    await page.getByText('1 selected').waitFor();
    expect((await placeOf(page))[1]).toBe(number(2));
    await page.keyboard.press('Enter');
    await heading(page, 2);
    await page.keyboard.press('j');
    await heading(page, 3);
    await page.keyboard.press('k');
    await heading(page, 2);
    await page.getByLabel('Note').fill('');
    await page.keyboard.press('j');
    expect(await page.getByLabel('Note').inputValue()).toBe('j');
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('u');
    await page.getByText('1 selected').waitFor();
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keys' });
    await help.getByText('To the next row of the list').waitFor();
    expect(await staff.barriers()).toEqual([]);
    await help.getByRole('switch').click();
    await help.getByRole('button', { name: 'Close' }).click();
    await page.keyboard.press('n');
    await page.keyboard.press('/');
    await page.getByText('1 selected').waitFor();
    expect(await page.locator('input[aria-label=Search]:focus').count()).toBe(0);
  });

  it('makes a copy of a row with its lines, without what must be unique', async () => {
    await using staff = await at('#/sales.Order/70');
    const { page } = staff;
    const order = await ask(page, 'sales.Order/70/');
    const { results: lines } = await ask(page, 'sales.OrderLine/?order=70&ordering=pk');
    await page.getByRole('link', { name: 'Duplicate' }).click();
    await page.getByText(`A copy of ${String(order._label)}`).waitFor();
    expect(await page.getByLabel('Number').inputValue()).toBe('');
    await page.getByLabel('Number').fill('COPY-1');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The order is made.').waitFor();
    const [copy] = (await ask(page, 'sales.Order/?number=COPY-1')).results;
    const { results: copied } = await ask(page, `sales.OrderLine/?order=${copy.id}&ordering=pk`);
    expect([copy.customer, copy.channel, copy.note]).toEqual([order.customer, order.channel, order.note]);
    const told = (rows: typeof lines): unknown => rows.map(({ product, quantity }: (typeof lines)[0]) => [product, quantity]);
    expect(lines.length).toBeGreaterThan(0);
    expect(told(copied)).toEqual(told(lines));
    expect((await ask(page, 'sales.OrderLine/?order=70&ordering=pk')).results).toEqual(lines);
  });
});

describe('the dashboard: the order of a list', () => {
  const { at } = shopDashboard(300);

  it('takes several columns, by the heads of the table and by a menu, and is a part of the address', async () => {
    await using staff = await at('#/sales.Order');
    const { page } = staff;
    const head = (name: string) => page.getByRole('columnheader', { name }).getByRole('button');
    const sent = page.waitForRequest((request) => new URL(request.url()).searchParams.get('ordering') === 'status,total');
    await head('Status').click();
    await page.locator('th[aria-sort=ascending]').getByText('Status').waitFor();
    await head('Total').click({ modifiers: ['Shift'] });
    await sent;
    await page.waitForURL(/sort=status(,|%2C)total/);
    await page.getByRole('button', { name: 'Sort (2)' }).click();
    const menu = page.getByRole('dialog', { name: 'Sort' });
    const turned = page.waitForRequest((request) => new URL(request.url()).searchParams.get('ordering') === 'status,-total');
    await menu.getByRole('button', { name: 'Total: ascending' }).click();
    await turned;
    const third = page.waitForRequest((request) => new URL(request.url()).searchParams.get('ordering') === 'status,-total,number');
    await menu.getByRole('combobox', { name: 'Then by' }).click();
    await page.getByRole('option', { name: 'Number' }).click();
    await third;
    expect(await staff.barriers()).toEqual([]);
    for (const name of ['Status', 'Total', 'Number']) await menu.getByRole('button', { name: `Do not sort by ${name}` }).click();
    // The order of the config is left.
    await menu.getByRole('button', { name: 'Placed at: descending' }).waitFor();
  });
});
