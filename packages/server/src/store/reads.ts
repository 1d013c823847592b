import type { AuthorizedPlan } from '../authorize/authorize.ts';
import type { Policy } from '../authorize/policy.ts';
import { parseExact } from '../model/raw-number.ts';
import type { ListPlan, RowPlan, SuggestionsPlan } from '../plan/plan.ts';
import type { ConsequencesPlan, WritePlan } from '../plan/write.ts';
import type { Compiler, Statement } from '../sql/compile.ts';
import { withComputedLabels } from './computed-labels.ts';
import type { RawRow, RawStatement, RawValue } from './database.ts';

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
  /** The own fields that its ETag covers, where fewer are shown. */
  readonly tagged?: string;
}

/** What an actor may do has changed since they were read: what was answered for them is thrown away. */
export class ActorChanged extends Error {}

/** Where a statement runs: on any connection, or inside a transaction. */
export type RunStatement = (statement: RawStatement, user: string | null) => Promise<readonly RawRow[]>;

/** What deleting rows does, as the numbers of a `ConsequencesPlan`'s tables. */
export interface Consequences {
  /** Rows that go along, for each node of the cascade. */
  readonly taken: readonly number[];
  /** Rows that forbid it or lose their link, for each referencing. */
  readonly touched: readonly number[];
  /** Whether some of the rows that go are out of the actor's reach, for each node. */
  readonly outside: readonly boolean[];
  /** The same of the rows that forbid it or lose their link, for each referencing. */
  readonly touchedOutside: readonly boolean[];
}

/** Runs plans that read. It takes nothing but what {@link authorize} has let through. */
export class Reads {
  protected readonly compiler: Compiler;
  readonly #run: RunStatement;

  constructor(compiler: Compiler, run: RunStatement) {
    this.compiler = compiler;
    this.#run = run;
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
    const own = joinPieces(row, 0, statement.fieldColumns);
    const { redact } = authorized.plan.model;
    const redacted = redact ? JSON.stringify(redact(parseExact(own) as Record<string, unknown>, authorized.policy.reader())) : own;
    return { own: redacted, helpers: this.#helpers(row, statement) };
  }

  /** Keys and labels, each as JSON text, one more than the plan's limit where there is more. */
  async suggestions(authorized: AuthorizedPlan<SuggestionsPlan>): Promise<readonly string[]> {
    const { statement, rows } = await this.#read(authorized);
    return rows.map((row) => withComputedLabels(String(row[0]), statement));
  }

  /** What deleting rows would do, or will. */
  async consequences(authorized: AuthorizedPlan<ConsequencesPlan>): Promise<Consequences> {
    const { nodes, referencingTables } = authorized.plan.cascade;
    const { rows } = await this.#read(authorized);
    const numbers = (rows[0] ?? []).map(Number);
    const [ofNodes, ofBoth] = [nodes.length, nodes.length + referencingTables.length];
    const flags = numbers.slice(ofBoth).map((number) => number === 1);
    return {
      taken: numbers.slice(0, ofNodes),
      touched: numbers.slice(ofNodes, ofBoth),
      outside: flags.slice(0, ofNodes),
      touchedOutside: flags.slice(ofNodes),
    };
  }

  /** The statement of a plan with its parameters, to be ended at the deadline of its request. */
  protected bound(authorized: AuthorizedPlan | AuthorizedPlan<WritePlan>): RawStatement & { readonly statement: Statement } {
    const { statement, parameters } = this.compiler.compile(authorized);
    const { sql, name, isLong } = statement;
    const { deadline } = authorized.policy;
    return { statement, sql, name, parameters, isLong, ...(deadline === undefined ? {} : { until: deadline }) };
  }

  #separateRows(plan: ListPlan, statement: Statement, rows: readonly RawRow[]): RowsOfPage {
    const page = rows.slice(0, plan.limit);
    const place = statement.fieldColumns + statement.helperColumns;
    const positions = [page[0], page.at(-1)].map((row) => (row && statement.hasPosition ? parsePosition(row[place]) : null));
    const isReversed = plan.fromEnd || plan.boundary?.direction === 'before';
    if (isReversed) positions.reverse();
    const texts = page.map((row) => joined(joinPieces(row, 0, statement.fieldColumns), this.#helpers(row, statement)));
    return {
      json: (isReversed ? texts.toReversed() : texts).join(','),
      length: page.length,
      hasMore: rows.length > plan.limit,
      first: positions[0] ?? null,
      last: positions[1] ?? null,
    };
  }

  #helpers(row: RawRow, statement: Statement): string {
    const end = statement.fieldColumns + statement.helperColumns;
    return withComputedLabels(joinPieces(row, statement.fieldColumns, end), statement);
  }

  async #read(authorized: AuthorizedPlan | AuthorizedPlan<WritePlan>): Promise<{ statement: Statement; rows: readonly RawRow[] }> {
    const { statement, ...raw } = this.bound(authorized);
    const rows = await this.#run(raw, authorized.actor.id);
    if (statement.hasActorCheck && rows.length > 0) confirmActor(authorized.policy, rows[0]?.at(-1));
    return { statement, rows };
  }
}

/** Holds what a statement says of the actor against what they were taken for. Throws where they are another by now. */
function confirmActor(policy: Policy, digest: RawValue | undefined): void {
  if (digest !== policy.actor.actorCheck?.answer) throw new ActorChanged();
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
export function joinPieces(row: RawRow, start: number, end: number): string {
  let text = '{}';
  for (let index = start; index < end; index++) text = joined(text, String(row[index]));
  return text;
}

/** Two JSON objects as one; the first one's members first. */
export function joined(first: string, second: string): string {
  if (first === '{}') return second;
  return second === '{}' ? first : `${first.slice(0, -1)},${second.slice(1)}`;
}
