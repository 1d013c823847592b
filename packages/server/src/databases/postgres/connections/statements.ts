import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { whenOverdue } from '../../../process/event-loop.ts';
import { currentWork } from '../../../process/request-work.ts';
import type { RawRow, RawStatement } from '../../statement.ts';
import { Batch, type BatchEnd, type BatchOptions, type BatchStep, type StepResult } from './batch.ts';
import { breakConnection } from './connections.ts';
import { plainSettingsSql } from './plain-settings.ts';
import { preparedOn } from './prepared.ts';

/** The table of a statement has been altered since it was prepared. */
const cachedPlanChanged = '0A000';

/** The connection has forgotten a prepared statement, such as by `DISCARD ALL`. */
const forgotten = '26000';

/** Until the end of the transaction, which is that of the batch, prepared statements are planned for their values. */
const planAnew: RawStatement = {
  sql: "SELECT set_config('plan_cache_mode', 'force_custom_plan', true)",
  parameters: [],
  name: 'grimoire_plan_anew',
};

/** Ends that, for the statements after it. */
const planAsUsual: RawStatement = {
  sql: "SELECT set_config('plan_cache_mode', 'auto', true)",
  parameters: [],
  name: 'grimoire_plan_as_usual',
};

/** For a connection that the service has not set up: it may have other settings than its statements are written for. */
const plainly: RawStatement = { sql: `SELECT ${plainSettingsSql('transaction')}`, parameters: [], name: 'grimoire_plainly' };

/** The settings of a transaction that is one batch, on a connection that has none of its own. */
function limitedTo(milliseconds: number): RawStatement {
  return {
    sql: "SELECT set_config('statement_timeout', $1, true), set_config('jit', 'off', true)",
    parameters: [String(Math.max(1, Math.ceil(milliseconds)))],
    name: 'grimoire_limited',
  };
}

/** The name of the statement that begins a transaction. */
export const beginName = 'grimoire_begin';

/** Milliseconds after which a plan is taken for one that does not fit the values. */
const slow = 500;

/** The same for a statement that takes so long more than once: a single time, it may have waited for a busy machine. */
const slowAgain = 50;

/** Milliseconds for which a slow statement is planned for its values each time. */
const slowFor = 600_000;

/** How statements are run on the connections of a pool. */
export interface StatementOptions {
  /** Whether statements are prepared. */
  readonly isPreparing: boolean;
  /** Milliseconds until a connection without an answer counts as lost. */
  readonly answerLimit: number;
  /** Whether each connection has the settings that the service's statements are written for. */
  readonly hasPlainSettings: boolean;
}

/** Limits of a batch, in milliseconds. */
export interface BatchLimits {
  /** What each statement may take, if the connection has no limit of its own. */
  readonly statement?: number | undefined;
  /** What passes until the connection counts as lost; by default the limit for all statements. */
  readonly answer?: number | undefined;
}

/** The end of a batch, and whether its error may be one of an outdated statement. */
export interface RanBatch extends BatchEnd {
  readonly isOutdated: boolean;
}

/** How a batch is sent. */
export interface RunOptions extends BatchLimits {
  /** Whether the statements belong to several reads: which of them was slow is then not noted. */
  readonly ofSeveralReads?: boolean;
}

/** Runs statements on connections of a pool, prepared if that is allowed, with every value as text. */
export class PostgresStatements {
  readonly #isPreparing: boolean;
  readonly #answerLimit: number;
  readonly #hasPlainSettings: boolean;
  /** Prepared statements that were slow, and how often: for their values, the plan for all values may be a wrong one. */
  readonly #slow = new LRUCache<string, number>({ max: 1000, ttl: slowFor });

  constructor({ isPreparing, answerLimit, hasPlainSettings }: StatementOptions) {
    this.#isPreparing = isPreparing;
    this.#answerLimit = answerLimit;
    this.#hasPlainSettings = hasPlainSettings;
  }

  /**
   * Runs statements; errors are the driver's. Outside a transaction, outdated statements are prepared again.
   * @param limits of statements and answers, where they are not those of the connection.
   */
  async run(client: pg.PoolClient, statements: readonly RawStatement[], limits: BatchLimits = {}): Promise<readonly StepResult[]> {
    const isOutside = statusOf(client) !== 'T';
    let end = await this.runAll(client, statements, limits);
    if (isOutside && end.isOutdated) end = await this.runAll(client, statements, limits);
    if (end.results.length === statements.length) return end.results;
    throw end.error;
  }

  /** Runs statements in one round trip to the server. It never throws; statements after one that failed are not run. */
  async runAll(client: pg.PoolClient, statements: readonly RawStatement[], options: RunOptions = {}): Promise<RanBatch> {
    if (!takesBatches(client)) return { ...(await oneByOne(client, statements)), isOutdated: false };
    const prepared = preparedOn(client);
    const isOutside = statusOf(client) !== 'T' && statements[0]?.name !== beginName;
    const { statement: limit, answer = this.#answerLimit, ofSeveralReads } = options;
    // A transaction has them from its beginning.
    const plain = this.#hasPlainSettings || !isOutside ? [] : [plainly];
    const settings = limit === undefined ? plain : [limitedTo(limit), ...plain];
    const planned = statements.flatMap((statement, index) => {
      if (!this.#isPreparing || !this.#isPlannedForValues(statement)) return [statement];
      // Outside a transaction, the setting ends with the batch.
      return isOutside && index === statements.length - 1 ? [planAnew, statement] : [planAnew, statement, planAsUsual];
    });
    const all = [...settings, ...planned];
    const steps = all.map((statement) => prepared.step(statement, this.#isPreparing));
    const started = performance.now();
    const { waited, ...end } = await sent(client, steps, { takeClosed: () => prepared.takeClosed(), answerLimit: answer });
    const milliseconds = performance.now() - started;
    // Of several statements it is not known which one was slow; the first is the one that reads the rows.
    // In a transaction it may have waited for a lock.
    if (isOutside && !ofSeveralReads && waited !== undefined) this.#noteSlow(statements[0], waited === slow);
    const rows = end.results.reduce((sum, result) => sum + result.rows.length, 0);
    currentWork()?.count({ sql: all.map(({ sql }) => sql), milliseconds }, rows);
    const [failed, ...unrun] = steps.slice(end.results.length);
    if (end.error !== undefined && failed) prepared.forget([failed, ...unrun]);
    if (codeOf(end.error) === forgotten) prepared.forgetAll();
    const unasked: ReadonlySet<RawStatement | undefined> = new Set([planAnew, planAsUsual, ...settings]);
    const results = end.results.filter((_, index) => !unasked.has(all[index]));
    return { ...end, results, isOutdated: failed !== undefined && isOutdated(end.error, failed) };
  }

  #isPlannedForValues({ name, hints }: RawStatement): boolean {
    return hints?.isPlannedForValues === true || (name !== undefined && (this.#slow.get(name) ?? 0) > 1);
  }

  #noteSlow(statement: RawStatement | undefined, isVery: boolean): void {
    const { name, parameters, isLong } = statement ?? {};
    if (name === undefined || parameters?.length === 0) return;
    if (isVery) this.#slow.set(name, 2);
    // A single row is found by its key, whatever its value.
    else if (isLong === true) this.#slow.set(name, (this.#slow.get(name) ?? 0) + 1);
  }
}

/**
 * Whether a statement may have failed only because of what has changed since it was prepared: it is prepared again the next time. The types of its
 * parameters stay those of that time, so after a change of a column's type its values may not fit them, or have no operators with the column.
 */
function isOutdated(error: unknown, { isNew }: BatchStep): boolean {
  const code = codeOf(error);
  if (code === cachedPlanChanged || code === forgotten) return true;
  return !isNew && typeof code === 'string' && /^(22|42)/.test(code);
}

/** Whether only that can be the reason of an error. */
export function isOfOldPlan(error: unknown): boolean {
  const code = codeOf(error);
  if (code === cachedPlanChanged || code === forgotten) return true;
  // Within a function of the database such an error is a fault of the function, each time.
  return (code === '42883' || code === '42804') && (error as { readonly where?: unknown }).where === undefined;
}

function codeOf(error: unknown): unknown {
  return (error as { readonly code?: unknown } | undefined)?.code;
}

/** Whether the connection is in a transaction, as the server reported last. */
export function statusOf(client: pg.PoolClient): string | null | undefined {
  // The host's own `pg` may be an older version.
  return (client as Partial<pg.PoolClient>).getTransactionStatus?.();
}

/** Whether the driver lets others write messages: the native one, and pools of a host that are set to `pipeline`, do not. */
export function takesBatches(client: pg.PoolClient): boolean {
  const { connection, pipeline } = client as unknown as { readonly connection?: object; readonly pipeline?: boolean };
  return connection !== undefined && pipeline !== true;
}

const asText = {
  getTypeParser:
    () =>
    (value: string): string =>
      value,
};

/** For a pool that takes no batches: it has no limits of the batch, so statements behind a pooler end at the limit of the server alone. */
async function oneByOne(client: pg.PoolClient, statements: readonly RawStatement[]): Promise<BatchEnd> {
  const results: StepResult[] = [];
  try {
    for (const { sql: text, parameters } of statements) {
      const query = { text, values: [...parameters], rowMode: 'array' as const, types: asText };
      const { rows, rowCount, command } = await client.query<RawRow & unknown[]>(query);
      results.push({ rows, changes: rowCount ?? 0, command });
    }
    return { results };
  } catch (error) {
    return { results, error };
  }
}

interface SendOptions extends Pick<BatchOptions, 'takeClosed'> {
  /** Milliseconds until the connection counts as lost. */
  readonly answerLimit: number;
}

/** The end of a batch, and which of the times {@link slowAgain} and {@link slow} the server took at least. */
interface TimedEnd extends BatchEnd {
  readonly waited: typeof slowAgain | typeof slow | undefined;
}

/**
 * Breaks the connection if the answer takes longer than the limit. Uses a callback. The promises that `client.query` creates keep references to
 * one another in a chain of queries, so that reading a million rows in batches would keep a hundred megabytes of garbage.
 */
function sent(client: pg.PoolClient, steps: readonly BatchStep[], { takeClosed, answerLimit }: SendOptions): Promise<TimedEnd> {
  return new Promise((resolve) => {
    let waited: TimedEnd['waited'];
    // One timer after another: most statements end before the first one.
    let stop = whenOverdue(slowAgain, () => {
      waited = slowAgain;
      stop = whenOverdue(slow - slowAgain, () => {
        waited = slow;
        stop = whenOverdue(answerLimit - slow, () => breakConnection(client));
      });
    });
    const done = (end: BatchEnd): void => {
      stop();
      resolve({ ...end, waited });
    };
    try {
      client.query(new Batch(steps, { takeClosed, done }));
    } catch (error) {
      done({ results: [], error });
    }
  });
}
