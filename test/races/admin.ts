import { AdminError, defineAdmin, model, postgres } from 'grimoire';
import { pino } from 'pino';

/** The admin that every process of the test runs, each with a pool of its own. */
export function raceAdmin(address: string): ReturnType<typeof defineAdmin> {
  return defineAdmin({
    database: postgres({ connectionString: address, max: 5 }),
    models: [model('orders', 'r.Order')],
    adminActions: [
      {
        model: 'r.Order',
        codename: 'refund',
        name: 'Refund',
        kind: 'server',
        scope: 'bulk',
        run: ({ transaction }, rows) =>
          rows.each(async ({ id, status }, order) => {
            if (status === 'refunded') throw new AdminError('action_failed', { detail: 'Refunded already.' });
            await order.update({ status: 'refunded' });
            await transaction.insertInto('payouts').values({ order_id: id }).execute();
          }),
      },
    ],
    settings: { logger: pino({ level: 'silent' }) },
  });
}
