/** Addresses of the dashboard that are reloaded, or sent from one person to another. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { shopDashboard } from '../support/dashboard.ts';
import { filterChip } from '../support/list-filters.ts';
import { ask } from '../support/page-requests.ts';

describe('an address of the dashboard', () => {
  const { at } = shopDashboard(150);
  const listOf = (model: string, filter: object): string => `#/${model}?filter=${encodeURIComponent(JSON.stringify(filter))}`;
  const filterOf = (page: Page): unknown => JSON.parse(new URLSearchParams(page.url().split('?')[1]).get('filter') ?? '{}');

  it.each(['as numbers', 'as texts'])('tells the filters that it has, keys %s', async (form) => {
    await using staff = await at('#/sales.Order');
    const { page } = staff;
    const [order] = (await ask(page, 'sales.Order/?page_size=1&isGift=false&channel__isnull=false')).results;
    const keyOf = (key: unknown): unknown => (form === 'as texts' ? String(key) : key);
    const filter = {
      customer: keyOf(order.customer),
      channel: keyOf(order.channel),
      isGift: form === 'as texts' ? 'false' : false,
      status: form === 'as texts' ? order.status : [order.status],
    };
    const expectTold = async (): Promise<void> => {
      for (const [name, text] of [
        ['Customer', order.customer_label],
        ['Channel', order.channel_label],
        ['Is gift', 'No'],
        ['Status', order.status_display],
      ])
        await expect.poll(() => filterChip(page, name).innerText()).toContain(text);
      await page.getByRole('cell', { name: order.number }).last().waitFor();
    };
    await staff.open(listOf('sales.Order', filter));
    await expectTold();
    await page.reload();
    await expectTold();
    expect(filterOf(page)).toEqual(filter);
  });

  it('tells filters through relations', async () => {
    const filter = { customer__region: ['north', 'south'], channel: 'app' };
    for (const displayed of ['', `&displayedFilters=${encodeURIComponent('{"customer__region":true,"channel":true}')}`]) {
      await using staff = await at(`${listOf('sales.Order', filter)}${displayed}`);
      const { page } = staff;
      for (const round of ['opened', 'reloaded']) {
        if (round === 'reloaded') await page.reload();
        await expect.poll(() => filterChip(page, 'Customer › region').innerText()).toMatch(/North.*South/s);
        await filterChip(page, 'Channel').waitFor();
        // To tell filters does not change them.
        expect(filterOf(page)).toEqual(filter);
      }
    }
  });

  it('tells several rows of a relation by their labels', async () => {
    await using staff = await at('#/sales.Order');
    const { page } = staff;
    const channels = (await ask(page, 'sales.Channel/?page_size=2')).results;
    await staff.open(listOf('sales.Order', { channel: channels.map(({ id }: { id: number }) => id) }));
    for (const { _label: label } of channels) await expect.poll(() => filterChip(page, 'Channel').innerText()).toContain(label);
  });

  it('tells of filters that have no input, and takes them away', async () => {
    await using staff = await at('#/sales.Order');
    const { page } = staff;
    const [order] = (await ask(page, 'sales.Order/?page_size=1')).results;
    const day = String(order.placedAt).slice(0, 10);
    const unknown = '00000000-0000-4000-8000-000000000000';
    const filter = { placedAt__date: day, customer__in: [order.customer, unknown], status: [order.status], note__isnull: 'true' };
    await staff.open(listOf('sales.Order', filter));
    const told = async (field: string): Promise<string> => (await filterChip(page, field).innerText()).split(/\s*\n\s*/).join(' ');
    await expect.poll(() => told('Placed at')).toBe(`Placed at is on the day ${day}`);
    await expect.poll(() => told('Customer')).toBe(`Customer is any of ${order.customer}, ${unknown}`);
    await expect.poll(() => told('Note')).toBe('Note is empty: true');
    expect(await page.getByRole('search').getByRole('group').count()).toBe(4);
    await page.getByRole('button', { name: 'Remove the filter by Placed at' }).click();
    await expect.poll(() => filterOf(page)).toEqual({ ...filter, placedAt__date: undefined });
    await expect.poll(() => filterChip(page, 'Placed at').count()).toBe(0);
  });

  it('offers a way out where a filter is none of the model', async () => {
    await using staff = await at('#/sales.Order');
    const { page } = staff;
    staff.expectMessage(/400/);
    await staff.open(listOf('sales.Order', { nothing: 'x' }));
    await page.getByText('nothing: Unknown parameter.').waitFor();
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    await page.getByRole('cell', { name: /^SO-/ }).first().waitFor();
  });

  it('of a form shows the row to who may only view it', async () => {
    await using staff = await at('#/catalog.Product/4', 'vera');
    const { page } = staff;
    await page.getByRole('tab', { name: 'History' }).waitFor();
    await page.getByText('Sku', { exact: false }).first().waitFor();
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0);
    expect(await page.getByRole('columnheader').filter({ hasText: 'Price' }).count()).toBe(0);
    await staff.open('#/catalog.Product/create');
    await page.getByText('You do not have permission to add products.').first().waitFor();
  });

  it('says what is missing where nothing may be shown', async () => {
    await using staff = await at('#/sales.Order/14', 'vera');
    const { page } = staff;
    await page.getByText('There is no model sales.Order, or you have no permission on it.').waitFor();
    await staff.open('#/nothing/at/all');
    await page.getByText('There is no such page.').waitFor();
    staff.expectMessage(/404/);
    await staff.open('#/catalog.Product/999999');
    await page.getByText('There is no such product.').waitFor();
  });
});
