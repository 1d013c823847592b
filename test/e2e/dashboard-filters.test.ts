import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { shopDashboard } from '../support/dashboard.ts';
import { addFilter, filterChip, openFilter } from '../support/list-filters.ts';
import { ask } from '../support/page-requests.ts';

/** The number of rows that a list says it has. */
async function countOf(page: Page): Promise<number> {
  const text = await page.getByText(/^\d[\d,]*–\d[\d,]* of [\d,]+$/).innerText();
  return Number(text.split(' of ')[1]?.replace(',', ''));
}

function filterOf(page: Page): Record<string, unknown> {
  return JSON.parse(new URLSearchParams(page.url().split('?')[1]).get('filter') ?? '{}') as Record<string, unknown>;
}

/** Alternatives within alternatives. */
function nested(times: number): string {
  return `${'{"or":[{"and":['.repeat(times)}{"status":"paid"}${']}]}'.repeat(times)}`;
}

describe('the dashboard: filters', () => {
  const { at } = shopDashboard(300);

  it('take alternatives, which stand in the address, are told in one line, and can be changed', async () => {
    await using staff = await at('#/sales.Order');
    const { page } = staff;
    await page.getByRole('button', { name: 'Add filter' }).click();
    await page.getByRole('menuitem', { name: 'Alternatives (or)…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Alternatives' });
    const add = async (index: number, field: string, entered: Parameters<typeof addFilter>[2]): Promise<void> => {
      const alternative = dialog.getByRole('group', { name: `Alternative ${index}`, exact: true });
      await addFilter(page, field, entered, alternative);
    };
    await add(1, 'Status', { choices: ['Cancelled'] });
    await add(2, 'Total', { operator: 'is more than', values: { Value: '500' } });
    await add(2, 'Status', { operator: 'is none of', choices: ['Completed'] });
    expect(await staff.barriers()).toEqual([]);
    await dialog.getByRole('button', { name: 'Apply' }).click();
    const groups = { or: [{ status: ['cancelled'] }, { total__gt: '500', status__not: ['completed'] }] };
    const { count } = await ask(
      page,
      `sales.Order/?${new URLSearchParams({ _filter: JSON.stringify(groups), page_size: '1' }).toString()}`,
    );
    expect(count).toBeGreaterThan(1);
    await expect.poll(() => countOf(page)).toBe(count);
    const chip = filterChip(page, 'Any of');
    expect(await chip.innerText()).toContain('Status is any of Cancelled or Total is more than 500 and Status is none of Completed');
    expect(JSON.parse(String(filterOf(page)['_filter']))).toEqual(groups);
    await page.reload();
    await chip.getByRole('button').first().click();
    await dialog.getByLabel('Rows that match').selectOption('Rows that match none of these');
    await dialog.getByRole('button', { name: 'Remove alternative 2' }).click();
    await dialog.getByRole('button', { name: 'Apply' }).click();
    const others = await ask(page, 'sales.Order/?status__not=cancelled&page_size=1');
    await expect.poll(() => countOf(page)).toBe(others.count);
    await page.getByRole('button', { name: 'Remove the filter by None of' }).click();
    await expect.poll(() => filterOf(page)).toEqual({});
    // The keyboard is not at the beginning of the page again.
    expect(await page.locator(':focus').innerText()).toBe('Add filter');
  });

  it('take periods that stay relative in the address', async () => {
    await using staff = await at('#/sales.Order');
    const { page } = staff;
    await addFilter(page, 'Placed at', { operator: 'is', answer: 'last year' });
    await expect.poll(() => filterOf(page)).toEqual({ 'placedAt~in': 'last year' });
    expect((await filterChip(page, 'Placed at').innerText()).split(/\s*\n\s*/)).toEqual(['Placed at', 'is', 'last year']);
    const year = new Date().getFullYear();
    const [from, until] = await page.evaluate<[string, string]>(
      `[new Date(${year - 1}, 0, 1).toISOString(), new Date(${year}, 0, 1).toISOString()]`,
    );
    const { count } = await ask(page, `sales.Order/?placedAt__gte=${from}&placedAt__lt=${until}&page_size=1`);
    await expect.poll(() => countOf(page)).toBe(count);
  });

  it('are one click after their field for periods, yes and no, and have the keyboard in what they ask', async () => {
    await using staff = await at('#/sales.Order');
    const { page } = staff;
    const focused = page.locator(':focus');
    for (const [field, name, filter] of [
      ['Placed at', 'today', { 'placedAt~in': 'today' }],
      ['Placed at', 'last 7 days', { 'placedAt~in': 'last 7 days' }],
    ] as const) {
      const editor = await openFilter(page, field);
      await editor.getByRole('button', { name: 'today', exact: true }).and(focused).waitFor();
      expect(await editor.getByRole('button', { name: 'Apply' }).count()).toBe(0);
      await editor.getByRole('button', { name, exact: true }).click();
      await expect.poll(() => filterOf(page)).toEqual(filter);
    }
    const gift = await openFilter(page, 'Is gift');
    await gift.getByRole('button', { name: /^Yes/ }).and(focused).waitFor();
    expect(await staff.barriers()).toEqual([]);
    await page.keyboard.press('Enter');
    await expect.poll(() => filterOf(page)['isGift']).toBe('true');
    const status = await openFilter(page, 'Status');
    await status.getByRole('checkbox').first().and(focused).waitFor();
    await page.keyboard.press('Space');
    await page.keyboard.press('Enter');
    await expect.poll(() => filterOf(page)['status']).toEqual(['new']);
    await openFilter(page, 'Channel');
    await page.getByRole('combobox', { name: 'Channel' }).and(focused).waitFor();
  });

  it('leave the keyboard at the next filter, and at the end where one is added', async () => {
    const filter = { status: ['paid', 'completed'], total__gte: '10', currency: ['EUR'] };
    await using staff = await at(`#/sales.Order?filter=${encodeURIComponent(JSON.stringify(filter))}`);
    const { page } = staff;
    const focused = (): Promise<string> =>
      page
        .locator(':focus')
        .innerText()
        .then((text) => text.replaceAll(/\s+/g, ' '));
    const chip = filterChip(page, 'Total').getByRole('button').first();
    // An editor that is left gives the keyboard back to its filter.
    await chip.click();
    await page.getByRole('dialog', { name: 'Total' }).getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(focused).toContain('Total is at least 10');
    // A filter with another operator is a new one.
    await chip.click();
    await page.getByRole('dialog', { name: 'Total' }).getByLabel('Operator').selectOption('is at most');
    await page.getByRole('dialog', { name: 'Total' }).getByLabel('Value').fill('900');
    await page.keyboard.press('Enter');
    await expect.poll(() => filterOf(page)).toEqual({ status: filter.status, currency: filter.currency, total__lte: '900' });
    await expect.poll(focused).toContain('Total is at most 900');
    await page.getByRole('button', { name: 'Remove the filter by Status' }).press('Enter');
    await filterChip(page, 'Status').waitFor({ state: 'detached' });
    expect(await focused()).toContain('Currency');
    await page.getByRole('button', { name: 'Remove the filter by Total' }).press('Enter');
    await filterChip(page, 'Total').waitFor({ state: 'detached' });
    expect(await focused()).toBe('Add filter');
    await addFilter(page, 'Total', { operator: 'is at least', values: { Value: '10' } });
    await filterChip(page, 'Total').waitFor();
    await expect.poll(focused).toBe('Add filter');
    await openFilter(page, 'Number');
    await page.keyboard.press('Escape');
    await expect.poll(focused).toBe('Add filter');
    await page.getByRole('search').getByRole('button', { name: 'Clear the filters' }).press('Enter');
    await expect.poll(() => filterOf(page)).toEqual({});
    expect(await focused()).toBe('Add filter');
    await addFilter(page, 'Number', { values: { Value: 'no such number' } });
    await page.getByText('No orders match.').waitFor();
    await page.getByRole('button', { name: 'Clear the filters' }).press('Enter');
    await page.getByRole('cell', { name: /^SO-/ }).first().waitFor();
    expect(await focused()).toBe('Add filter');
  });

  it('leave the keyboard in the bar after alternatives', async () => {
    await using staff = await at('#/sales.Order');
    const { page } = staff;
    const focused = (): Promise<string> => page.locator(':focus').innerText();
    const dialog = page.getByRole('dialog', { name: 'Alternatives' });
    const open = async (): Promise<void> => {
      await page.getByRole('button', { name: 'Add filter' }).click();
      await page.getByRole('menuitem', { name: 'Alternatives (or)…' }).click();
      await dialog.waitFor();
    };
    await open();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(focused).toBe('Add filter');
    await open();
    const alternative = dialog.getByRole('group', { name: 'Alternative 1', exact: true });
    await addFilter(page, 'Status', { choices: ['Cancelled'] }, alternative);
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await filterChip(page, 'Any of').waitFor();
    await expect.poll(focused).toBe('Add filter');
  });

  it('of an address that nobody can read are refused with a way out', async () => {
    await using staff = await at('#/sales.Order');
    const { page } = staff;
    staff.expectMessage(/400/);
    const groups = `${'{"not":'.repeat(9)}{}${'}'.repeat(9)}`;
    await staff.open(`#/sales.Order?filter=${encodeURIComponent(`{"_filter":${JSON.stringify(groups)}}`)}`);
    await page
      .getByText(/Groups stand at most 5 deep/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    await page.getByRole('cell', { name: /^SO-/ }).first().waitFor();
  });

  it.each([
    ['alternatives of alternatives', `{"_filter":${JSON.stringify(nested(750))}}`],
    ['the same without quotes', `{"_filter":${nested(750)}}`],
    ['more of them than a stack has', `{"_filter":${nested(5000)}}`],
    ['objects in objects', `${'{"a":'.repeat(1500)}1${'}'.repeat(1500)}`],
    ['a number', '5'],
    ['no JSON', '{"status'],
  ])('of an address that can not be shown are told as such: %s', async (_what, filter) => {
    await using staff = await at(`#/sales.Order?filter=${encodeURIComponent(filter)}&sort=total&order=ASC`);
    const { page } = staff;
    await page.getByText('This address has a filter that can not be shown.').waitFor();
    expect(await staff.barriers()).toEqual([]);
    await page.getByRole('button', { name: 'Clear the filters' }).press('Enter');
    await page.getByRole('cell', { name: /^SO-/ }).first().waitFor();
    await page.locator('th[aria-sort=ascending]').getByText('Total').waitFor();
    expect(filterOf(page)).toEqual({});
    expect(await page.locator(':focus').getAttribute('id')).toBe('main-content');
  });
});
