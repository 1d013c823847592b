import type { StoredRow } from '../model/config/hooks.ts';
import type { AuthorizedPlan } from '../authorize/authorize.ts';
import type { Queries } from '../model/config/queries.ts';
import type { ActionPlan } from '../plan/write.ts';
import type { Compiler } from '../sql/compile.ts';
import { ActionStatements, rowOf, type TextRow, textsIn } from './action-statements.ts';
import type { Snapshot } from '../databases/database.ts';

/** A consistent snapshot of the database, for an action that answers with a file. */
export class ActionSnapshot {
  readonly statements: ActionStatements;
  readonly #compiler: Compiler;
  readonly #snapshot: Snapshot;

  constructor(compiler: Compiler, snapshot: Snapshot) {
    this.#compiler = compiler;
    this.#snapshot = snapshot;
    this.statements = new ActionStatements(compiler, async (statement) => ({ rows: await snapshot.read(statement), changes: 0 }));
  }

  /** Queries that only read, for the handler. */
  get queries(): Queries {
    return this.#snapshot.queries as unknown as Queries;
  }

  /** The rows in batches of this size; at most two batches are in memory. */
  async *stream(authorized: AuthorizedPlan<ActionPlan>, batch: number): AsyncGenerator<readonly StoredRow[]> {
    const { statement, parameters } = this.#compiler.compile(authorized);
    for await (const rows of this.#snapshot.stream({ sql: statement.sql, parameters }, batch)) {
      yield rows.map((row) => rowOf(row, statement));
    }
  }

  /** The same rows as texts. */
  async *streamTexts(authorized: AuthorizedPlan<ActionPlan>, batch: number): AsyncGenerator<readonly TextRow[]> {
    const { statement, parameters } = this.#compiler.compile(authorized);
    for await (const rows of this.#snapshot.stream({ sql: statement.sql, parameters }, batch)) {
      yield textsIn(rows, statement);
    }
  }

  close(): Promise<void> {
    return this.#snapshot.close();
  }
}
