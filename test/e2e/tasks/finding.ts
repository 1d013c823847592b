/** Tasks that find rows. */
import assert from 'node:assert/strict';
import type { Hand } from './hand.ts';
import { addAnswer, addFilter } from './lists.ts';
import type { Task } from './task.ts';

async function isOpen(hand: Hand, model: string, title: string, id: unknown): Promise<void> {
  await hand.page.getByRole('heading', { level: 1, name: title }).waitFor();
  assert.match(hand.page.url(), new RegExp(`#/${model}/${String(id)}$`));
}

async function find(hand: Hand, words: string, option: RegExp): Promise<void> {
  await hand.press('Control+k');
  await hand.type(words);
  await hand.page.getByRole('option', { name: option }).waitFor();
}

export const finding: readonly Task[] = [
  {
    name: 'Find an order by its number',
    async run(hand) {
      const { id } = await hand.service.row('sales.Order', 'number', 'SO-0000123');
      await find(hand, 'SO-0000123', /^SO-0000123/);
      await hand.press('Enter');
      await isOpen(hand, 'sales.Order', 'Order SO-0000123', id);
    },
  },
  {
    name: 'Find an order by the full name of its customer',
    async run(hand) {
      const { id, customer_label: name } = await hand.service.row('sales.Order', 'number', 'SO-0000595');
      assert.equal(name, 'Matteo D’Angelo');
      await hand.list('Orders');
      await hand.press('/');
      await hand.type(name);
      await hand.page.getByText(/^1–\d+ of \d$/).waitFor();
      await hand.click(hand.page.getByRole('link', { name: 'SO-0000595' }));
      await isOpen(hand, 'sales.Order', 'Order SO-0000595', id);
    },
  },
  {
    name: 'List the unpaid invoices of the last week of more than 100 €',
    now: '2026-11-21T12:00:00Z',
    orders: 7600,
    async run(hand) {
      await hand.list('Invoices');
      await addAnswer(hand, 'Is paid', 'No');
      await addAnswer(hand, 'Issued on', 'last 7 days');
      await addFilter(hand, 'Total', async (editor) => {
        await hand.select(editor.getByLabel('Operator'), 'is more than');
        await hand.enter(editor.getByLabel('Value'), '100');
      });
      const asked =
        'r/billing.Invoice/?isPaid=false&issuedOn__gte=2026-11-15&issuedOn__lte=2026-11-21&total__gt=100&ordering=-issuedOn,-number';
      const { results } = await hand.service.get(asked);
      assert.ok(results.length > 1 && results.length < 25);
      await hand.rows(results.map(({ number }: { number: string }) => number));
    },
  },
  {
    name: 'Open an invoice by typing its number, by keys alone',
    async run(hand) {
      const { id, number } = await hand.service.row('billing.Invoice', 'order', '321');
      await find(hand, number, new RegExp(`^${number}`));
      await hand.press('Enter');
      await isOpen(hand, 'billing.Invoice', `Invoice ${number}`, id);
    },
  },
  {
    name: 'Go to page 300 of the orders',
    orders: 7600,
    async run(hand) {
      const { results } = await hand.service.get('r/sales.Order/?page=300&page_size=25');
      await hand.list('Orders');
      await hand.enter(hand.page.getByRole('textbox', { name: 'Go to page' }), '300');
      await hand.press('Enter');
      await hand.rows(results.map(({ number }: { number: string }) => number));
    },
  },
  {
    name: 'Sort the orders by status, and then by total',
    async run(hand) {
      const { results } = await hand.service.get('r/sales.Order/?ordering=status,total&page_size=25');
      await hand.list('Orders');
      await hand.button('Status');
      await hand.page.locator('th[aria-sort=ascending]').getByText('Status').waitFor();
      await hand.click(hand.page.getByRole('columnheader', { name: 'Total' }).getByRole('button'), 'Shift');
      await hand.rows(results.map(({ number }: { number: string }) => number));
    },
  },
];
