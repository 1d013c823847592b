/** Type tests of actions, run by `npm run types`; a line marked as an error must be one. */
import { action, type ActionHandler, type ActionRows, defineAdmin, exportCsv, model, type RowType, sqlite } from '../index.ts';
import { links, orders, tags } from '../test-models/typed-tables.ts';

// Actions in both forms.
model(orders, 'shop.Order', {
  actions: {
    pack: async ({ input }, rows) => {
      const none: object = input;
      return { message: `${await rows.where('status', '=', 'paid').update({ status: 'sent', paidAt: null })} ${JSON.stringify(none)}` };
    },
    refund: action({
      params: {
        reason: { type: 'CharField', required: true, maxLength: 200 },
        days: { type: 'IntegerField' },
        how: { type: 'CharField', choices: ['card', { value: 'cash', label: 'Cash' }], default: 'card' },
        tell: { type: 'BooleanField', required: true },
        amount: { type: 'DecimalField', required: true },
        depot: { type: 'ForeignKey', to: 'stock.Depot' },
      },
      run: ({ input }, rows) =>
        rows.each(async (order, one) => {
          const reason: string = input.reason;
          const days: number | null = input.days;
          const how: 'card' | 'cash' = input.how;
          const tell: boolean = input.tell;
          const amount: string = input.amount;
          const depot: number | string | null = input.depot;
          if (order.status === 'sent') throw new Error(`${order.total} ${days} ${how} ${String(tell)} ${amount} ${depot}`);
          await one.update({ note: reason });
        }),
    }),
  },
});
model(orders, 'shop.Order', {
  actions: {
    // @ts-expect-error it takes no input
    pack: ({ input }) => ({ message: String(input.reason) }),
    refund: action({
      params: { days: { type: 'IntegerField' }, how: { type: 'CharField', choices: ['card'], required: true } },
      run: ({ input }, rows) =>
        rows.each(async (order, one) => {
          // @ts-expect-error no such param
          console.log(input.dayz);
          // @ts-expect-error the user may leave it out
          const days: number = input.days;
          // @ts-expect-error none of the choices
          if (input.how === 'cash') await one.delete();
          // @ts-expect-error no value of the enum
          if (order.status === 'lost') await one.update({ note: String(days) });
          // @ts-expect-error no value of the enum
          await one.update({ status: 'lost' });
          // @ts-expect-error a time is a text
          await one.update({ paidAt: new Date() });
          // @ts-expect-error no value of the enum
          rows.where('status', '=', 'lost');
          // @ts-expect-error no such field
          rows.where('statsu', '=', 'new');
          // @ts-expect-error a list is compared with "in"
          rows.where('status', '=', ['new']);
          // @ts-expect-error not null
          await one.update({ total: null });
        }),
    }),
  },
});

// A handler that is declared apart: with the rows of any model, or of a table.
const paint: ActionHandler = (context, rows) => rows.update({ anything: context.actor.username }).then(() => undefined);
const print = action({ run: async (_context, rows) => ({ n: await rows.count() }) });
const send = action({
  params: { by: { type: 'CharField', required: true } },
  run: async ({ input }, rows: ActionRows<RowType<typeof orders>>) => {
    const by: string = input.by;
    await rows.where('status', '=', 'paid').update({ status: 'sent', note: by });
    // @ts-expect-error no value of the enum
    await rows.update({ status: 'lost' });
  },
});
model(orders, 'shop.Order', { actions: { paint, print, send } });
model('orders', 'shop.Order', { actions: { paint, print } });

// Tables of SQLite.
model(tags, 'shop.Tag', { actions: { clear: async (_context, rows) => void (await rows.where('id', '>', 5).update({ at: null })) } });
// @ts-expect-error a text
model(tags, 'shop.Tag', { actions: { clear: async (_context, rows) => void (await rows.update({ word: 5 })) } });

// Many-to-many fields are in the rows of a handler alone; in `action()` the type of `rows` has to name them.
model(orders, 'shop.Order', {
  manyToMany: { tags: { through: links } },
  actions: {
    count: async (_context, rows) => ({ n: await rows.where('tags', '=', 5).count() }),
    least: action({
      params: { least: { type: 'IntegerField', default: 1 } },
      async run({ input }, rows: ActionRows<RowType<typeof orders, 'tags'>>) {
        const least: number = input.least;
        return { n: (await rows.where('tags', '=', 5).all()).filter((row) => row.tags.length >= least).length };
      },
    }),
  },
});
model(orders, 'shop.Order', {
  manyToMany: { tags: { through: links } },
  // @ts-expect-error no such many-to-many field
  actions: { count: (_context, rows) => rows.where('tagz', '=', 5) },
});

// A table by its name has loose rows.
model('orders', 'shop.Order', {
  actions: { any: async (_context, rows) => void (await rows.where('anything', '>', 5).update({ whatever: 1 })) },
});
// @ts-expect-error no such operator
model('orders', 'shop.Order', { actions: { any: (_context, rows) => rows.where('anything', '~', 5) } });

// Actions that are declared apart have the rows of their models, where they are written in the list.
defineAdmin({
  database: sqlite('x.sqlite'),
  models: [model(orders, 'shop.Order'), model(tags, 'shop.Tag'), model('views', 'shop.View')],
  adminActions: [
    {
      model: 'shop.Order',
      codename: 'pack',
      name: 'Pack',
      kind: 'server',
      scope: 'bulk',
      run: (_context, rows) =>
        rows.each((order, one) => one.update({ status: order.status === 'paid' ? 'sent' : 'new' }).then(() => undefined)),
    },
    {
      model: 'shop.Tag',
      codename: null,
      name: 'Count',
      kind: 'server',
      scope: 'bulk',
      run: async (_context, rows) => ({ n: await rows.where('word', '=', 'x').count() }),
    },
    {
      model: 'shop.View',
      codename: 'see',
      name: 'See',
      kind: 'server',
      scope: 'bulk',
      run: async (_context, rows) => ({ n: await rows.where('any', '=', 'x').count() }),
    },
    exportCsv('shop.Order'),
  ],
});
defineAdmin({
  database: sqlite('x.sqlite'),
  models: [model(orders, 'shop.Order'), model(tags, 'shop.Tag')],
  adminActions: [
    {
      model: 'shop.Order',
      codename: 'pack',
      name: 'Pack',
      kind: 'server',
      scope: 'bulk',
      // @ts-expect-error no value of the enum
      run: async (_context, rows) => void (await rows.update({ status: 'lost' })),
    },
    {
      model: 'shop.Tag',
      codename: null,
      name: 'Count',
      kind: 'server',
      scope: 'bulk',
      // @ts-expect-error no such field
      run: async (_context, rows) => ({ n: await rows.where('wort', '=', 'x').count() }),
    },
  ],
});

// The input of a request for an action that is written in a config.
const inline = model(orders, 'shop.Order', {
  actions: {
    refund: action({ params: { reason: { type: 'CharField', required: true } }, run: ({ input }) => ({ message: input.reason }) }),
    print: action({ run: () => ({}) }),
  },
});
type Inputs = NonNullable<typeof inline.$actions>;
export const sent: Inputs['refund'] = { reason: 'Broken' };
// @ts-expect-error it must be sent
export const lacking: Inputs['refund'] = {};
// @ts-expect-error it takes no input
export const needless: Inputs['print'] = { reason: 'Broken' };
