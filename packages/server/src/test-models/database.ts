import type { Operation } from '@grimoire/protocol';
import type { AuditEntry } from '../audit/entry.ts';
import { ChangeSets } from '../journal/change-sets.ts';
import { Recorder } from '../audit/record.ts';
import { Policy } from '../authorize/policy.ts';
import { AdminError } from '../errors/errors.ts';
import type { Actor } from '../model/actor.ts';
import type { Registry } from '../model/registry.ts';
import { parseKey } from '../request/key.ts';
import type { Dialect } from '../databases/dialect.ts';
import type { OneRow } from '../store/reads.ts';
import { sqlite } from '../databases/sqlite/sqlite.ts';
import { Store } from '../store/store.ts';
import { UserLimit } from '../store/shares/user-limit.ts';
import { bulkDelete, bulkUpdate } from '../write/bulk.ts';
import { createRow } from '../write/create.ts';
import { deleteRows } from '../write/delete.ts';
import { IdempotencyStore } from '../write/idempotency.ts';
import { type IfMatch, runOperations } from '../write/operations.ts';
import { UniqueProbes } from '../write/probes.ts';
import type { RowInput } from '../write/read-input.ts';
import { type Writer, type WriteService, writeInTransaction } from '../write/transaction.ts';
import type { UnitOfWork } from '../write/unit-of-work.ts';
import { lockRows } from '../write/lock.ts';
import { updateRow } from '../write/update.ts';
import { modelOf, type ShopOptions, shopOf } from './models.ts';
import { ddl } from './tables.ts';

const audit = `CREATE TABLE audit (created_at, actor_id, actor_key, actor_repr, actor_link, action, model_label, object_pk, object_repr, diff,
  targets, targets_count, failed_targets, ip, request_id, status, change_set, input, reason, via);
CREATE TABLE idempotency_key (id TEXT PRIMARY KEY, body_hash TEXT NOT NULL, response TEXT, at INTEGER NOT NULL);`;

const rows = `INSERT INTO customers (id, name, email, region, vip, note, pin) VALUES (1, 'Ann', 'ann@example.com', 'DE', 1, 'kind', '1234'),
  (2, 'Bob', NULL, 'FR', 0, NULL, NULL);
INSERT INTO tags (id, name) VALUES (1, 'red'), (2, 'blue'), (3, 'green');
INSERT INTO warehouses (id, city) VALUES (1, 'Bonn');
INSERT INTO orders (id, number, customer_id, status, total, quantity, memo, due) VALUES (1, 'A1', 1, 'open', 10, 3, 'first', '2026-01-01'),
  (2, 'A2', 2, 'paid', 20, NULL, '', NULL), (3, 'A3', 1, 'sent', NULL, NULL, '', NULL);
INSERT INTO order_tags (order_id, tag_id) VALUES (1, 1), (1, 2);
INSERT INTO lines (order_id, place, product, amount) VALUES (1, 'a', 'pen', 1), (1, 'b', 'ink', 2);
INSERT INTO claims (id, line_order, line_place, reason) VALUES (1, 1, 'a', 'dry');
INSERT INTO payments (id, order_id, code) VALUES (1, 2, 'P1');
INSERT INTO reminders (id, order_id, text) VALUES (1, 1, 'call');`;

/** A row as a request gets it. */
export type Shown = Readonly<Record<string, unknown>>;

/** The shop in a database in memory, with functions that do what requests do. */
export interface Shop {
  readonly registry: Registry;
  /** What its writes run with. */
  readonly service: WriteService;
  /** The audit entries of the last write that succeeded. */
  readonly entries: () => readonly AuditEntry[];
  /** What was logged about refused unique values. */
  readonly warnings: readonly Shown[];
  write<T>(actor: Actor, job: (unit: UnitOfWork) => Promise<T>): Promise<T>;
  create(actor: Actor, model: string, input: RowInput): Promise<Shown>;
  update(actor: Actor, model: string, key: string, input: RowInput): Promise<Shown>;
  remove(actor: Actor, model: string, key: string): Promise<void>;
  bulkUpdate(actor: Actor, model: string, ids: readonly unknown[], data: RowInput): Promise<number>;
  bulkDelete(actor: Actor, model: string, ids: readonly unknown[]): Promise<number>;
  operate(actor: Actor, model: string, operations: readonly Operation[], requireMatch?: IfMatch): Promise<readonly string[]>;
  /** The rows of a statement. */
  sql(text: string): Promise<readonly (readonly unknown[])[]>;
  close(): Promise<void>;
}

/** The members of a row. */
export function shown({ fields, helpers }: OneRow): Shown {
  return { ...(JSON.parse(fields) as Shown), ...(JSON.parse(helpers) as Shown) };
}

/** The writer of a test: an actor whose state counts as just read. */
function writerOf(actor: Actor, registry: Registry): Writer {
  const policy = new Policy(actor, registry);
  policy.confirmation.end();
  return { policy, trace: () => ({ requestId: 'request', ip: null }), recheckRights: async () => {} };
}

/** The parts of the service that writes need; the shop has no journal. */
function serviceOf(store: Store, dialect: Dialect, uniqueProbes: UniqueProbes): WriteService {
  return {
    store,
    recorder: new Recorder(dialect, { auditLog: 'audit', changeSet: 'change_set' }),
    changeSets: new ChangeSets(dialect, undefined),
    idempotency: new IdempotencyStore(dialect, 'idempotency_key', ['key']),
    writeLimit: new UserLimit(1, 'locked'),
    uniqueProbes,
    logPositions: undefined,
    endLostLinks: undefined,
  };
}

/** Opens the shop. @param sql statements that run after its tables are filled. */
export async function openShop(options: ShopOptions = {}, sql = ''): Promise<Shop> {
  const registry = shopOf(options);
  const database = await sqlite(':memory:').open();
  const store = new Store(database, new UserLimit(2, 'unavailable'));
  const run = (text: string) => store.transaction((writes) => writes.runOwn({ sql: text, parameters: [] }));
  for (const part of [ddl, audit, rows, sql]
    .join('\n')
    .split(/;\n|;$/)
    .filter((each) => each.trim() !== ''))
    await run(part);
  const warnings: Shown[] = [];
  const log = { error: () => {}, info: () => {}, warn: (_: string, about: Shown) => void warnings.push(about) };
  const service = serviceOf(store, database.dialect, new UniqueProbes(log));
  let entries: readonly AuditEntry[] = [];
  const write = async <T>(actor: Actor, job: (unit: UnitOfWork) => Promise<T>): Promise<T> => {
    const writer = writerOf(actor, registry);
    return writeInTransaction(service, writer, async (unit) => {
      const result = await job(unit);
      entries = unit.entries;
      return result;
    });
  };
  return {
    registry,
    service,
    warnings,
    write,
    entries: () => entries,
    ...requestsOf(registry, write),
    sql: async (text) => (await run(text)).rows,
    close: () => database.close(),
  };
}

type Requests = Pick<Shop, 'create' | 'update' | 'remove' | 'bulkUpdate' | 'bulkDelete' | 'operate'>;

function requestsOf(registry: Registry, write: Shop['write']): Requests {
  const locked = async (unit: UnitOfWork, key: string, id: string, right: 'change' | 'delete') => {
    const model = modelOf(registry, key);
    const [row] = await lockRows(unit, model, [parseKey(model, id) ?? []], right);
    if (!row) throw new AdminError('not_found');
    return { model, row };
  };
  return {
    create: (actor, key, input) =>
      write(actor, async (unit) => {
        const { answer } = await createRow(unit, modelOf(registry, key), input);
        if (!answer) throw new Error('The row is gone.');
        return shown(answer);
      }),
    update: async (actor, key, id, input) => {
      const row = await write(actor, async (unit) => {
        const { model, row: before } = await locked(unit, key, id, 'change');
        const updated = await updateRow(unit, { model, before, input });
        if (updated.isGone) throw new Error('The row is gone.');
        return updated.saved;
      });
      return shown(row);
    },
    remove: (actor, key, id) =>
      write(actor, async (unit) => {
        const { model, row } = await locked(unit, key, id, 'delete');
        await deleteRows(unit, { model, rows: [row], action: 'delete' });
      }),
    bulkUpdate: (actor, key, ids, data) =>
      write(actor, async (unit) => (await bulkUpdate(unit, modelOf(registry, key), ids, data)).updated),
    bulkDelete: (actor, key, ids) => write(actor, async (unit) => (await bulkDelete(unit, modelOf(registry, key), ids)).deleted),
    operate: (actor, key, operations, requireMatch = async () => {}) =>
      write(actor, async (unit) => {
        const done = await runOperations(unit, { model: modelOf(registry, key), operations, requireMatch });
        return done.map((each) => `${each.model.key} ${each.key.join('~')}`);
      }),
  };
}
