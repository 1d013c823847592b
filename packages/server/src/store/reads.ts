import type { AuthorizedPlan } from '../authorize/authorize.ts';
import { parseExact } from '../model/raw-number.ts';
import {
  type ChangedLinksPlan,
  type ChangedRowsPlan,
  isReversed,
  type ListPlan,
  type RowPlan,
  type AutocompletePlan,
} from '../plan/plan.ts';
import type { ImpactPlan, WritePlan } from '../plan/write.ts';
import type { Compiler, Statement } from '../sql/compile.ts';
import {
  type ChangedLinks,
  changedLinksIn,
  type ChangedRow,
  changedRowsIn,
  operationCounts,
  type OperationCounts,
} from './changed-rows.ts';
import { withComputedLabels } from './computed-labels.ts';
import type { ReplicaReads } from './replicas/replica-reads.ts';
import type { RawRow, RawStatement, RawValue } from '../databases/statement.ts';

/** The rows of a page. */
export interface RowsOfPage {
  /** Their JSON, separated by commas. */
  readonly json: string;
  readonly length: number;
  /** Whether there are rows beyond this page, in the direction of reading. */
  readonly hasMore: boolean;
  /** The number of all rows that match; null if it was not brought, or if the page is empty. */
  readonly total: number | null;
  /**
   * JSON values of the sort fields of the first and the last row; null if a page cannot start there. That of the row that was found last may
   * also be null if there are none beyond it.
   */
  readonly first: readonly unknown[] | null;
  readonly last: readonly unknown[] | null;
}

/** One row as JSON text: its fields, and the helpers. */
export interface OneRow {
  readonly fields: string;
  readonly helpers: string;
  /** The fields that its ETag covers, if the row shows fewer. */
  readonly tagged?: string;
}

/** Statements that are run one after another, in one round trip if possible. */
export type Statements = readonly [RawStatement, ...RawStatement[]];

/** Runs statements on any connection, or inside a transaction. @returns the rows of each. */
export type RunStatements = (statements: Statements, user: string | null) => Promise<readonly (readonly RawRow[])[]>;

/** The numbers of rows that a delete affects, in the order of the tables of a `ImpactPlan`. */
export interface ImpactCounts {
  /** How many of the rows are there, and in the scope of the actor. */
  readonly found: number;
  /** Rows that are deleted with them, for each node of the cascade. */
  readonly cascaded: readonly number[];
  /** Rows that forbid the delete or lose their link, for each referencing table. */
  readonly referencing: readonly number[];
  /** Whether the row rule does not allow some of the deleted rows, for each node. */
  readonly cascadedOutside: readonly boolean[];
  /** The same for the rows that forbid the delete or lose their link, for each referencing table. */
  readonly referencingOutside: readonly boolean[];
}

/** Runs plans that read. It accepts only an {@link AuthorizedPlan}. */
export class Reads {
  protected readonly compiler: Compiler;
  readonly #run: RunStatements;
  readonly #confirms: boolean;
  protected readonly replicas: ReplicaReads | undefined;

  /**
   * @param confirms whether a read confirms the actor, if they were read for an earlier request.
   * @param replicas asked first, if there are any.
   */
  constructor(compiler: Compiler, run: RunStatements, confirms: boolean, replicas?: ReplicaReads) {
    this.compiler = compiler;
    this.#run = run;
    this.#confirms = confirms;
    this.replicas = replicas;
  }

  /** A page of rows. */
  async list(authorized: AuthorizedPlan<ListPlan>): Promise<RowsOfPage> {
    const { statement, rows } = await this.#read(authorized);
    return statement.isOneText ? joinedRows(authorized.plan, statement, rows) : this.#separateRows(authorized.plan, statement, rows);
  }

  /** One row, or null if none is in the actor's scope. */
  async row(authorized: AuthorizedPlan<RowPlan>): Promise<OneRow | null> {
    const { statement, rows } = await this.#read(authorized);
    return rows[0] ? this.oneRow(authorized, statement, rows[0]) : null;
  }

  /** The row that a statement has read. */
  protected oneRow(authorized: AuthorizedPlan<RowPlan>, statement: Statement, row: RawRow): OneRow {
    const own = joinPieces(row, 0, statement.fieldColumns);
    const { redact } = authorized.plan.model;
    const redacted = redact ? JSON.stringify(redact(parseExact(own) as Record<string, unknown>, authorized.policy.reader())) : own;
    return { fields: redacted, helpers: this.#helpers(row, statement) };
  }

  /** Keys and labels with the fields beside them, each as JSON text; one more than the plan's limit if there are more. */
  async autocomplete(authorized: AuthorizedPlan<AutocompletePlan>): Promise<readonly string[]> {
    const { statement, rows } = await this.#read(authorized);
    return rows.map((row) => {
      const suggestion = withComputedLabels(String(row[0]), statement);
      if (authorized.plan.fields.length === 0) return suggestion;
      const fields = joined(joinPieces(row, 1, statement.fieldColumns), this.#helpers(row, statement));
      return `${suggestion.slice(0, -1)},"fields":${fields}}`;
    });
  }

  /** The number of rows of a change set that the actor may see. */
  async countChangedRows(authorized: AuthorizedPlan<ChangedRowsPlan>): Promise<number> {
    const { rows } = await this.#read(authorized);
    return Number(rows[0]?.[0]);
  }

  /** The numbers of rows of a change set that the actor may see, by what was done to them. */
  async changedRowCounts(authorized: AuthorizedPlan<ChangedRowsPlan>): Promise<OperationCounts> {
    const { rows } = await this.#read(authorized);
    return operationCounts(rows);
  }

  /** A page of these rows. */
  async changedRows(authorized: AuthorizedPlan<ChangedRowsPlan>): Promise<readonly ChangedRow[]> {
    const { statement, rows } = await this.#read(authorized);
    return changedRowsIn(statement, rows);
  }

  /** The changed links of rows. */
  async changedLinks(authorized: AuthorizedPlan<ChangedLinksPlan>): Promise<readonly ChangedLinks[]> {
    const { rows } = await this.#read(authorized);
    return changedLinksIn(rows);
  }

  /** The numbers of rows that a delete would affect. */
  async impact(authorized: AuthorizedPlan<ImpactPlan>): Promise<ImpactCounts> {
    const { nodes, referencingTables } = authorized.plan.cascade;
    const { rows } = await this.#read(authorized);
    const [found = 0, ...numbers] = (rows[0] ?? []).map(Number);
    const [ofNodes, ofBoth] = [nodes.length, nodes.length + referencingTables.length];
    const flags = numbers.slice(ofBoth).map((number) => number === 1);
    return {
      found,
      cascaded: numbers.slice(0, ofNodes),
      referencing: numbers.slice(ofNodes, ofBoth),
      cascadedOutside: flags.slice(0, ofNodes),
      referencingOutside: flags.slice(ofNodes),
    };
  }

  /** The statement of a plan with its parameters and the deadline of its request. */
  protected bound(authorized: AuthorizedPlan | AuthorizedPlan<WritePlan>): RawStatement & { readonly statement: Statement } {
    const { statement, parameters } = this.compiler.compile(authorized);
    const { sql, name, isLong, hints } = statement;
    const { deadline } = authorized.policy;
    return {
      statement,
      sql,
      name,
      parameters,
      isLong,
      hints,
      ...(deadline === undefined ? {} : { until: deadline }),
    };
  }

  #separateRows(plan: ListPlan, statement: Statement, rows: readonly RawRow[]): RowsOfPage {
    const page = rows.slice(0, plan.limit);
    const cursors = [page[0], page.at(-1)].map((row) => (row ? cursorOf(row, statement) : null));
    const reversed = isReversed(plan);
    if (reversed) cursors.reverse();
    const texts = page.map((row) => joined(joinPieces(row, 0, statement.fieldColumns), this.#helpers(row, statement)));
    return {
      json: (reversed ? texts.toReversed() : texts).join(','),
      length: page.length,
      hasMore: rows.length > plan.limit,
      // The last column, if the plan brings it.
      total: totalOf(plan, page[0]?.at(-1)),
      first: cursors[0] ?? null,
      last: cursors[1] ?? null,
    };
  }

  #helpers(row: RawRow, statement: Statement): string {
    const end = statement.fieldColumns + statement.helperColumns;
    return withComputedLabels(joinPieces(row, statement.fieldColumns, end), statement);
  }

  /** Throws an {@link ActorChanged} if the actor was read earlier and has changed since. */
  async #read(authorized: AuthorizedPlan | AuthorizedPlan<WritePlan>): Promise<{ statement: Statement; rows: readonly RawRow[] }> {
    const {
      policy: { confirmation },
      actor,
    } = authorized;
    const { statement, ...raw } = this.bound(authorized);
    const check = this.#confirms ? confirmation.statement : undefined;
    // Without replicas nothing is awaited: a write and the read after it are sent together.
    const replicated = this.replicas ? await this.replicas.read(authorized as AuthorizedPlan, { statement, raw, check }) : null;
    if (Array.isArray(replicated)) return { statement, rows: replicated };
    // After the rows: what the actor may do then, they could do when the rows were read.
    const [rows = [], state] = await this.#run(check ? [raw, check] : [raw], actor.id);
    if (check) {
      confirmation.require(state?.[0]?.[0]);
      confirmation.end();
    }
    return { statement, rows };
  }
}

function joinedRows(plan: ListPlan, statement: Statement, rows: readonly RawRow[]): RowsOfPage {
  const [json, count, start, end, total] = rows[0] ?? [];
  const cursors = statement.cursor === 'none' ? [null, null] : [parseCursor(start), parseCursor(end)];
  if (isReversed(plan)) cursors.reverse();
  const rowCount = Number(count);
  return {
    json: typeof json === 'string' ? json : '',
    length: Math.min(rowCount, plan.limit),
    hasMore: rowCount > plan.limit,
    total: totalOf(plan, total),
    first: cursors[0] ?? null,
    last: cursors[1] ?? null,
  };
}

function totalOf({ bringsTotal }: ListPlan, value: RawValue | undefined): number | null {
  return bringsTotal && value !== undefined && value !== null ? Number(value) : null;
}

function cursorOf(row: RawRow, { cursor, fieldColumns, helperColumns }: Statement): readonly unknown[] | null {
  if (cursor === 'none') return null;
  if (cursor === 'column') return parseCursor(row[fieldColumns + helperColumns]);
  const values = JSON.parse(joinPieces(row, 0, fieldColumns)) as Readonly<Record<string, unknown>>;
  return cursor.map((name) => values[name]);
}

function parseCursor(value: RawValue | undefined): readonly unknown[] | null {
  return typeof value === 'string' ? (JSON.parse(value) as unknown[]) : null;
}

/** Joins the pieces of a row into one JSON object. */
export function joinPieces(row: RawRow, start: number, end: number): string {
  let text = '{}';
  for (let index = start; index < end; index++) text = joined(text, String(row[index]));
  return text;
}

/** Joins two JSON objects into one; the members of the first come first. */
export function joined(first: string, second: string): string {
  if (first === '{}') return second;
  return second === '{}' ? first : `${first.slice(0, -1)},${second.slice(1)}`;
}
