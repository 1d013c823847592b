import { setTimeout as wait } from 'node:timers/promises';
import { action, AdminError, type AdminAction, all, and, model, where } from 'grimoire';

/** Tables for actions: parcels with a row scope, their stops under a composite key, and a view. */
export const postTables = `
  CREATE TABLE parcel (id integer PRIMARY KEY, code varchar(40) NOT NULL UNIQUE, region varchar(10) NOT NULL, state varchar(20) NOT NULL,
    weight integer, owner_id integer, secret varchar(20));
  CREATE TABLE stop (parcel_id integer NOT NULL, number integer NOT NULL, place varchar(40), PRIMARY KEY (parcel_id, number));
  CREATE TABLE ledger (id integer PRIMARY KEY, text varchar(100));
  CREATE VIEW heavy AS SELECT id, code FROM parcel WHERE weight > 5;`;

/** Statements that restore the same rows. */
export function postRows(): string {
  const rows = Array.from({ length: 12 }, (_, index) => {
    const id = index + 1;
    return `(${id}, 'P${id}', '${id % 2 === 0 ? 'north' : 'south'}', 'open', ${id}, NULL, 'x${id}')`;
  });
  return `DELETE FROM stop; DELETE FROM ledger; DELETE FROM parcel; INSERT INTO parcel VALUES ${rows.join(', ')};
    INSERT INTO stop VALUES (1, 1, 'a b'), (1, 2, 'c~d'), (2, 1, 'e');`;
}

/** Records the arguments of handlers. */
export const seen: unknown[] = [];

/** Actions of every kind, in the v1 form. */
export const postModels = [
  model('parcel', 'post.Parcel', {
    label: 'code',
    searchFields: ['code'],
    rows: ({ actor }) => (actor.groups.includes('north') ? where('region', '=', 'north') : all),
    fields: { state: { choices: ['open', 'sent', 'lost'] }, secret: { hidden: true }, weight: { view: 'post.view_weight' } },
    actions: {
      // The v1 form: a bare handler, which may have attributes.
      sendAll: (_context, rows) => void seen.push(rows),
      labelled: Object.assign(() => ({ message: 'Done so.', more: [1] }), { label: 'Labelled', destructive: true }),
      send: action({
        label: 'Send',
        params: {
          carrier: { type: 'CharField', required: true, choices: ['ape', 'bee'] },
          weight: { type: 'PositiveIntegerField', default: 3 },
          at: { type: 'DateField' },
        },
        run: ({ input }, rows) => {
          seen.push(input);
          return rows.each(async ({ state }, one) => {
            if (state === 'sent') throw new AdminError('action_failed', { detail: 'Sent already.' });
            await one.update({ state: 'sent', weight: input['weight'] });
          });
        },
      }),
      fail: action({
        run: async ({ transaction }, rows) => {
          await rows.update({ state: 'lost' });
          await transaction.insertInto('ledger').values({ id: 1, text: 'left over' }).execute();
          throw new AdminError('action_failed', { detail: 'The carrier is on strike.' });
        },
      }),
      crash: async (_context, rows) => {
        await rows.update({ state: 'lost' });
        throw new TypeError('secret cause');
      },
      teapot: () => {
        throw new AdminError('conflict', { detail: 'Not now.' });
      },
      slow: action({
        timeLimit: 0.2,
        run: async (_context, rows) => {
          await rows.update({ state: 'lost' });
          await wait(5000);
        },
      }),
      query: action({
        async run({ actor, action: key, may, ip, requestId }, rows) {
          const heavy = rows.where('weight', '>', 4);
          const isSmall = (await rows.count()) < 100;
          const streamed: unknown[] = [];
          for await (const row of rows.stream(isSmall ? { batch: 2 } : {})) streamed.push(row['id']);
          const inBoth = rows.where(and(where('weight', '>', 4), where('region', '=', 'north')));
          const shown: unknown[] = [];
          for await (const row of rows.asSeen({ fields: ['code', 'state'], batch: isSmall ? 1 : 5000 })) shown.push(row);
          return {
            counts: [await rows.count(), await heavy.count(), await inBoth.count()],
            ids: await rows.ids(),
            all: (await heavy.all()).map((row) => [row['id'], row['secret']]),
            streamed,
            shown,
            context: [actor.username, key, may('post.Parcel', 'delete'), may('post.Nothing', 'view'), ip, typeof requestId],
          };
        },
      }),
      sweep: action({
        async run(_context, rows) {
          const changed = await rows.where('state', '=', 'open').update({ state: 'sent' });
          // The set of rows does not change during the run, whatever the handler does to the rows.
          return { changed, still: await rows.count(), open: await rows.where('state', '=', 'open').count(), gone: await rows.delete() };
        },
      }),
      eachOdd: action({
        run: ({ transaction }, rows) =>
          rows.each(async ({ id }, one) => {
            const number = Number(id);
            await transaction.insertInto('ledger').values({ id: number, text: 'tried' }).execute();
            if (number === 2) await one.update({ code: 'P1' });
            if (number === 3) throw new Error('secret cause');
            if (number === 4) await one.update({ weight: 'heavy' });
            if (number === 5) await transaction.deleteFrom('parcel').where('id', '=', 6).execute();
          }),
      }),
      misnamed: action({ run: async (_context, rows) => void (await rows.update({ nothing: 1 })) }),
    },
  }),
  model('stop', 'post.Stop', {
    actions: {
      count: async (_context, rows) => ({ ids: await rows.ids(), changed: await rows.where('number', '=', 1).update({ place: 'z' }) }),
    },
  }),
  model('heavy', 'post.Heavy', {
    primaryKey: ['id'],
    actions: { tell: async (_context, rows) => ({ ids: await rows.ids() }) },
  }),
];

/** Actions with their own permissions. */
export const postActions: AdminAction[] = [
  { model: 'post.Parcel', codename: 'sendAll', name: 'Send all', kind: 'server', scope: 'toolbar' },
  { model: 'post.Parcel', codename: 'track', name: 'Track', kind: 'client', scope: 'toolbar' },
  {
    model: 'post.Parcel',
    codename: null,
    name: 'Ring the Bell',
    kind: 'server',
    scope: 'toolbar',
    run: async (_c, rows) => ({ n: await rows.count() }),
  },
  { model: 'post.Heavy', codename: 'track', name: 'Track', kind: 'server', scope: 'bulk', run: () => {} },
];
