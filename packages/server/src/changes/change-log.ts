import { sql } from 'kysely';
import { authorize } from '../authorize/authorize.ts';
import type { Policy } from '../authorize/policy.ts';
import type { Database } from '../databases/database.ts';
import type { Journal } from '../databases/recording.ts';
import type { RawRow } from '../databases/statement.ts';
import type { Sql } from '../databases/sql-fragments.ts';
import type { Model } from '../model/model.ts';
import type { RowLinks, ShownChange } from '../journal/row-answer.ts';
import type { SystemTableNames } from '../model/system-tables.ts';
import { tableId } from '../model/table.ts';
import { numberSql } from '../databases/literals.ts';
import type { Field } from '../model/field.ts';
import { Parameter, plain } from '../plan/parameter.ts';
import type { ChangedRowsPlan } from '../plan/plan.ts';
import type { ChangedLinks, ChangedRow } from '../store/changed-rows.ts';
import type { Store } from '../store/store.ts';
import { setColumns, storedSet, type StoredSet } from './stored-set.ts';

/** Which change sets are asked for. */
export interface SetFilter {
  readonly model: string | undefined;
  readonly actor: string | undefined;
  readonly since: string | undefined;
  readonly until: string | undefined;
}

/** The rows of a change set in one model. */
export interface RowsOfModel {
  readonly model: Model;
  readonly count: number;
  /** How many of them are records, and not only rows with other links. */
  readonly records: number;
  /** The many-to-many fields with changed links. */
  readonly fields: readonly Field[];
}

/** What a change log reads from. */
export interface ChangeLogParts {
  readonly database: Database;
  readonly tables: SystemTableNames;
  readonly journal: Journal;
  readonly store: Store;
}

/** The most change sets that are looked through for a reader who may see only some rows of a model. */
const maxSearched = 1000;

/** Reads change sets and their rows, under the rights of the reader (CONTRACT §21). */
export class ChangeLog {
  readonly #parts: ChangeLogParts;

  constructor(parts: ChangeLogParts) {
    this.#parts = parts;
  }

  /** A change set that the reader may see; null if there is none. */
  async find(id: number, policy: Policy): Promise<StoredSet | null> {
    const [set] = await this.#read(sql`s."id" = ${sql.val(id)}`, { limit: 1, offset: 0 });
    return set && (await this.#isVisible(set, policy)) ? set : null;
  }

  /** A page of the change sets that the reader may see, newest first, with their number. */
  async page(
    filter: SetFilter,
    policy: Policy,
    { size, offset }: { readonly size: number; readonly offset: number },
  ): Promise<{ readonly sets: readonly StoredSet[]; readonly count: number }> {
    const wanted = this.#filtered(filter);
    const { whole, scoped } = this.#readable(policy);
    const sure = policy.actor.isSuperuser ? sql`1 = 1` : sql`(${this.#isOwn(policy)} OR ${this.#hasRowsOf(whole, policy)})`;
    if (policy.actor.isSuperuser || scoped.length === 0) {
      const where = sql`${wanted} AND ${sure}`;
      return { sets: await this.#read(where, { limit: size, offset }), count: await this.#count(where) };
    }
    const candidates = await this.#read(sql`${wanted} AND (${sure} OR ${this.#hasRowsOf(scoped, policy)})`, {
      limit: maxSearched,
      offset: 0,
    });
    const sets: StoredSet[] = [];
    for (const set of candidates) if (await this.#isVisible(set, policy)) sets.push(set);
    return { sets: sets.slice(offset, offset + size), count: sets.length };
  }

  /** How many rows of a set the reader may see in each model, in the order in which they are shown. */
  async rowsByModel({ id }: StoredSet, policy: Policy): Promise<readonly RowsOfModel[]> {
    const tables = await this.#tablesOf(id);
    const { whole, scoped } = this.#readable(policy);
    const counts: RowsOfModel[] = [];
    for (const model of [...whole, ...scoped]) {
      const fields = this.linkFields(model, policy).filter(({ link }) => link && tables.has(this.#nameOf(link.table)));
      const hasRecords = tables.has(this.#nameOf(model.table));
      if (!hasRecords && fields.length === 0) continue;
      const count = (ofFields: readonly Field[]): Promise<number> =>
        this.#parts.store.countChangedRows(authorize({ ...ofSet(model, id), fields: ofFields, page: 'count' }, policy));
      const records = hasRecords ? await count([]) : 0;
      const all = fields.length === 0 ? records : await count(fields);
      if (all > 0) counts.push({ model, count: all, records, fields });
    }
    return counts;
  }

  /**
   * How many rows of a set are shown neither as rows nor as links of other rows, and how many are no longer kept.
   * @param shown what {@link rowsByModel} has returned.
   */
  async restOf(
    { id, rows, isPruned }: StoredSet,
    shown: readonly RowsOfModel[],
    policy: Policy,
  ): Promise<{ readonly other_records: number; readonly pruned: number }> {
    const tables = await this.#tablesOf(id);
    const asRows = new Map(shown.map(({ model, records }) => [this.#nameOf(model.table), records]));
    const asLinks = new Map<string, number>();
    for (const { model, fields } of shown)
      for (const field of fields) {
        const plan = { ...ofSet(model, id), fields: [field], only: 'links', page: 'count' } as const;
        const name = field.link ? this.#nameOf(field.link.table) : '';
        const count = await this.#parts.store.countChangedRows(authorize(plan, policy));
        asLinks.set(name, Math.max(asLinks.get(name) ?? 0, count));
      }
    let [others, kept] = [0, 0];
    for (const [name, all] of tables) {
      kept += all;
      others += Math.max(0, all - Math.max(asRows.get(name) ?? 0, asLinks.get(name) ?? 0));
    }
    return { other_records: others, pruned: isPruned ? rows - kept : 0 };
  }

  /** The change sets of these ids. */
  async sets(ids: readonly number[]): Promise<ReadonlyMap<number, StoredSet>> {
    if (ids.length === 0) return new Map();
    const sets = await this.#read(sql`s."id" IN (${sql.join(ids.map(numberSql))})`, { limit: ids.length, offset: 0 });
    return new Map(sets.map((set) => [set.id, set]));
  }

  /** Whether the changes of a model's rows are recorded. */
  records({ table }: Pick<Model, 'table'>): boolean {
    return this.#nameOf(table) !== '';
  }

  /** The many-to-many fields whose links the reader may see, and whose changes are recorded. */
  linkFields(model: Model, policy: Policy): readonly Field[] {
    const shown = policy.reader().fieldsOf(model.key);
    return model.fields.filter(({ name, link }) => link && shown?.has(name) && this.records(link));
  }

  /** A page of the rows of a set in one model. */
  async rows(
    { id }: StoredSet,
    { model, fields }: Pick<RowsOfModel, 'model' | 'fields'>,
    policy: Policy,
    page: { readonly offset: number; readonly limit: number },
  ): Promise<readonly ShownChange[]> {
    const rows = await this.#parts.store.changedRows(authorize({ ...ofSet(model, id), fields, page }, policy));
    const links = await this.linksOf(rows, { model, fields }, policy);
    return rows.map((row) => ({ model, row, links: links(row) }));
  }

  /** Reads the changed links of rows of one model. @returns the links of each of them. */
  async linksOf(
    rows: readonly ChangedRow[],
    { model, fields }: Pick<RowsOfModel, 'model' | 'fields'>,
    policy: Policy,
  ): Promise<(row: ChangedRow) => RowLinks> {
    const sets = rows.map(({ set }) => set);
    const all = new Map<string, Map<string, ChangedLinks>>();
    const nameOf = ({ set, rowKey }: Pick<ChangedRow, 'set' | 'rowKey'>): string => `${set} ${rowKey}`;
    for (const field of rows.length === 0 ? [] : fields) {
      const keys = new Parameter('texts', { given: [...new Set(rows.map(({ rowKey }) => rowKey))] });
      const range = { since: plain(Math.min(...sets)), until: plain(Math.max(...sets)) };
      const plan = { kind: 'changed links', model, field, ...range, rows: keys } as const;
      for (const links of await this.#parts.store.changedLinks(authorize(plan, policy))) {
        const ofRow = all.get(nameOf(links)) ?? new Map<string, ChangedLinks>();
        all.set(nameOf(links), ofRow.set(field.name, links));
      }
    }
    return (row) => all.get(nameOf(row)) ?? new Map();
  }

  async #isVisible(set: StoredSet, policy: Policy): Promise<boolean> {
    const { actor } = policy;
    if (actor.isSuperuser || (actor.id !== null && actor.id === set.actorKey)) return true;
    return (await this.rowsByModel(set, policy)).length > 0;
  }

  /** The models that the reader may view whole, and those of which they may see some rows. Two models of one table count as one. */
  #readable(policy: Policy): { readonly whole: readonly Model[]; readonly scoped: readonly Model[] } {
    const tables = new Set<string>();
    const models = policy.registry.models.filter((model) => {
      const id = tableId(model.table);
      return this.records(model) && !tables.has(id) && policy.may(model, 'view') && tables.add(id);
    });
    const isWhole = (model: Model): boolean => policy.access(model).rule.kind === 'true';
    return { whole: models.filter(isWhole), scoped: models.filter((model) => !isWhole(model)) };
  }

  #nameOf(table: Model['table']): string {
    const id = tableId(table);
    return this.#parts.journal.tables.find((one) => tableId(one.table) === id)?.name ?? '';
  }

  #isOwn({ actor }: Policy): Sql {
    return actor.id === null ? sql`1 = 0` : sql`s."actor_key" = ${sql.val(actor.id)}`;
  }

  #hasRowsOf(models: readonly Model[], policy: Policy): Sql {
    if (models.length === 0) return sql`1 = 0`;
    const links = models.flatMap((model) => this.linkFields(model, policy).flatMap(({ link }) => link?.table ?? []));
    const tables = new Set([...models.map(({ table }) => table), ...links].map((table) => this.#nameOf(table)));
    const names = sql.join([...tables].map((name) => sql.val(name)));
    return sql`EXISTS (SELECT 1 FROM ${sql.table(this.#parts.tables.changeRow)} r WHERE r."change_set" = s."id" AND r."tab" IN (${names}))`;
  }

  #filtered({ model, actor, since, until }: SetFilter): Sql {
    const { moment } = this.#parts.database.dialect.systemTables;
    const conditions: Sql[] = [sql`1 = 1`];
    if (model !== undefined) conditions.push(sql`s."model_label" = ${sql.val(model)}`);
    if (actor !== undefined) conditions.push(sql`s."actor_key" = ${sql.val(actor)}`);
    if (since !== undefined) conditions.push(sql`s."created_at" >= ${sql.val(moment(new Date(since)))}`);
    if (until !== undefined) conditions.push(sql`s."created_at" < ${sql.val(moment(new Date(until)))}`);
    return sql.join(conditions, sql` AND `);
  }

  async #count(where: Sql): Promise<number> {
    const rows = await this.#run(sql`SELECT count(*) FROM ${sql.table(this.#parts.tables.changeSet)} s WHERE ${where}`);
    return Number(rows[0]?.[0]);
  }

  /** The tables of a set, with the numbers of its rows in them. */
  async #tablesOf(id: number): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#run(
      sql`SELECT r."tab", count(*) FROM ${sql.table(this.#parts.tables.changeRow)} r WHERE r."change_set" = ${sql.val(id)} GROUP BY r."tab"`,
    );
    return new Map(rows.map(([name, count]) => [String(name), Number(count)]));
  }

  async #read(where: Sql, { limit, offset }: { readonly limit: number; readonly offset: number }): Promise<StoredSet[]> {
    const { changeSet } = this.#parts.tables;
    const undoneBy = sql`(SELECT max(u."id") FROM ${sql.table(changeSet)} u WHERE u."undo_of" = s."id" AND u."undoes_part" = 0)`;
    const rows = await this.#run(
      sql`SELECT ${sql.join(setColumns.map((name) => sql.id('s', name)))}, ${undoneBy} FROM ${sql.table(changeSet)} s WHERE ${where} ORDER BY s."id" DESC LIMIT ${numberSql(limit)} OFFSET ${numberSql(offset)}`,
    );
    const sets = rows.map(storedSet);
    const settled: StoredSet[] = [];
    for (const set of sets) settled.push(set.undoneBy === null || (await this.#isInForce(set.undoneBy)) ? set : { ...set, undoneBy: null });
    return settled;
  }

  /** The set whose changes a set makes or takes back: the first of a row of undos. */
  async originOf(set: StoredSet): Promise<StoredSet> {
    if (set.undoOf === null) return set;
    const [earlier] = await this.#read(sql`s."id" = ${sql.val(set.undoOf)}`, { limit: 1, offset: 0 });
    return earlier ? this.originOf(earlier) : set;
  }

  /** Whether a set has not been taken back, but for a set that was taken back itself. */
  async #isInForce(id: number): Promise<boolean> {
    const [row] = await this.#run(undoneByQuery(this.#parts.tables, id));
    const next = row?.[0] ?? null;
    return next === null || !(await this.#isInForce(Number(next)));
  }

  #run(query: Sql): Promise<readonly RawRow[]> {
    const { database } = this.#parts;
    return database.read({ ...database.dialect.fragments.compile(query), isLong: true });
  }
}

/** The last set that has taken back a whole one; it may have been taken back itself. */
function undoneByQuery({ changeSet }: SystemTableNames, id: number): Sql {
  return sql`SELECT max(u."id") FROM ${sql.table(changeSet)} u WHERE u."undo_of" = ${sql.val(id)} AND u."undoes_part" = 0`;
}

/** The same, and whether values of the set are no longer kept. */
export function openQuery(names: SystemTableNames, id: number): Sql {
  return sql`SELECT (${undoneByQuery(names, id)}), s."pruned" FROM ${sql.table(names.changeSet)} s WHERE s."id" = ${sql.val(id)}`;
}

/** The plan of the rows of a change set in one model. */
function ofSet(model: Model, id: number): Pick<ChangedRowsPlan, 'kind' | 'model' | 'set'> {
  return { kind: 'changed rows', model, set: plain(id) };
}
