import type { StoredRow } from '../model/config/hooks.ts';
import type { AuthorizedPlan } from '../authorize/authorize.ts';
import { AdminError } from '../errors/errors.ts';
import { parseExact } from '../model/raw-number.ts';
import type { ActionPlan } from '../plan/write.ts';
import type { Compiler, Statement } from '../sql/compile.ts';
import type { Transaction } from '../databases/database.ts';
import { runNoting, watchEffects } from './noting.ts';
import { computedText, withComputedLabels } from './computed-labels.ts';
import type { Ran, RawRow, RawStatement } from '../databases/statement.ts';
import { joinPieces, joined } from './reads.ts';
import { say } from '../texts/message.ts';

/** Runs the statements of an action on its rows, in a transaction or over a snapshot. */
export class ActionStatements {
  readonly #compiler: Compiler;
  readonly #run: (statement: RawStatement) => Promise<Ran>;
  readonly #transaction: Transaction | undefined;

  /** @param transaction notes the rows that are changed; undefined for statements that change none. */
  constructor(compiler: Compiler, run: (statement: RawStatement) => Promise<Ran>, transaction?: Transaction) {
    this.#compiler = compiler;
    this.#run = run;
    this.#transaction = transaction;
  }

  /** The values of the rows' keys, in their JSON form. */
  async keys(authorized: AuthorizedPlan<ActionPlan>): Promise<(readonly unknown[])[]> {
    const { statement, ran } = await this.#ran(authorized);
    return keysIn(ran.rows, statement);
  }

  async count(authorized: AuthorizedPlan<ActionPlan>): Promise<number> {
    const { ran } = await this.#ran(authorized);
    return Number(ran.rows[0]?.[0]);
  }

  /** The rows, in the form of the API. */
  async rows(authorized: AuthorizedPlan<ActionPlan>): Promise<StoredRow[]> {
    const { statement, ran } = await this.#ran(authorized);
    return ran.rows.map((row) => rowOf(row, statement));
  }

  /** The rows as texts. */
  async texts(authorized: AuthorizedPlan<ActionPlan>): Promise<readonly TextRow[]> {
    const { statement, ran } = await this.#ran(authorized);
    return textsIn(ran.rows, statement);
  }

  /** Changes or deletes the rows. @returns how many. */
  async change(authorized: AuthorizedPlan<ActionPlan>): Promise<number> {
    return (await this.#ran(authorized)).ran.changes;
  }

  /** Notes, and locks, the rows of other tables that the database changes when the rows are deleted. */
  watch(deletion: AuthorizedPlan<ActionPlan>, effects: readonly AuthorizedPlan<ActionPlan>[]): void {
    const [first, ...others] = [deletion, ...effects].map((authorized) => this.#compiler.compile(authorized));
    if (this.#transaction && first) watchEffects(this.#transaction, first, others);
  }

  /** Locks the rows and stores their keys in a table of the transaction. @returns their number, and a function to call at the end. */
  async collect(
    table: AuthorizedPlan<ActionPlan>,
    rows: AuthorizedPlan<ActionPlan>,
  ): Promise<{ readonly count: number; readonly done: () => Promise<void> }> {
    const { filled, done } = this.#compiler.transactionTable();
    await this.#ran(table).catch(explainNoTable);
    const count = await this.change(rows);
    for (const sql of filled) await this.#run({ sql, parameters: [] });
    return {
      count,
      done: async () => {
        for (const sql of done) await this.#run({ sql, parameters: [] });
      },
    };
  }

  async #ran(authorized: AuthorizedPlan<ActionPlan>): Promise<{ readonly statement: Statement; readonly ran: Ran }> {
    const bound = this.#compiler.compile(authorized);
    const { statement, parameters } = bound;
    const { do: job } = authorized.plan.job;
    const isPrepared = job !== 'make table' && job !== 'collect';
    const plain = { sql: statement.sql, parameters, ...(isPrepared ? { name: statement.name } : {}) };
    return { statement, ran: await (this.#transaction ? runNoting(this.#transaction, bound, plain) : this.#run(plain)) };
  }
}

/** By default a role may create temporary tables, but the privilege can be revoked. */
function explainNoTable(error: unknown): never {
  throw error instanceof AdminError && error.code === 'permission_denied'
    ? new AdminError('permission_denied', { detail: say('noTemporaryTable'), cause: error })
    : error;
}

/** The values of the keys that a statement has read, in their JSON form. */
export function keysIn(rows: readonly RawRow[], { isJsonList }: Statement): (readonly unknown[])[] {
  const text = rows.map((row) => String(row[0])).join();
  return JSON.parse(isJsonList ? text : `[${text}]`) as unknown[][];
}

/** A row as texts; null for a missing value. */
export type TextRow = readonly (string | null)[];

/** The rows of texts that a statement has read. They are the driver's own arrays, which no other code uses, changed in place. */
export function textsIn(rows: readonly RawRow[], { computed }: Statement): readonly TextRow[] {
  const texts = rows as readonly (string | null)[][];
  for (const { name, model } of computed) {
    for (const row of texts) row[Number(name)] = computedText(row[Number(name)] ?? null, model);
  }
  return texts;
}

/** A row that a statement of a run has read. */
export function rowOf(row: RawRow, statement: Statement): StoredRow {
  const end = statement.fieldColumns + statement.helperColumns;
  const own = joinPieces(row, 0, statement.fieldColumns);
  const helpers = statement.helperColumns === 0 ? '{}' : withComputedLabels(joinPieces(row, statement.fieldColumns, end), statement);
  return parseExact(joined(own, helpers)) as StoredRow;
}
