import { AdminError, type AdminAction } from 'grimoire';
import { reportText } from './report-text.ts';

const refundable: ReadonlySet<unknown> = new Set(['paid', 'packed', 'shipped', 'completed']);

/** Gives the money back, order by order: one that can't be refunded does not keep the others from it. */
export const refund: AdminAction = {
  model: 'sales.Order',
  codename: 'refund',
  name: 'Refund',
  kind: 'server',
  scope: 'bulk',
  preview: 'safe',
  destructive: true,
  confirm: 'Give the money of these orders back?',
  params: { reason: { type: 'CharField', maxLength: 200, helpText: 'Stands in the note of the order.' } },
  run: async ({ input }, rows) => {
    const report = await rows.each(async ({ status, note }, order) => {
      // The row is locked: no other request can refund it meanwhile, and its status is the current one.
      if (status === 'refunded') throw new AdminError('action_failed', { detail: 'Refunded already.' });
      if (!refundable.has(status)) throw new AdminError('action_failed', { detail: `Nothing was paid: it is ${String(status)}.` });
      const reason = input['reason'] === null ? [] : [`Refunded: ${String(input['reason'])}`];
      await order.update({ status: 'refunded', note: [...(typeof note === 'string' ? [note] : []), ...reason].join('\n') || null });
    });
    return { ...report, message: reportText(report, 'refunded') };
  },
};
