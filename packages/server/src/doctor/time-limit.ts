import type { RawStatement, StatementReader } from '../databases/statement.ts';
import { AdminError } from '../errors/errors.ts';

/** How long an examination may take, in milliseconds. */
export interface DoctorTimes {
  /** One query. */
  readonly query: number;
  /** All questions about plans. */
  readonly plans: number;
  /** What follows from the answers: indexes with their sizes, and advice. */
  readonly rest: number;
}

/** The time of a part of an examination. Without limits, each query ends at the limit that the database has for statements. */
export class TimeLimit {
  readonly #query: number;
  readonly #end: number;

  /** @param query milliseconds for a query. @param all milliseconds from now on for all of them. */
  constructor(query: number = Infinity, all: number = Infinity) {
    this.#query = query;
    this.#end = Date.now() + all;
  }

  /** When a query that begins now is cancelled, in milliseconds since 1970; undefined without a limit. */
  get until(): number | undefined {
    const until = Math.min(Date.now() + this.#query, this.#end);
    return Number.isFinite(until) ? until : undefined;
  }

  /** A statement of the examination: other requests do not wait for it, and it ends in time. */
  bound(statement: RawStatement): RawStatement {
    const { until } = this;
    return { ...statement, isLong: true, ...(until === undefined ? {} : { until }) };
  }

  /** The same database, each of whose queries ends in time. */
  over(database: StatementReader): StatementReader {
    return { read: (statement) => database.read(this.bound(statement)) };
  }
}

/** The result of a job; the other value if a query of it did not end in time. */
export async function inTime<T, O>(job: () => Promise<T>, otherwise: O): Promise<T | O> {
  try {
    return await job();
  } catch (error) {
    if (error instanceof AdminError && error.code === 'timeout') return otherwise;
    throw error;
  }
}
