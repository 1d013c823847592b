import { sql } from 'kysely';
import { action, model, type ModelRegistration, type Queries } from 'grimoire';
import type { Client, Answer } from '../../support/service.ts';
import type { Dice } from '../dice.ts';
import { type FuzzColumn, type FuzzTable, type FuzzWorld, keyLiteral, modelled, named, statementOf, tableOf } from './world.ts';

/** What hooks and handlers do with the next request. */
export interface Host {
  hook: ((queries: Queries) => Promise<void>) | undefined;
  run: ((queries: Queries) => Promise<void>) | undefined;
  values: Readonly<Record<string, unknown>>;
  /** The rows that `each` fails on, by their place. */
  failing: number;
}

type Registered = Parameters<typeof model>[2];

/** The key of a table's model. */
export function modelKey(table: FuzzTable, world: FuzzWorld): string {
  return `f.M${world.tables.indexOf(table)}`;
}

/** The models of a world, whose hooks and actions do what the host says. */
export function modelsOf(world: FuzzWorld, host: Host): ModelRegistration[] {
  const hooks = {
    afterSave: async ({ transaction }: { readonly transaction: Queries }) => host.hook?.(transaction),
    beforeDelete: async ({ transaction }: { readonly transaction: Queries }) => host.hook?.(transaction),
  };
  const registrations = modelled(world).map((table) => {
    const isLinked = world.link?.from === table;
    const options = {
      ...(world.hasHooks ? { hooks } : {}),
      ...(table.hasTrash ? { softDelete: 'deleted_at' } : {}),
      ...(isLinked ? { manyToMany: { pairs: { through: 'pairs', source: 'from_id', target: 'to_id' } } } : {}),
      actions: {
        change: action({ run: async (_context, rows) => void (await rows.update(host.values as never)) }),
        remove: action({ run: async (_context, rows) => void (await rows.delete()) }),
        host: action({ run: async ({ transaction }) => host.run?.(transaction) }),
        each: action({
          run: async ({ transaction }, rows) => {
            let place = 0;
            return rows.each(async (_row, one) => {
              await one.update(host.values);
              await host.hook?.(transaction);
              if (place++ === host.failing) throw new Error('not this one');
            });
          },
        }),
      },
    } as unknown as Registered;
    return model(table.name, modelKey(table, world) as 'f.M', options);
  });
  return registrations;
}

/** A random value as clients send it. */
function wireValue(dice: Dice, kind: FuzzColumn['kind']): unknown {
  if (dice.chance(0.1)) return null;
  switch (kind) {
    case 'integer':
      return dice.pick([0, 5, dice.below(30), '9223372036854775807']);
    case 'text':
      return dice.pick(['', 'x', `t${dice.below(20)}`, '日本 "q" \\']);
    case 'real':
      return dice.pick([0.1, 0, -2.5, 1e300]);
    case 'numeric':
      return dice.pick(['0.10', '7', '-3.25']);
    case 'json':
      return dice.pick([{ a: 1 }, [1, 'x'], 'text', 0]);
    case 'moment':
      return dice.pick(['2027-01-02T03:04:05Z', '1999-12-31T23:59:59Z']);
    case 'boolean':
      return dice.chance(0.5);
    case 'blob':
      return null;
  }
}

function valuesOf(dice: Dice, { columns }: FuzzTable, probability: number): Record<string, unknown> {
  const writable = columns.filter(({ kind }) => kind !== 'blob');
  const fields = Object.fromEntries(dice.some(writable, probability).map(({ name, kind }) => [name, wireValue(dice, kind)]));
  return fields;
}

function keyValue(dice: Dice, kind: FuzzColumn['kind'], most = 8): string | number {
  const text = keyLiteral(dice, kind, most);
  return kind === 'integer' ? Number(text) : text.slice(1, -1);
}

/** The keys of the rows that are there, by the names of their tables. */
export type PresentKeys = ReadonlyMap<string, readonly (readonly (string | number)[])[]>;

/** The key of a row: mostly of one that is there. */
function pkOf(dice: Dice, { name, key }: FuzzTable, present: PresentKeys): string | number {
  const chosen = dice.chance(0.9) ? dice.pick(present.get(name) ?? []) : undefined;
  const values = chosen ?? key.map(({ kind }) => keyValue(dice, kind));
  return values.length === 1 ? (values[0] ?? '') : values.join('~');
}

/** References that are to be set. */
function referencesOf(dice: Dice, table: FuzzTable, present: PresentKeys): Record<string, unknown> {
  const single = dice.some(table.references, 0.3).filter(({ columns }) => columns.length === 1);
  return Object.fromEntries(
    single.map(({ columns, target }) => [columns[0] ?? '', dice.chance(0.4) ? null : (dice.pick(present.get(target) ?? [])?.[0] ?? null)]),
  );
}

function newRow(dice: Dice, table: FuzzTable, present: PresentKeys): Record<string, unknown> {
  const key = Object.fromEntries(table.key.map(({ name, kind }) => [name, keyValue(dice, kind, 60)]));
  return { ...key, ...valuesOf(dice, table, 0.7), ...referencesOf(dice, table, present) };
}

type Send = (root: Client) => Promise<Answer>;

/** A random request. @returns what it is, and a function that sends it. */
export function requestOf(dice: Dice, world: FuzzWorld, host: Host, present: PresentKeys): readonly [what: string, send: Send] {
  const table = tableOf(dice, modelled(world));
  const path = `/r/${modelKey(table, world)}/`;
  const ids = [...new Set(Array.from({ length: 1 + dice.below(4) }, () => pkOf(dice, table, present)))];
  host.hook = dice.chance(0.5) ? hostWork(dice, world) : undefined;
  host.run = hostWork(dice, world);
  host.values = valuesOf(dice, table, 0.5);
  host.failing = dice.below(5);
  const data = { ...valuesOf(dice, table, 0.5), ...referencesOf(dice, table, present) };
  const one = `${path}${encodeURIComponent(ids[0] ?? '')}/`;
  const links =
    world.link?.from === table && dice.chance(0.5)
      ? { pairs: dice.some(present.get(world.link.to.name) ?? [], 0.4).map(([key]) => key) }
      : {};
  const requests: readonly [weight: number, what: string, send: Send][] = [
    [4, 'PATCH', (root) => root.patch(one, { ...data, ...links })],
    [3, 'POST', (root) => root.post(path, { ...newRow(dice, table, present), ...links })],
    [4, 'DELETE', (root) => root.delete(one)],
    [2, 'bulk update', (root) => root.post(`${path}bulk/`, { action: 'update', ids, data })],
    [3, 'bulk delete', (root) => root.post(`${path}bulk/`, { action: 'delete', ids })],
    [3, 'operations', (root) => root.post(`${path}bulk/`, { operations: operationsOf(dice, world, present) })],
    [2, 'action update', (root) => root.post(`${path}action/change/`, { ids })],
    [2, 'action delete', (root) => root.post(`${path}action/remove/`, { ids })],
    [
      1,
      'action on all',
      (root) => root.post(`${path}action/${dice.pick(['change', 'remove', 'each'])}/`, { all_filtered: true, params: {} }),
    ],
    [2, 'action each', (root) => root.post(`${path}action/each/`, { ids })],
    [4, 'action host', (root) => root.post(`${path}action/host/`, { all_filtered: true, params: {} })],
    [1, 'purge', (root) => root.delete(`${path.slice(0, -1)}/trash/${encodeURIComponent(ids[0] ?? '')}/`)],
  ];
  let rest = dice.next() * requests.reduce((sum, [weight]) => sum + weight, 0);
  for (const [weight, what, send] of requests) if ((rest -= weight) < 0) return [what, send];
  return ['PATCH', (root) => root.patch(one, data)];
}

function operationsOf(dice: Dice, world: FuzzWorld, present: PresentKeys): unknown[] {
  return Array.from({ length: 1 + dice.below(4) }, () => {
    const table = tableOf(dice, modelled(world));
    const common = { model: modelKey(table, world) };
    if (dice.chance(0.3)) return { ...common, op: 'create', data: newRow(dice, table, present) };
    if (dice.chance(0.4)) return { ...common, op: 'delete', pk: pkOf(dice, table, present) };
    return { ...common, op: 'update', pk: pkOf(dice, table, present), data: valuesOf(dice, table, 0.6) };
  });
}

/** Statements of the host's code: queries of Kysely, or text. One that fails is forgotten half of the time, on SQLite: there the transaction goes on. */
function hostWork(dice: Dice, world: FuzzWorld): (queries: Queries) => Promise<void> {
  const steps = Array.from({ length: 1 + dice.below(3) }, () => (dice.chance(0.25) ? rawStep(dice, world) : queryStep(dice, world)));
  return async (queries) => {
    for (const step of steps) await step(queries);
  };
}

type Step = (queries: Queries) => Promise<unknown>;

function rawStep(dice: Dice, world: FuzzWorld): Step {
  const text =
    world.dialect === 'postgres' && dice.chance(0.1)
      ? `TRUNCATE ${named(dice.pick(world.tables)?.name ?? '')} CASCADE`
      : statementOf(dice, world);
  return (queries) => sql.raw(text).execute(queries);
}

function queryStep(dice: Dice, { dialect, tables }: FuzzWorld): Step {
  const table = tableOf(dice, tables);
  const ids = Object.fromEntries(table.key.map(({ name, kind }) => [name, keyValue(dice, kind)]));
  const filters = Object.entries(ids).filter(() => dice.chance(0.8));
  const texts = table.columns.filter(({ kind }) => kind === 'text' || kind === 'integer');
  const values = Object.fromEntries(texts.map(({ name, kind }) => [name, kind === 'text' ? `h${dice.below(9)}` : dice.below(9)]));
  const newKey = dice.chance(0.15) ? Object.fromEntries(table.key.map(({ name, kind }) => [name, keyValue(dice, kind)])) : {};
  const kind = dice.pick(['update', 'update', 'delete', 'insert', 'upsert', 'read']);
  const returns = dice.chance(0.3);
  // Kysely reads a name with a dot or a space as more than a name.
  const ref = sql.id(table.name);
  const where = (): ReturnType<typeof sql> =>
    sql.join(
      filters.map(([name, value]) => sql`${sql.id(name)} = ${value}`),
      sql` AND `,
    );
  return async (queries) => {
    const isPlain = !/[. ]/.test(table.name) && [...Object.keys(values), ...Object.keys(ids)].every((name) => !/[. ]/.test(name));
    if (!isPlain) return filters.length > 0 && kind === 'delete' ? sql`DELETE FROM ${ref} WHERE ${where()}`.execute(queries) : undefined;
    if (kind === 'read') return queries.selectFrom(table.name).selectAll().execute();
    if (kind === 'update' && Object.keys({ ...values, ...newKey }).length > 0) {
      let query = queries.updateTable(table.name).set({ ...values, ...newKey });
      for (const [name, value] of filters) query = query.where(name, '=', value as never);
      return returns ? query.returningAll().execute() : query.execute();
    }
    if (kind === 'delete') {
      let query = queries.deleteFrom(table.name);
      for (const [name, value] of filters) query = query.where(name, '=', value as never);
      return returns ? query.returningAll().execute() : query.execute();
    }
    if (Object.keys({ ...ids, ...values }).length === 0) return undefined;
    const insert = queries.insertInto(table.name).values({ ...ids, ...values });
    if (kind === 'insert' || table.key.length === 0 || texts.length === 0)
      return insert.onConflict((conflict) => conflict.doNothing()).execute();
    const upsert = insert.onConflict((conflict) => conflict.columns(table.key.map(({ name }) => name)).doUpdateSet(values));
    return dialect === 'postgres' && returns ? upsert.returningAll().execute() : upsert.execute();
  };
}
