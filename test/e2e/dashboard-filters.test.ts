import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { shopDashboard } from '../support/dashboard.ts';
import { addFilter, filterChip } from '../support/list-filters.ts';
import { ask } from '../support/page-requests.ts';

/** The number of rows that a list says it has. */
async function countOf(page: Page): Promise<number> {
  const text = await page.getByText(/^\d[\d,]*–\d[\d,]* of [\d,]+$/).innerText();
  return Number(text.split(' of ')[1]?.replace(',', ''));
}

function filterOf(page: Page): Record<string, unknown> {
  return JSON.parse(new URLSearchParams(page.url().split('?')[1]).get('filter') ?? '{}') as Record<string, unknown>;
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

  it('of an address that nobody can read are refused with a way out', async () => {
    await using staff = await at('#/sales.Order');
    const { page } = staff;
    staff.expectMessage(/400/);
    const nested = `${'{"not":'.repeat(1500)}{}${'}'.repeat(1500)}`;
    await staff.open(`#/sales.Order?filter=${encodeURIComponent(`{"_filter":${JSON.stringify(nested)}}`)}`);
    await page
      .getByText(/Groups stand at most 5 deep/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    await page.getByRole('cell', { name: /^SO-/ }).first().waitFor();
    const deep = `${'{"a":'.repeat(1500)}1${'}'.repeat(1500)}`;
    await staff.open(`#/sales.Order?filter=${encodeURIComponent(deep)}`);
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    await page.getByRole('cell', { name: /^SO-/ }).first().waitFor();
  });
});
