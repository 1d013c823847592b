import type { AuthorizedPlan } from '../authorize/authorize.ts';
import type { CountPlan, ListPlan, RowPlan, SuggestionsPlan } from '../plan/plan.ts';
import { Compiler, type Statement } from '../sql/compile.ts';
import { postgresDialect } from '../sql/postgres.ts';
import { sqliteDialect } from '../sql/sqlite.ts';
import { withComputedLabels } from './computed-labels.ts';
import { type Database, overBudget, type RawRow, type RawValue } from './database.ts';

/** The rows of a page. */
export interface RowsOfPage {
  /** Their JSON, separated by commas. */
  readonly json: string;
  readonly length: number;
  /** Whether the result goes on beyond this page, in the direction that it was read. */
  readonly hasMore: boolean;
  /** JSON values of the sort fields of the first and the last row; null where a page can't start there. */
  readonly first: readonly unknown[] | null;
  readonly last: readonly unknown[] | null;
}

/** One row as JSON text: its own fields, and what is added to them. */
export interface OneRow {
  readonly own: string;
  readonly helpers: string;
}

/** A count, and whether it is one or the database's guess. */
export interface Count {
  readonly count: number;
  readonly exact: boolean;
}

/** What an actor may do has changed since they were read: what was answered for them is thrown away. */
export class ActorChanged extends Error {}

/** Rows that SQLite counts at most: it can't be told to stop after a time (CONTRACT §4). */
const sqliteCountLimit = 1_000_000;

/** Runs plans. It takes nothing but what {@link authorize} has let through. */
export class Store {
  readonly #database: Database;
  readonly #compiler: Compiler;

  constructor(database: Database) {
    this.#database = database;
    this.#compiler = new Compiler(database.dialect === 'postgres' ? postgresDialect : sqliteDialect);
  }

  get dialect(): Database['dialect'] {
    return this.#database.dialect;
  }

  /** A page of rows. */
  async list(authorized: AuthorizedPlan<ListPlan>): Promise<RowsOfPage> {
    const { statement, rows } = await this.#read(authorized);
    return statement.isJoined ? joinedRows(authorized.plan, statement, rows) : this.#separateRows(authorized.plan, statement, rows);
  }

  /** One row, or null where there is none within the actor's reach. */
  async row(authorized: AuthorizedPlan<RowPlan>): Promise<OneRow | null> {
    const { statement, rows } = await this.#read(authorized);
    const [row] = rows;
    if (!row) return null;
    return { own: joinPieces(row, 0, statement.ownPieces), helpers: this.#helpers(row, statement) };
  }

  /** Keys and labels, each as JSON text, one more than the plan's limit where there is more. */
  async suggestions(authorized: AuthorizedPlan<SuggestionsPlan>): Promise<readonly string[]> {
    const { statement, rows } = await this.#read(authorized);
    return rows.map((row) => withComputedLabels(String(row[0]), statement));
  }

  /** How many rows there are, exact where that takes at most so many milliseconds. */
  async count(authorized: AuthorizedPlan<CountPlan>, milliseconds: number): Promise<number | null> {
    const { statement, parameters } = this.#compiler.compile(authorized);
    const rows = await this.#database.readWithin({ ...statement, parameters }, milliseconds);
    if (rows === overBudget) return null;
    const count = Number(rows[0]?.[0]);
    const { plan, where } = authorized;
    return plan.limit !== undefined && where.kind !== 'true' && count > plan.limit ? null : count;
  }

  /** How many rows the database expects; null where it has no idea. */
  async estimate(authorized: AuthorizedPlan<CountPlan>): Promise<number | null> {
    if (this.dialect === 'sqlite') return null;
    const { statement, parameters } = this.#compiler.compile(authorized);
    const rows = await this.#database.read({ sql: statement.sql, parameters });
    const [explained] = JSON.parse(String(rows[0]?.[0])) as [{ Plan: { 'Plan Rows': number } }];
    return explained.Plan['Plan Rows'];
  }

  /** The most rows that a count looks at; undefined where its time is limited instead. */
  get countLimit(): number | undefined {
    return this.dialect === 'sqlite' ? sqliteCountLimit : undefined;
  }

  #separateRows(plan: ListPlan, statement: Statement, rows: readonly RawRow[]): RowsOfPage {
    const page = rows.slice(0, plan.limit);
    const place = statement.ownPieces + statement.helperPieces;
    const positions = [page[0], page.at(-1)].map((row) => (row && statement.hasPosition ? parsePosition(row[place]) : null));
    const isReversed = plan.fromEnd || plan.boundary?.direction === 'before';
    if (isReversed) positions.reverse();
    const texts = page.map((row) => joined(joinPieces(row, 0, statement.ownPieces), this.#helpers(row, statement)));
    return {
      json: (isReversed ? texts.toReversed() : texts).join(','),
      length: page.length,
      hasMore: rows.length > plan.limit,
      first: positions[0] ?? null,
      last: positions[1] ?? null,
    };
  }

  #helpers(row: RawRow, statement: Statement): string {
    const end = statement.ownPieces + statement.helperPieces;
    return withComputedLabels(joinPieces(row, statement.ownPieces, end), statement);
  }

  async #read(authorized: AuthorizedPlan): Promise<{ statement: Statement; rows: readonly RawRow[] }> {
    const { statement, parameters } = this.#compiler.compile(authorized);
    const rows = await this.#database.read({ sql: statement.sql, name: statement.name, parameters });
    if (statement.isWitnessed && rows.length > 0) hear(authorized, rows[0]?.at(-1));
    return { statement, rows };
  }
}

/** Holds what a statement says of the actor against what they were taken for. Throws where they are another by now. */
function hear({ policy }: AuthorizedPlan, testimony: RawValue | undefined): void {
  if (testimony !== policy.actor.witness?.answer) throw new ActorChanged();
  policy.confirm();
}

function joinedRows(plan: ListPlan, statement: Statement, rows: readonly RawRow[]): RowsOfPage {
  const [json, count, start, end] = rows[0] ?? [];
  const positions = statement.hasPosition ? [parsePosition(start), parsePosition(end)] : [null, null];
  if (plan.fromEnd || plan.boundary?.direction === 'before') positions.reverse();
  const found = Number(count);
  return {
    json: typeof json === 'string' ? json : '',
    length: Math.min(found, plan.limit),
    hasMore: found > plan.limit,
    first: positions[0] ?? null,
    last: positions[1] ?? null,
  };
}

function parsePosition(value: RawValue | undefined): readonly unknown[] | null {
  return typeof value === 'string' ? (JSON.parse(value) as unknown[]) : null;
}

/** Makes one JSON object of the pieces that a row comes in. */
function joinPieces(row: RawRow, start: number, end: number): string {
  let text = '{}';
  for (let index = start; index < end; index++) text = joined(text, String(row[index]));
  return text;
}

/** Two JSON objects as one; the first one's members first. */
export function joined(first: string, second: string): string {
  if (first === '{}') return second;
  return second === '{}' ? first : `${first.slice(0, -1)},${second.slice(1)}`;
}
