import { type Dialect, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { AdminError } from '../../errors/errors.ts';
import { type Transaction, transactionGoesOn, transactionOver, transactionRolledBack } from '../database.ts';
import { waitLimit } from '../../process/wait-limit.ts';
import type { AnyTables, Ran, RawStatement } from '../statement.ts';
import { endsTransaction } from '../transaction-words.ts';
import type { ChangeSetValues, Journal, RecordedSet, RecordedTable } from '../recording.ts';
import { changeSetInsert } from './change-set.ts';
import { completion, setTableText, withoutUnchanged } from './recording.ts';
import { PostgresNotes } from './row-notes.ts';
import { countWritten, runDeferred, uncountedTables } from './written-rows.ts';
import { currentSetName } from './system-tables.ts';
import { noting } from './host-writes.ts';
import { answerLimit } from './connections/connections.ts';
import { translateCommitError, translateWriteError } from './errors.ts';
import { type SentStatements, StatementQueue, together } from '../statement-queue.ts';
import type { StepResult } from './connections/batch.ts';
import { plainSettingsSql } from './connections/plain-settings.ts';
import { beginName, isOfOldPlan, type PostgresStatements, statusOf } from './connections/statements.ts';

/** Turns the JIT compiler off for one transaction: it takes seconds for statements that run for milliseconds. */
const withoutJit = 'SET LOCAL jit = off';

/** Begins at the isolation level that the service's locks need, regardless of the default of a host's pool. */
const begin: RawStatement = { sql: 'BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE', parameters: [], name: beginName };

/** Begins a transaction that reads a snapshot of the database and cannot write. */
export const beginReadOnlySql: string = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${withoutJit}`;

/** SQL that limits each statement of a transaction to this many milliseconds. */
export function timeoutSql(milliseconds: number | undefined): string {
  return milliseconds === undefined ? '' : `; SET LOCAL statement_timeout = ${Math.ceil(milliseconds)}`;
}

/** How the statements of a transaction run. */
export interface TransactionLimits {
  /** Milliseconds that one statement may take; undefined for the limit of the connection. */
  readonly statementTimeout: number | undefined;
  /** Schemas that are added to the search path of the connection. */
  readonly searchPath: readonly string[];
}

/** The first statements of a transaction: what it begins with, and its limits. */
export function beginning({ statementTimeout, searchPath }: TransactionLimits, journal?: Journal): readonly RawStatement[] {
  const settings: [name: string, value: string][] = [
    ['lock_timeout', String(waitLimit())],
    ['jit', 'off'],
    ...(statementTimeout === undefined ? [] : ([['statement_timeout', String(Math.ceil(statementTimeout))]] satisfies [string, string][])),
  ];
  const set = settings.map(([setting], index) => `set_config('${setting}', $${index + 1}, true)`);
  const values = settings.map(([, value]) => value);
  if (searchPath.length > 0) {
    // Behind the schemas of the connection.
    set.push(`set_config('search_path', concat_ws(', ', nullif(current_setting('search_path'), ''), $${values.length + 1}::text), true)`);
    values.push(searchPath.map((schema) => pg.escapeIdentifier(schema)).join(', '));
  }
  if (journal) {
    set.push(`set_config('${currentSetName}', nextval(pg_get_serial_sequence($${values.length + 1}, 'id'))::text, true)`);
    values.push(setTableText(journal));
  }
  const parts = [statementTimeout === undefined ? '' : '_time', searchPath.length > 0 ? '_path' : '', journal ? '_set' : ''];
  const name = `grimoire_limits${parts.join('')}`;
  return [begin, { sql: `SELECT ${set.join(', ')}, ${plainSettingsSql('transaction')}`, parameters: values, name }];
}

/** A transaction on one connection of the pool. It begins with its first statement. */
export class PostgresTransaction implements Transaction {
  readonly #client: pg.PoolClient;
  readonly #statements: PostgresStatements;
  readonly #limits: TransactionLimits;
  readonly notes: PostgresNotes | null;
  readonly #queue = new StatementQueue<StepResult>((statements) => this.#send(statements));
  #kysely: Kysely<AnyTables> | undefined;
  #savepoints = 0;
  #hasBegun = false;
  #isOpen = false;
  #isOver = false;
  #pendingCalls = 0;

  /** @param journal what is recorded. */
  constructor(
    client: pg.PoolClient,
    statements: PostgresStatements,
    { journal, ...limits }: TransactionLimits & { readonly journal?: Journal | undefined },
  ) {
    this.notes = journal ? new PostgresNotes(journal, (touched) => this.#count(journal, touched)) : null;
    this.#client = client;
    this.#statements = statements;
    this.#limits = limits;
  }

  /** True after the job has ended. After an error outside a savepoint, the server refuses each further statement. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Whether a statement has been sent. */
  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  /** Refuses all further statements: another request may use the connection now. */
  end(): void {
    this.#isOver = true;
    this.#queue.clear(transactionOver);
  }

  get queries(): Kysely<AnyTables> {
    this.#kysely ??= new Kysely({ dialect: this.#hostDialect() });
    return this.#kysely;
  }

  #hostDialect(): Dialect {
    const plain = new PostgresDialect({
      pool: borrowed(this.#client, {
        refusal: () => (this.#isOver || this.#isEnded ? transactionOver() : undefined),
        ready: () => this.#begun(),
        follow: (query) => this.#follow(query),
        answerLimit: this.#answerLimit,
      }),
    });
    return this.notes ? noting(plain, this.notes) : plain;
  }

  /** Completes what was noted of tables, and counts, with the next statement. */
  #count(journal: Journal, touched: Iterable<RecordedTable>): Promise<Ran> {
    for (const table of touched) this.#queue.runLater(completion(journal, table));
    return this.#queue.runWithNext(countWritten(journal));
  }

  /** Whether a statement is running that the caller did not await. */
  get isBusy(): boolean {
    return this.#pendingCalls > 0;
  }

  #follow<T>(query: Promise<T>): Promise<T> {
    this.#pendingCalls += 1;
    const over = (): void => void (this.#pendingCalls -= 1);
    query.then(over, over);
    return query;
  }

  async run(statement: RawStatement): Promise<Ran> {
    if (this.#isOver) throw transactionOver();
    return this.#follow(this.#queue.run(statement));
  }

  runLater(statement: RawStatement): void {
    if (this.#isOver) throw transactionOver();
    this.#queue.runLater(statement);
  }

  async record(values: ChangeSetValues, isDue: boolean): ReturnType<Transaction['record']> {
    const { notes } = this;
    if (!notes) throw new Error('The transaction is not recorded.');
    const { journal, touched } = notes;
    if (notes.watchesOthers) this.#queue.runLater(runDeferred);
    for (const table of touched) this.#queue.runLater(completion(journal, table));
    if (notes.hasUnchanged) this.#queue.runLater(withoutUnchanged(journal));
    const gaps = await this.#gaps(notes);
    if (!notes.hasRows && gaps.length === 0 && !isDue) return { set: Promise.resolve(null) };
    const answer = this.#queue.runWithNext(changeSetInsert(journal, values, { isDue, gaps, rows: notes.rows }));
    const setOf = ({ rows: [row] }: Ran): RecordedSet | null => (row ? { id: String(row[0]), rows: Number(row[1]), gaps } : null);
    return { set: answer.then(setOf) };
  }

  /** Notes are forgotten with their savepoint. */
  recordAgain(): void {}

  async #gaps(notes: PostgresNotes): Promise<readonly string[]> {
    if (!notes.watchesOthers) return notes.gaps(undefined);
    const [counts, uncounted] = await together(this.#count(notes.journal, []), this.#queue.run(uncountedTables(notes.journal)));
    return notes.gaps({ counts, uncounted });
  }

  async savepoint<T>(job: () => Promise<T>): Promise<T> {
    const name = `grimoire_${++this.#savepoints}`;
    const mark = this.notes?.mark();
    this.runLater({ sql: `SAVEPOINT ${name}`, parameters: [] });
    try {
      const result = await job();
      this.runLater({ sql: `RELEASE ${name}`, parameters: [] });
      return result;
    } catch (error) {
      if (this.#isOver) throw error;
      // If the connection is lost, the first error is the more useful one.
      this.runLater({ sql: `ROLLBACK TO ${name}`, parameters: [] });
      if (mark) this.notes?.rolledBack(mark);
      await this.run({ sql: `RELEASE ${name}`, parameters: [] }).catch(() => undefined);
      throw error;
    }
  }

  /** Sends what waits, and commits. Throws if the server has rolled back, or if a statement of the host's code has ended the transaction. */
  async commit(): Promise<void> {
    if (!this.#hasBegun && this.#queue.isEmpty) return;
    if (this.#isEnded) throw new Error('The transaction was ended by a statement of a hook or an action.');
    const committed = this.#queue.runNow({ sql: 'COMMIT', parameters: [], name: 'grimoire_commit' });
    // A statement that a hook did not await would be committed by itself.
    this.#isOver = true;
    const { command } = await committed.catch((error: unknown) => {
      throw translateCommitError(error);
    });
    // A handler has caught the error of a failed statement: the server then rolls back, and reports that only by the command tag.
    if (command !== 'COMMIT') throw transactionRolledBack();
  }

  get #answerLimit(): number | undefined {
    const { statementTimeout } = this.#limits;
    return statementTimeout === undefined ? undefined : answerLimit(statementTimeout);
  }

  /** Whether the server reports no transaction on the connection, although one was begun. */
  get #isEnded(): boolean {
    return this.#isOpen && hasEnded(this.#client);
  }

  /** Sends what waits, and begins if that has not happened yet: the host's code must not run a statement outside the transaction. */
  async #begun(): Promise<void> {
    if (!this.#hasBegun) this.#queue.runLater({ sql: 'SELECT 1', parameters: [] });
    await this.#queue.flush();
  }

  async #send(statements: readonly RawStatement[]): Promise<SentStatements<StepResult>> {
    const first = this.#hasBegun ? [] : beginning(this.#limits, this.notes?.journal);
    this.#hasBegun = true;
    const all = [...first, ...statements];
    let end = await this.#statements.runAll(this.#client, all, { answer: this.#answerLimit });
    if (first.length > 0 && end.isOutdated) {
      // Nothing is lost: these are the first statements.
      await this.#client.query('ROLLBACK');
      end = await this.#statements.runAll(this.#client, all, { answer: this.#answerLimit });
    }
    this.#isOpen ||= end.results.length > 0;
    const results = end.results.slice(first.length);
    if (end.error === undefined) return { results };
    // The transaction is rolled back, so the request can be sent again.
    const isOld = end.isOutdated && isOfOldPlan(end.error);
    return { results, error: isOld ? new AdminError('locked', { cause: end.error }) : translateWriteError(end.error) };
  }
}

/** Whether the server reports no transaction on the connection: a statement of the host's code has ended it, in any form. */
export function hasEnded(client: pg.PoolClient): boolean {
  return statusOf(client) === 'I';
}

type KyselyPool = Exclude<ConstructorParameters<typeof PostgresDialect>[0]['pool'], () => unknown>;

/** Callbacks of the owner of a lent connection. */
export interface Lender {
  /** The error of each query from now on; undefined while the connection is lent. */
  readonly refusal: () => Error | undefined;
  /** Called, and awaited, before each query. */
  readonly ready?: () => Promise<void>;
  readonly follow?: (query: Promise<unknown>) => Promise<unknown>;
  /** Milliseconds until the connection counts as lost; undefined for the limit of the pool. */
  readonly answerLimit?: number | undefined;
}

/** One connection in the form of a pool: it is never released, and only its owner ends its transaction. */
export function borrowed(client: pg.PoolClient, { refusal, ready, follow = (query) => query, answerLimit: limit }: Lender): KyselyPool {
  const guarded = {
    release: () => {},
    query: (...parameters: unknown[]) => {
      const refused = refusal();
      if (refused) throw refused;
      const [first, values] = parameters;
      if (typeof first === 'string' && endsTransaction(first)) throw transactionGoesOn();
      // The extended protocol accepts one statement only: a second one after a semicolon could end the transaction.
      const callArguments = typeof first === 'string' ? [{ text: first, values, queryMode: 'extended', query_timeout: limit }] : parameters;
      const send = (): unknown => (client.query as (...callArguments: unknown[]) => unknown).apply(client, callArguments);
      if (ready) return follow(ready().then(send));
      const query = send();
      return query instanceof Promise ? follow(query) : query;
    },
  };
  return { options: {}, connect: async () => guarded, end: async () => {} } as unknown as KyselyPool;
}
