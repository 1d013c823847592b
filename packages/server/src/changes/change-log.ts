import { sql } from 'kysely';
import { authorize } from '../authorize/authorize.ts';
import type { Policy } from '../authorize/policy.ts';
import type { Database } from '../databases/database.ts';
import type { Journal } from '../databases/recording.ts';
import type { RawRow } from '../databases/statement.ts';
import type { Sql } from '../databases/sql-fragments.ts';
import { momentText } from '../journal/moments.ts';
import type { Model } from '../model/model.ts';
import type { SystemTableNames } from '../model/system-tables.ts';
import { tableId } from '../model/table.ts';
import { numberSql } from '../databases/literals.ts';
import { plain } from '../plan/parameter.ts';
import type { ChangedRowsPlan } from '../plan/plan.ts';
import type { ChangedRow } from '../store/changed-rows.ts';
import type { Store } from '../store/store.ts';

/** A change set as it is stored. */
export interface StoredSet {
  readonly id: number;
  readonly createdAt: string;
  readonly actorKey: string | null;
  readonly actorName: string;
  readonly action: string;
  readonly model: string | null;
  readonly reason: string | null;
  readonly rows: number;
  readonly gaps: readonly string[];
  readonly irreversible: string | null;
  /** Whether values of it are no longer kept. */
  readonly isPruned: boolean;
  readonly undoOf: number | null;
  readonly undoneBy: number | null;
  /** The last set that has taken the whole set back; it may have been taken back itself. */
  readonly lastUndo: number | null;
}

/** Which change sets are asked for. */
export interface SetFilter {
  readonly model: string | undefined;
  readonly actor: string | undefined;
  readonly since: string | undefined;
  readonly until: string | undefined;
}

/** The rows of a change set in one model. */
interface RowsOfModel {
  readonly model: Model;
  readonly count: number;
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
    const sure = policy.actor.isSuperuser ? sql`1 = 1` : sql`(${this.#isOwn(policy)} OR ${this.#hasRowsOf(whole)})`;
    if (policy.actor.isSuperuser || scoped.length === 0) {
      const where = sql`${wanted} AND ${sure}`;
      return { sets: await this.#read(where, { limit: size, offset }), count: await this.#count(where) };
    }
    const candidates = await this.#read(sql`${wanted} AND (${sure} OR ${this.#hasRowsOf(scoped)})`, { limit: maxSearched, offset: 0 });
    const sets: StoredSet[] = [];
    for (const set of candidates) if (await this.#isVisible(set, policy)) sets.push(set);
    return { sets: sets.slice(offset, offset + size), count: sets.length };
  }

  /** How many rows of a set the reader may see in each model, in the order in which they are shown. */
  async rowsByModel({ id }: StoredSet, policy: Policy): Promise<readonly RowsOfModel[]> {
    const tables = await this.#tablesOf(id);
    const { whole, scoped } = this.#readable(policy);
    const counts: RowsOfModel[] = [];
    for (const model of [...whole, ...scoped].filter(({ table }) => tables.has(this.#nameOf(table)))) {
      const count = await this.#parts.store.countChangedRows(authorize(this.#plan(model, id, 'count'), policy));
      if (count > 0) counts.push({ model, count });
    }
    return counts;
  }

  /** How many rows of a set are no longer kept. */
  async prunedRows({ id, rows, isPruned }: StoredSet): Promise<number> {
    if (!isPruned) return 0;
    const counts = await this.#run(
      sql`SELECT count(*) FROM ${sql.table(this.#parts.tables.changeRow)} r WHERE r."change_set" = ${sql.val(id)}`,
    );
    return rows - Number(counts[0]?.[0]);
  }

  /** A page of the rows of a set in one model. */
  rows({ id }: StoredSet, model: Model, policy: Policy, page: Exclude<ChangedRowsPlan['page'], 'count'>): Promise<readonly ChangedRow[]> {
    return this.#parts.store.changedRows(authorize(this.#plan(model, id, page), policy));
  }

  #plan(model: Model, id: number, page: ChangedRowsPlan['page']): ChangedRowsPlan {
    return { kind: 'changed rows', model, set: plain(id), page };
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
      const isRecorded = this.#parts.journal.tables.some(({ table }) => tableId(table) === id);
      return isRecorded && !tables.has(id) && policy.may(model, 'view') && tables.add(id);
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

  #hasRowsOf(models: readonly Model[]): Sql {
    if (models.length === 0) return sql`1 = 0`;
    const names = sql.join(models.map(({ table }) => sql.val(this.#nameOf(table))));
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

  async #tablesOf(id: number): Promise<ReadonlySet<string>> {
    const rows = await this.#run(
      sql`SELECT DISTINCT r."tab" FROM ${sql.table(this.#parts.tables.changeRow)} r WHERE r."change_set" = ${sql.val(id)}`,
    );
    return new Set(rows.map(([name]) => String(name)));
  }

  async #read(where: Sql, { limit, offset }: { readonly limit: number; readonly offset: number }): Promise<StoredSet[]> {
    const { changeSet } = this.#parts.tables;
    const undoneBy = sql`(SELECT max(u."id") FROM ${sql.table(changeSet)} u WHERE u."undo_of" = s."id" AND u."undoes_part" = 0)`;
    const columns = [
      'id',
      'created_at',
      'actor_key',
      'actor_repr',
      'action',
      'model_label',
      'reason',
      'rows',
      'gaps',
      'irreversible',
      'pruned',
      'undo_of',
    ];
    const rows = await this.#run(
      sql`SELECT ${sql.join(columns.map((name) => sql.id('s', name)))}, ${undoneBy} FROM ${sql.table(changeSet)} s WHERE ${where} ORDER BY s."id" DESC LIMIT ${numberSql(limit)} OFFSET ${numberSql(offset)}`,
    );
    const sets = rows.map(storedSet);
    const settled: StoredSet[] = [];
    for (const set of sets) settled.push(set.undoneBy === null || (await this.#isInForce(set.undoneBy)) ? set : { ...set, undoneBy: null });
    return settled;
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
export function undoneByQuery({ changeSet }: SystemTableNames, id: number): Sql {
  return sql`SELECT max(u."id") FROM ${sql.table(changeSet)} u WHERE u."undo_of" = ${sql.val(id)} AND u."undoes_part" = 0`;
}

function storedSet(row: RawRow): StoredSet {
  const [id, createdAt, actorKey, actorName, action, model, reason, rows, gaps, irreversible, pruned, undoOf, undoneBy] = row;
  const text = (value: typeof id): string | null => (value === null || value === undefined ? null : String(value));
  const number = (value: typeof id): number | null => (value === null || value === undefined ? null : Number(value));
  return {
    id: Number(id),
    createdAt: momentText(String(createdAt)),
    actorKey: text(actorKey),
    actorName: String(actorName),
    action: String(action),
    model: text(model),
    reason: text(reason),
    rows: Number(rows),
    gaps: JSON.parse(String(gaps)) as string[],
    irreversible: text(irreversible),
    isPruned: Number(pruned) === 1,
    undoOf: number(undoOf),
    undoneBy: number(undoneBy),
    lastUndo: number(undoneBy),
  };
}
