import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AuditEntry } from '../audit/entry.ts';
import { Policy } from '../authorize/policy.ts';
import { AdminError } from '../errors/errors.ts';
import type { Actor } from '../model/actor.ts';
import { where } from '../model/config/row-rule.ts';
import { LogPositions } from '../store/replicas/log-positions.ts';
import { sqliteDialect } from '../databases/sqlite/dialect.ts';
import { openShop, type Shop } from '../test-models/database.ts';
import { clerk, modelOf, refusalOfAsync, root, type ShopOptions } from '../test-models/models.ts';
import { tables } from '../test-models/tables.ts';
import { createRow } from './create.ts';
import { deleteRows } from './delete.ts';
import { lockRows } from './lock.ts';
import { type Writer, type WriteService, writeInTransaction } from './transaction.ts';
import type { UnitOfWork } from './unit-of-work.ts';

let shop: Shop;
const reopen = async (options: ShopOptions, text = ''): Promise<void> => {
  await shop.close();
  shop = await openShop(options, text);
};
beforeEach(async () => {
  shop = await openShop({}, 'CREATE TABLE positions (user_key TEXT PRIMARY KEY, position INTEGER);');
});
afterEach(() => shop.close());

/** Runs a job as a request does, with parts of the service and of the request that the test gives. */
function written(
  job: (unit: UnitOfWork) => Promise<unknown>,
  { service = {}, writer = {}, actor = root }: { service?: Partial<WriteService>; writer?: Partial<Writer>; actor?: Actor } = {},
): Promise<unknown> {
  const policy = new Policy(actor, shop.registry);
  policy.confirmation.end();
  const trace = (): { requestId: string; ip: string } => ({ requestId: 'one', ip: '10.0.0.1' });
  const usual: Writer = { policy, trace, recheckRights: () => Promise.resolve() };
  return writeInTransaction({ ...shop.service, ...service }, { ...usual, ...writer }, job);
}

const addTag =
  (name: string) =>
  (unit: UnitOfWork): Promise<unknown> =>
    createRow(unit, modelOf(shop.registry, 'shop.Tag'), { name });
const removeTag = async (unit: UnitOfWork): Promise<void> => {
  const model = modelOf(shop.registry, 'shop.Tag');
  await deleteRows(unit, { model, rows: await lockRows(unit, model, [[3n]], 'delete'), action: 'delete' });
};
const nothing = (): Promise<void> => Promise.resolve();
const count = async (table: string): Promise<unknown> => (await shop.sql(`SELECT count(*) FROM ${table}`))[0]?.[0];

describe('the transaction of a request', () => {
  it('commits the rows and the audit log, with the trace of the request', async () => {
    await written(addTag('new'));
    expect(await count('tags')).toBe(4n);
    expect(await shop.sql('SELECT action, object_pk, actor_repr, request_id, ip FROM audit')).toEqual([
      ['create', '4', 'root', 'one', '10.0.0.1'],
    ]);
  });

  it('commits nothing for a user who was not confirmed', async () => {
    const policy = new Policy(root, shop.registry);
    await expect(written(addTag('new'), { writer: { policy } })).rejects.toThrow('A write was not authorized');
    expect([await count('tags'), await count('audit')]).toEqual([3n, 0n]);
  });

  it('reads the user again within the transaction, before it commits', async () => {
    const heard: unknown[] = [];
    const recheckRights: Writer['recheckRights'] = async ({ read }, changed) => {
      heard.push(await read({ sql: 'SELECT count(*) FROM tags', parameters: [] }), [...changed]);
      throw new AdminError('locked');
    };
    expect((await refusalOfAsync(() => written(addTag('new'), { writer: { recheckRights } })))?.code).toBe('locked');
    expect(heard).toMatchObject([[[4n]], [{ model: 'shop.Tag', key: '4' }]]);
    expect([await count('tags'), await count('audit')]).toEqual([3n, 0n]);
  });

  it('ends the links of staff to rows that it has deleted, and records that', async () => {
    const lost: AuditEntry = {
      action: 'update',
      model: 'admin.Staff',
      key: '7',
      name: 'ann',
      diff: { link: ['3', null] },
      targets: [],
      targetsCount: 0,
      status: 'ok',
    };
    const endLostLinks = vi.fn(() => Promise.resolve([lost]));
    await written(addTag('new'), { service: { endLostLinks } });
    expect(endLostLinks).not.toHaveBeenCalled();
    await written(removeTag, { service: { endLostLinks } });
    expect(await shop.sql('SELECT model_label, object_pk FROM audit')).toEqual([
      ['shop.Tag', '4'],
      ['shop.Tag', '3'],
      ['admin.Staff', '7'],
    ]);
  });

  it('notes where the user has written, if they have', async () => {
    const logPositions = new LogPositions(sqliteDialect, 'positions', sql`9`);
    await written(nothing, { service: { logPositions } });
    await written(addTag('new'), { service: { logPositions }, actor: { ...root, id: null } });
    expect(await count('positions')).toBe(0n);
    await written(addTag('newer'), { service: { logPositions } });
    expect(await shop.sql('SELECT user_key, position FROM positions')).toEqual([['1', 9n]]);
  });

  it('has the limit of the request for its statements, and the time that the user has spent', async () => {
    const transaction = vi.spyOn(shop.service.store, 'transaction');
    await written(nothing);
    await written(nothing, { writer: { statementTimeout: 300 } });
    expect(transaction.mock.calls.map(([, options]) => options)).toEqual([
      { handicap: expect.any(Number) as number, isRecorded: true },
      { handicap: expect.any(Number) as number, isRecorded: true, statementTimeout: 300 },
    ]);
  });
});

describe('a write that the database refuses', () => {
  /** The database has a unique constraint that the service does not know, and the clerk does not see all rows. */
  const unseen: ShopOptions = {
    described: { 'shop.Tag': { ...tables.tags, uniques: [] } },
    configs: { 'shop.Tag': { rows: ({ actor }) => where('name', '!=', actor.isSuperuser ? 'x' : 'red') } },
  };
  const adds = clerk('tag:add_tag', 'tag:view_tag');

  it('for a unique value is logged, also as one of several operations', async () => {
    await reopen(unseen);
    const tag = (name: string) => ({ op: 'create', data: { name } }) as const;
    expect(await refusalOfAsync(() => shop.create(adds, 'shop.Tag', { name: 'red' }))).toMatchObject({ code: 'invalid' });
    expect(shop.warnings).toEqual([{ actor: 'clerk', model: 'shop.Tag', count: 1, requestId: 'request' }]);
    expect(await refusalOfAsync(() => shop.operate(adds, 'shop.Tag', [tag('new'), tag('red')]))).toMatchObject({ code: 'invalid' });
    expect(shop.warnings).toHaveLength(2);
  });

  it('for another reason is not', async () => {
    const check = `CREATE TRIGGER no BEFORE INSERT ON tags BEGIN SELECT RAISE(ABORT, 'No tags.'); END;`;
    await reopen(unseen, check);
    expect(await refusalOfAsync(() => shop.create(adds, 'shop.Tag', { name: 'new' }))).toMatchObject({
      fields: { non_field_errors: ['No tags.'] },
    });
    await expect(shop.write(adds, () => Promise.reject(new RangeError('a bug')))).rejects.toThrow(RangeError);
    expect(shop.warnings).toEqual([]);
  });

  it('is a 400 also where code of the config has written', async () => {
    await reopen({
      configs: {
        'shop.Tag': {
          hooks: {
            async afterSave({ transaction }) {
              await sql`INSERT INTO customers (name, region, vip) VALUES ('x', 'XX', 0)`.execute(transaction);
            },
          },
        },
      },
    });
    const refusal = await refusalOfAsync(() => shop.create(root, 'shop.Tag', { name: 'new' }));
    expect(refusal?.code).toBe('invalid');
    expect(Object.keys(refusal?.fields ?? {})).toEqual(['non_field_errors']);
    expect(await count('tags')).toBe(3n);
  });
});
