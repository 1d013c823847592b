import { exactText } from '../../../model/exact-text.ts';
import { withoutWork } from '../../../request-work.ts';
import { commitSql, type SqliteReply, type SqliteRun } from './connection.ts';
import type { LocalRunner } from './runner.ts';

interface Job {
  readonly run: () => void;
  readonly reject: (error: unknown) => void;
}

/** What is asked for in one step, and has not begun to run. */
interface Step {
  readonly jobs: Job[];
  /** The results that several ask for, by their statements and the texts of their parameters. */
  readonly shared: Map<string, Map<string, Promise<SqliteReply>>>;
}

const begin: SqliteRun = { do: 'run', sql: 'BEGIN', parameters: [] };
const commit: SqliteRun = { do: 'run', sql: commitSql, parameters: [] };

/**
 * Reads in this process that requests ask for in the same step of their work. They are run one directly after another, after the last request has
 * asked, in one transaction: to begin and to end one takes longer than to read a row. No other code runs in between. If the host's code read the
 * file meanwhile, with another copy of SQLite in this process, the transaction would lose its lock (docs/explanation/decisions.md).
 */
export class JoinedReads {
  readonly #runner: LocalRunner;
  #step: Step | undefined;

  constructor(runner: LocalRunner) {
    this.#runner = runner;
  }

  /** Runs a job that only reads, and that waits for nothing. */
  run<T>(job: () => T): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const run = (): void => {
      try {
        resolve(job());
      } catch (error) {
        reject(error);
      }
    };
    this.#thisStep().jobs.push({ run, reject });
    return promise;
  }

  /** The result of a statement: it is run once for all who ask for it in the same step. */
  shared(command: SqliteRun): Promise<SqliteReply> {
    const read = (): Promise<SqliteReply> => this.run(() => this.#runner.performNow(command));
    const { sql, parameters } = command;
    const key = exactText(parameters);
    if (key === undefined) return read();
    const { shared } = this.#thisStep();
    const replies = shared.get(sql) ?? new Map<string, Promise<SqliteReply>>();
    const reply = replies.get(key) ?? read();
    shared.set(sql, replies.set(key, reply));
    return reply;
  }

  #thisStep(): Step {
    if (this.#step) return this.#step;
    const step: Step = { jobs: [], shared: new Map() };
    this.#step = step;
    // It belongs to none of those who ask. All who have got as far ask before it runs.
    withoutWork(() => queueMicrotask(() => this.#runStep(step)));
    return step;
  }

  #runStep({ jobs }: Step): void {
    this.#step = undefined;
    try {
      this.#runner.performNow(begin);
    } catch (error) {
      for (const { reject } of jobs) reject(error);
      return;
    }
    for (const { run, reject } of jobs) {
      // Some errors end the transaction: what was read before them may be older than what would be read now.
      if (this.#runner.isInTransaction) run();
      else reject(new Error('SQLite has ended the transaction of a read.'));
    }
    if (this.#runner.isInTransaction) this.#runner.performNow(commit);
  }
}
