import { setImmediate } from 'node:timers';
import { LRUCache } from 'lru-cache';
import { withoutWork } from '../../request-work.ts';
import { type RawRow, type RawStatement, timeLeft } from '../statement.ts';

/** The rows of each statement. */
type Rows = readonly (readonly RawRow[])[];

/** Sends statements in one round trip. It never throws. @returns the rows of those that ran in time, up to the first one that failed. */
type Send = (statements: readonly RawStatement[], milliseconds: number) => Promise<Rows>;

interface Waiting {
  readonly statements: readonly RawStatement[];
  readonly resolve: (rows: Rows | undefined) => void;
}

/** The number of reads that are sent together: they run one after the other on one connection. */
const mostJoined = 8;

/** Milliseconds that joined reads may take. */
const limit = 250;

/** Milliseconds for which statements that took longer are not joined: they may wait for the lock of a table, and others must not wait with them. */
const lateFor = 5000;

/**
 * Joins the short reads that requests need at the same time: more than half of the time of such a read is the system call that sends it, and the
 * one by which the server wakes up (docs/explanation/decisions.md).
 */
export class JoinedReads {
  readonly #send: Send;
  /** Until when statements are run alone, by their names. */
  readonly #alone = new LRUCache<string, number>({ max: 1000 });
  #waiting: Waiting[] = [];

  constructor(send: Send) {
    this.#send = send;
  }

  /**
   * The rows of the statements of one read; undefined if they have to be run alone: no other request reads at the same time, or they failed, or
   * did not end in time.
   */
  async rows(statements: readonly RawStatement[]): Promise<Rows | undefined> {
    if (!statements.every((statement) => this.#mayJoin(statement))) return undefined;
    return new Promise((resolve) => {
      // After what the event loop has received in this turn. It is not the work of one request.
      if (this.#waiting.push({ statements, resolve }) === 1) withoutWork(() => setImmediate(() => this.#sendWaiting()));
    });
  }

  #mayJoin(statement: RawStatement): boolean {
    const { name, isLong, isUsuallyShort } = statement;
    return (
      name !== undefined &&
      timeLeft(statement) > limit &&
      (isLong !== true || isUsuallyShort === true) &&
      (this.#alone.get(name) ?? 0) <= performance.now()
    );
  }

  #sendWaiting(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (let at = 0; at < waiting.length; at += mostJoined) void this.#sendJoined(waiting.slice(at, at + mostJoined));
  }

  async #sendJoined(reads: readonly Waiting[]): Promise<void> {
    const started = performance.now();
    const all =
      reads.length === 1
        ? []
        : await this.#send(
            reads.flatMap(({ statements }) => statements),
            limit,
          );
    const isLate = performance.now() - started >= limit;
    const until = performance.now() + lateFor;
    let end = 0;
    for (const { statements, resolve } of reads) {
      const rows = all.slice(end, (end += statements.length));
      const isComplete = rows.length === statements.length;
      if (isLate && !isComplete) for (const { name } of statements) this.#alone.set(String(name), until);
      resolve(isComplete ? rows : undefined);
    }
  }
}
