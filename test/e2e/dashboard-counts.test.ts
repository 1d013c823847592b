/** The numbers of rows beside the values of a filter. */
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { shopDashboard } from '../support/dashboard.ts';
import { addFilter, filterChip, openFilter } from '../support/list-filters.ts';
import { ask } from '../support/page-requests.ts';

/** What was asked for groups from now on. */
function askedOf(page: Page): URL[] {
  const asked: URL[] = [];
  page.on('request', (request) => request.url().includes('_group_by=') && asked.push(new URL(request.url())));
  return asked;
}

function choice(editor: Locator, name: string, count: number): Locator {
  return editor.getByRole('checkbox', { name: `${name} ${count} order${count === 1 ? '' : 's'}`, exact: true });
}

describe('the dashboard: counts of a filter', () => {
  const { at } = shopDashboard(300);
  const ready = (page: Page): Promise<void> => page.getByRole('cell', { name: /^SO-/ }).first().waitFor();
  const countOf = async (page: Page, query: string): Promise<number> => (await ask(page, `sales.Order/?page_size=1&${query}`)).count;

  it('stand beside each choice, for the rows of the other filters and the search, and are asked for once, when it is opened', async () => {
    await using staff = await at(`#/sales.Order?filter=${encodeURIComponent('{"q":"SO-00001","total__gte":"20","status":["paid"]}')}`);
    const { page } = staff;
    const asked = askedOf(page);
    await page.getByRole('search').waitFor();
    await filterChip(page, 'Status').getByRole('button').first().click();
    const editor = page.getByRole('dialog', { name: 'Status', exact: true });
    const others = 'search=SO-00001&total__gte=20';
    for (const [name, value] of [
      ['Paid', 'paid'],
      ['Completed', 'completed'],
      ['Cancelled', 'cancelled'],
    ] as const)
      await choice(editor, name, await countOf(page, `${others}&status=${value}`)).waitFor();
    expect(await choice(editor, 'Paid', await countOf(page, `${others}&status=paid`)).isChecked()).toBe(true);
    expect(await staff.barriers()).toEqual([]);
    await editor.getByLabel('Operator').selectOption('is none of');
    await choice(editor, 'Completed', await countOf(page, `${others}&status=completed`)).click();
    expect(asked.map(({ searchParams }) => Object.fromEntries(searchParams))).toEqual([
      { search: 'SO-00001', total__gte: '20', _group_by: 'status' },
    ]);
    await editor.getByRole('button', { name: 'Apply' }).click();
    await expect.poll(() => filterChip(page, 'Status').innerText()).toContain('Completed');
  });

  it('stand beside yes and no, and beside rows', async () => {
    await using staff = await at('#/sales.Order');
    const { page } = staff;
    await ready(page);
    const asked = askedOf(page);
    const gifts = await countOf(page, 'isGift=true');
    const editor = await openFilter(page, 'Is gift');
    await editor.getByRole('button', { name: `Yes ${gifts} order${gifts === 1 ? '' : 's'}` }).waitFor();
    await page.keyboard.press('Escape');
    const [row] = (await ask(page, 'sales.Channel/?search=telephone')).results;
    const calls = await countOf(page, `channel=${row.id}`);
    await addFilter(page, 'Channel', { rows: [['tele', 'Telephone']] });
    await filterChip(page, 'Channel').getByText('Telephone').waitFor();
    await filterChip(page, 'Channel').getByRole('button').first().click();
    const channel = page.getByRole('dialog', { name: 'Channel', exact: true });
    await channel.getByRole('button', { name: 'Telephone', exact: true }).press('Backspace');
    await channel.getByRole('combobox', { name: 'Channel' }).fill('tele');
    await page.getByRole('option', { name: `Telephone ${calls} orders`, exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    // The service is not asked about a field whose values are no groups, or that is another model's.
    asked.length = 0;
    for (const field of ['Number', 'Total', 'Customer › region']) {
      await openFilter(page, field);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog', { name: field, exact: true }).waitFor({ state: 'detached' });
    }
    expect(asked).toEqual([]);
  });

  it.each([
    ['has no time', 200, { count: null, sum: {}, avg: {}, min: {}, max: {}, complete: false, groups: [], has_more: false }],
    ['refuses it', 400, { _group_by: ['Unknown field "status".'], code: 'invalid', detail: 'Invalid.' }],
  ])('are missing, without a word, where the service %s', async (_why, status, answer) => {
    await using staff = await at('#/sales.Order');
    const { page } = staff;
    await ready(page);
    staff.expectMessage(/400/);
    await page.route(/_group_by=/, (route) => route.fulfill({ status, json: answer }));
    const answered = page.waitForResponse(/_group_by=/);
    const editor = await openFilter(page, 'Status');
    await answered;
    await editor.getByRole('checkbox', { name: 'Paid', exact: true }).click();
    expect(await page.getByRole('alert').count()).toBe(0);
    await editor.getByRole('button', { name: 'Apply' }).click();
    await filterChip(page, 'Status').getByText('Paid').waitFor();
  });
});
