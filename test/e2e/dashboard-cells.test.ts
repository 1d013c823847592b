import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { shopDashboard } from '../support/dashboard.ts';
import { addFilter, filterChip } from '../support/list-filters.ts';
import { ask, change } from '../support/page-requests.ts';

describe('the dashboard: cells of a list', () => {
  const { at } = shopDashboard(300);
  const byNumber = `#/sales.Order?${new URLSearchParams({ filter: '{}', sort: 'number', order: 'ASC' }).toString()}`;
  const cell = (page: Page, row: number, column: string) =>
    page.locator('tbody tr').nth(row).locator('td').nth(['', 'Number', 'Customer', 'Status', 'Channel'].indexOf(column));

  it('are changed in their place, and not over a change of somebody else', async () => {
    await using staff = await at(byNumber);
    const { page } = staff;
    const [first] = (await ask(page, 'sales.Order/?ordering=number&page_size=1')).results;
    await cell(page, 0, 'Channel').hover({ position: { x: 2, y: 2 } });
    await page.getByRole('button', { name: 'Change Channel' }).click();
    const dialog = page.getByRole('dialog', { name: /^Channel of/ });
    await dialog.getByRole('combobox').fill('Läd');
    await page.getByRole('option', { name: 'Läden', exact: true }).click();
    expect(await staff.barriers()).toEqual([]);
    // Somebody else is quicker.
    await change(page, 'PATCH', `sales.Order/${first.id}/`, { channel: 'app', note: 'Meanwhile' });
    staff.expectMessage(/412/);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText(/Somebody has changed this row meanwhile/).waitFor();
    expect((await ask(page, `sales.Order/${first.id}/`)).channel).toBe('app');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await cell(page, 0, 'Channel').getByText('Läden').waitFor();
    expect(await ask(page, `sales.Order/${first.id}/`)).toMatchObject({ channel_label: 'Läden', note: 'Meanwhile' });
  });

  it('are changed and copied with the keyboard; a value that the service refuses says so beside its input', async () => {
    await using staff = await at(byNumber);
    const { page } = staff;
    await staff.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await cell(page, 0, 'Number').waitFor();
    for (const key of ['j', 'j', 'c']) await page.keyboard.press(key);
    await page.getByText('Number is copied.').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('SO-0000002');
    await page.keyboard.press('e');
    const input = page.getByRole('textbox', { name: 'Number of SO-0000002' });
    await input.and(page.locator(':focus')).waitFor();
    await page.keyboard.type('SO-0000001');
    await page.keyboard.press('Enter');
    staff.expectMessage(/400/);
    await page.keyboard.press('Control+s');
    await page.locator('#sheet-problem', { hasText: 'already' }).waitFor();
    for (const key of ['Control+z', 'Escape']) await page.keyboard.press(key);
    await expect.poll(() => page.getByRole('grid').count()).toBe(0);
    expect(await page.locator(':focus').innerText()).toBe('SO-0000002');
  });

  it('have the keyboard in the input of their window, and in their row again after it', async () => {
    await using staff = await at(byNumber);
    const { page } = staff;
    const focused = page.locator(':focus');
    for (const [column, row] of [['Number', 'SO-0000003'] as const, ['Status', 'SO-0000003'] as const]) {
      await cell(page, 2, column).hover({ position: { x: 2, y: 2 } });
      await page.getByRole('button', { name: `Change ${column}` }).click();
      const dialog = page.getByRole('dialog', { name: new RegExp(`^${column} of ${row}`) });
      await dialog.getByLabel(column).and(focused).waitFor();
      if (column === 'Status') {
        await page.keyboard.press('Enter');
        await page.getByRole('option', { name: 'Cancelled' }).waitFor();
        // A list that moves under the pointer takes no click.
        await staff.stillness();
        await page.getByRole('option', { name: 'Cancelled' }).click();
      } else await page.keyboard.type('SO-0000003b');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.waitFor({ state: 'hidden' });
      await expect.poll(() => focused.innerText()).toMatch(/^SO-0000003/);
    }
    await page.keyboard.press('j');
    await expect.poll(() => focused.innerText()).toBe('SO-0000004');
  });

  it('can not be changed by who may only look', async () => {
    await using staff = await at(byNumber, 'clara');
    const { page } = staff;
    await cell(page, 0, 'Status').hover({ position: { x: 2, y: 2 } });
    await page.getByRole('button', { name: 'Copy Status' }).waitFor();
    expect(await page.getByRole('button', { name: 'Change Status' }).count()).toBe(0);
  });

  it('have totals of all rows that match, which follow the filters', async () => {
    await using staff = await at(byNumber);
    const { page } = staff;
    const sumOf = async (filter: string): Promise<string> => {
      const { sum } = await ask(page, `sales.Order/aggregate/?${filter}&_sum=total`);
      return new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2 }).format(sum.total);
    };
    await page.getByRole('button', { name: 'Totals' }).click();
    const total = page.getByRole('button', { name: /^Total: Sum/ });
    // Euros and pounds have no common sum.
    for (const currency of ['EUR', 'GBP']) {
      const sign = { EUR: '€', GBP: '£' }[currency];
      await expect.poll(() => total.innerText()).toContain(`${sign}${await sumOf(`currency=${currency}`)}`);
    }
    await addFilter(page, 'Currency', { choices: ['Euro (€)'] });
    await expect.poll(() => total.innerText()).toContain(`€${await sumOf('currency=EUR')}`);
    await addFilter(page, 'Status', { choices: ['Cancelled'] });
    await filterChip(page, 'Status').waitFor();
    await expect.poll(() => total.innerText()).toContain(`€${await sumOf('currency=EUR&status=cancelled')}`);
    expect(await staff.barriers()).toEqual([]);
    await total.click();
    await page.getByRole('menuitem', { name: 'Largest' }).click();
    const { max } = await ask(page, 'sales.Order/aggregate/?currency=EUR&status=cancelled&_max=total');
    await expect
      .poll(() => page.getByRole('button', { name: /^Total: Largest/ }).innerText())
      .toContain(new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2 }).format(max.total));
    // What takes too long is said, and no number.
    await page.route('**/aggregate/**', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...(await answer.json()), count: null, max: { total: null }, complete: false } });
    });
    await page.reload();
    await expect.poll(() => page.getByRole('button', { name: /^Total: Largest/ }).innerText()).toContain('too many rows');
    await page.getByRole('button', { name: 'Totals', exact: true }).click();
    await expect.poll(() => page.locator('tfoot').count()).toBe(0);
  });

  it('are found on a page by its number', async () => {
    await using staff = await at(`${byNumber}&perPage=10&page=1`);
    const { page } = staff;
    const field = page.getByRole('textbox', { name: 'Go to page' });
    await field.fill('99');
    await field.press('Enter');
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    await field.fill('20');
    await field.press('Enter');
    await page.getByRole('link', { name: 'SO-0000191' }).waitFor();
  });
});
