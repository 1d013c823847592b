/** Tasks over rows that somebody else has listed, and over what is late. */
import assert from 'node:assert/strict';
import { copyElsewhere } from '../../support/clipboard.ts';
import type { Task } from './task.ts';

export const many: readonly Task[] = [
  {
    name: 'Refund the 40 orders whose numbers stand in a spreadsheet',
    username: 'clara',
    async run(hand) {
      const { page, service } = hand;
      const { results } = await service.get('r/sales.Order/?status=completed&page_size=40&ordering=id');
      await copyElsewhere(page, results.map(({ number }: { number: string }) => number).join('\n'));
      await hand.list('Orders');
      await hand.press('/', 'Control+v');
      await page.getByText('1–25 of 40').waitFor();
      await hand.click(page.getByRole('checkbox', { name: 'Select all' }));
      await hand.button('Select all 40 that match');
      await hand.button('Actions');
      await hand.click(page.getByRole('menuitem', { name: 'Refund' }));
      await hand.enter(page.getByRole('dialog').getByLabel('Reason'), 'Damaged');
      await hand.button('Show what changes', page.getByRole('dialog'));
      await hand.button('Refund', page.getByRole('dialog'));
      await page.getByText('40 orders refunded.').waitFor();
      const ids = results.map(({ id }: { id: number }) => id).join(',');
      assert.equal((await service.get(`r/sales.Order/?id__in=${ids}&status=refunded`)).count, 40);
    },
  },
  {
    name: 'List what is overdue',
    async run(hand) {
      const { page, service } = hand;
      await hand.click(page.getByRole('link', { name: /^Invoices overdue/ }));
      await page.getByRole('group', { name: 'Filter by Due on' }).getByText('before today').waitFor();
      const today = await page.evaluate<string>(`new Date().toLocaleDateString('sv')`);
      const { results } = await service.get(`r/billing.Invoice/?isPaid=false&dueOn__lt=${today}&page_size=25&ordering=-issuedOn,-number`);
      assert.ok(results.length > 0);
      await hand.rows(results.map(({ number }: { number: string }) => number));
    },
  },
];
