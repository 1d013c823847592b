import { setImmediate } from 'node:timers';
import { LRUCache } from 'lru-cache';
import { withoutWork } from '../../request-work.ts';
import { type RawStatement, type RowsOfEach, timeLeft } from '../statement.ts';

/** Sends statements in one round trip. It never throws. @returns the rows of those that ran in time, up to the first one that failed. */
type Send = (statements: readonly RawStatement[], milliseconds: number) => Promise<RowsOfEach>;

interface Waiting {
  readonly statements: readonly RawStatement[];
  readonly resolve: (rows: RowsOfEach | undefined) => void;
}

/** The number of reads that are sent together: they run one after the other on one connection. */
const mostJoined = 8;

/** Milliseconds that joined reads may take. */
const joinedLimit = 250;

/** Milliseconds above which joined reads are late: one of them is not short, or waits for the lock of a table. */
const lateAfter = 50;

/** Milliseconds for which the statements of late reads are run alone. */
const aloneFor = 5000;

/**
 * Joins the short reads that requests need at the same time: half of the CPU time of such a request was the system call that sends its statement
 * and wakes the server up (docs/explanation/decisions.md).
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
  async rows(statements: readonly RawStatement[]): Promise<RowsOfEach | undefined> {
    if (!statements.every((statement) => this.#mayJoin(statement))) return undefined;
    return new Promise((resolve) => {
      // After what the event loop has received in this turn. Several requests wait for it, so it is not the work of one of them.
      if (this.#waiting.push({ statements, resolve }) === 1) withoutWork(() => setImmediate(() => this.#sendWaiting()));
    });
  }

  #mayJoin(statement: RawStatement): boolean {
    const { name, isLong, isUsuallyShort } = statement;
    if (name === undefined || timeLeft(statement) <= joinedLimit) return false;
    return (isLong !== true || isUsuallyShort === true) && (this.#alone.get(name) ?? 0) <= performance.now();
  }

  #sendWaiting(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (let at = 0; at < waiting.length; at += mostJoined) {
      const [first, ...others] = waiting.slice(at, at + mostJoined);
      if (first && others.length > 0) void this.#sendTogether([first, ...others]);
      else first?.resolve(undefined);
    }
  }

  async #sendTogether(reads: readonly Waiting[]): Promise<void> {
    const started = performance.now();
    const sent = this.#send(
      reads.flatMap(({ statements }) => statements),
      joinedLimit,
    );
    // To cancel the batch takes a connection of its own: the reads do not wait for that.
    const all = await atMost(joinedLimit, sent);
    const isLate = performance.now() - started >= lateAfter;
    let at = 0;
    for (const { statements, resolve } of reads) {
      const rows = all.slice(at, at + statements.length);
      at += statements.length;
      resolve(rows.length === statements.length ? rows : undefined);
    }
    if (isLate) this.#runAlone(reads.flatMap(({ statements }) => statements));
  }

  /** Long statements are alone for a while; if there is none among these, all of them. */
  #runAlone(statements: readonly RawStatement[]): void {
    const long = statements.filter(({ isLong }) => isLong === true);
    const until = performance.now() + aloneFor;
    for (const { name } of long.length > 0 ? long : statements) if (name !== undefined) this.#alone.set(name, until);
  }
}

/** What a promise resolves to, or no rows if that takes longer. */
async function atMost(milliseconds: number, rows: Promise<RowsOfEach>): Promise<RowsOfEach> {
  const { promise: none, resolve } = Promise.withResolvers<RowsOfEach>();
  const timer = setTimeout(() => resolve([]), milliseconds);
  try {
    return await Promise.race([rows, none]);
  } finally {
    clearTimeout(timer);
  }
}
