import { LRUCache } from 'lru-cache';
import { type RawStatement, timeLeft } from '../../statement.ts';
import { joinedLimit, type JoinedRead, ReadLane, type SendReads } from './read-lane.ts';

/** Milliseconds for which statements are run alone that were late or have failed. */
const aloneFor = 5000;

/**
 * The average time of a batch of long reads, in milliseconds, above which several batches are sent at a time. Below it, one batch is sent at a
 * time: it then has more reads, which share its messages.
 */
const slowBatch = 4;

/**
 * Joins the short reads that requests need at the same time: half of the CPU time of such a request was the system call that sends its statement
 * and wakes the server up. Long reads that are usually short are joined with one another only: no short read waits for them, and few
 * connections are taken by those that turn out to be slow (docs/explanation/decisions/joined-reads.md).
 */
export class JoinedReads {
  /** Until when statements are run alone, by their names. */
  readonly #alone = new LRUCache<string, number>({ max: 1000 });
  readonly #short: ReadLane;
  readonly #long: ReadLane;

  /** @param mostLong how many batches of long reads may be on their way at a time. */
  constructor(send: SendReads, mostLong: number) {
    const onLate = (statements: readonly RawStatement[]): void => this.#runAlone(statements);
    this.#short = new ReadLane({ send, onLate, batches: () => Infinity });
    this.#long = new ReadLane({ send, onLate, batches: (milliseconds) => (milliseconds > slowBatch ? mostLong : 1) });
  }

  /** Whether a read may be sent with others. */
  mayJoin(statements: readonly RawStatement[]): boolean {
    return statements.every((statement) => {
      const { name, isLong, hints } = statement;
      if (name === undefined || timeLeft(statement) <= joinedLimit) return false;
      return (isLong !== true || hints?.isUsuallyShort === true) && (this.#alone.get(name) ?? 0) <= performance.now();
    });
  }

  /**
   * Sends the statements of one read with those of others; undefined if they have to be run alone: they may not join, no other request reads at
   * the same time, or too many do.
   */
  async read(statements: readonly RawStatement[]): Promise<JoinedRead | undefined> {
    if (!this.mayJoin(statements)) return undefined;
    return (statements.some(mayBeLong) ? this.#long : this.#short).read(statements);
  }

  #runAlone(statements: readonly RawStatement[]): void {
    const until = performance.now() + aloneFor;
    for (const { name } of statements) if (name !== undefined) this.#alone.set(name, until);
  }
}

function mayBeLong(statement: RawStatement): boolean {
  return statement.isLong === true;
}
