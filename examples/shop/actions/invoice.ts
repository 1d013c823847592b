import { AdminError, type AdminAction } from 'grimoire';
import { reportText } from './report-text.ts';

const day = 24 * 3600 * 1000;

/** Issues an invoice for each order that has none. */
export const issueTaxInvoice: AdminAction = {
  model: 'sales.Order',
  codename: 'issue_tax_invoice',
  name: 'Issue a tax invoice',
  kind: 'server',
  scope: 'bulk',
  preview: 'safe',
  params: { daysToPay: { type: 'PositiveIntegerField', label: 'days to pay', default: 30 } },
  run: async ({ input, transaction }, rows) => {
    const report = await rows.each(async ({ id, number, status, total, customer, currency }) => {
      if (status === 'new' || status === 'cancelled')
        throw new AdminError('action_failed', { detail: `An order that is ${status} is not invoiced.` });
      const known = await transaction.selectFrom('billing_invoice').select('number').where('order_id', '=', id).executeTakeFirst();
      if (known) throw new AdminError('action_failed', { detail: `It has the invoice ${String(known['number'])}.` });
      const now = Date.now();
      await transaction
        .insertInto('billing_invoice')
        .values({
          number: `T-${String(number)}`.slice(0, 20),
          order_id: id,
          customer_id: customer,
          issued_on: dateOf(now),
          due_on: dateOf(now + Number(input['daysToPay']) * day),
          total,
          currency,
          is_paid: status !== 'refunded',
        })
        .execute();
    });
    return { ...report, message: reportText(report, 'invoiced') };
  },
};

function dateOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
