import { AdminError, type AdminAction } from 'grimoire';

const refundable: ReadonlySet<unknown> = new Set(['paid', 'packed', 'shipped', 'completed']);

/** Gives the money back, order by order: one that can't be refunded does not keep the others from it. */
export const refund: AdminAction = {
  model: 'sales.Order',
  codename: 'refund',
  name: 'Refund',
  kind: 'server',
  scope: 'bulk',
  destructive: true,
  params: { reason: { type: 'CharField', maxLength: 200, helpText: 'Stands in the note of the order.' } },
  run: ({ input }, rows) =>
    rows.each(async ({ status, note }, order) => {
      // The row is locked: no other request can refund it meanwhile, and its status is the current one.
      if (status === 'refunded') throw new AdminError('action_failed', { detail: 'Refunded already.' });
      if (!refundable.has(status)) throw new AdminError('action_failed', { detail: `Nothing was paid: it is ${String(status)}.` });
      const reason = input['reason'] === null ? [] : [`Refunded: ${String(input['reason'])}`];
      await order.update({ status: 'refunded', note: [...(typeof note === 'string' ? [note] : []), ...reason].join('\n') || null });
    }),
};
