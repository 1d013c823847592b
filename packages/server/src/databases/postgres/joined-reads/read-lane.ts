import { setImmediate } from 'node:timers';
import { whenOverdue } from '../../../process/event-loop.ts';
import { withoutWork } from '../../../process/request-work.ts';
import type { RawStatement, RowsOfEach } from '../../statement.ts';

/** What became of statements that were sent together. */
export interface SentReads {
  /** The rows of those that ran. */
  readonly rows: RowsOfEach;
  /** Whether the server ended the batch at the next one: it failed, or was cancelled at the end of the time. */
  readonly isStopped: boolean;
  /** Whether the server took longer than {@link lateAfter}: one of the reads is not short, or waits for the lock of a table. */
  readonly isLate: boolean;
}

/** Sends statements in one round trip. It never throws. @returns undefined if they were not sent. */
export type SendReads = (statements: readonly RawStatement[], milliseconds: number) => Promise<SentReads | undefined>;

/** A read that was sent with others. */
export interface JoinedRead {
  /** The rows of its statements; undefined if they failed, or did not end in time. */
  readonly rows: RowsOfEach | undefined;
  /** Milliseconds that all of them took together, and the part of it that counts as the read's. */
  readonly milliseconds: number;
  readonly share: number;
}

interface LaneOptions {
  readonly send: SendReads;
  /** How many batches may be on their way, if they take so many milliseconds on average. */
  readonly batches: (milliseconds: number) => number;
  /** Is told the statements that are not to be sent with others for a while. */
  readonly onLate: (statements: readonly RawStatement[]) => void;
}

interface Waiting {
  readonly statements: readonly RawStatement[];
  readonly since: number;
  readonly resolve: (read: JoinedRead | undefined) => void;
}

/** The number of reads that are sent together: they run one after the other on one connection. */
const mostJoined = 8;

/** Milliseconds that joined reads wait for their rows. */
export const joinedLimit = 250;

/** Milliseconds after which a batch is cancelled: less than the wait, so that the rows that it has read arrive in time. */
const cancelAfter = 200;

/** Milliseconds of the server after which a batch is late. */
export const lateAfter = 50;

/** Milliseconds that a read waits for the batches before it. */
const patience = 10;

/** Joins reads: those of one turn of the event loop, and those that arrive while no further batch may be sent. */
export class ReadLane {
  readonly #options: LaneOptions;
  #waiting: Waiting[] = [];
  #sending = 0;
  /** The moving average of the milliseconds that batches took. */
  #average = 0;
  /** Ends the patience of the read that waits longest. */
  #timer: NodeJS.Timeout | undefined;
  /** Whether a read has waited in vain for the batches that are on their way: others do not wait for these any more. */
  #isStuck = false;

  constructor(options: LaneOptions) {
    this.#options = options;
  }

  /** Sends the statements of one read with those of others; undefined if no other request reads at the same time, or the lane is busy. */
  async read(statements: readonly RawStatement[]): Promise<JoinedRead | undefined> {
    if (this.#isStuck) return undefined;
    return new Promise((resolve) => {
      if (this.#waiting.push({ statements, since: performance.now(), resolve }) === 1) this.#sendSoon();
    });
  }

  #sendSoon(): void {
    // After what the event loop has received in this turn. Several requests wait for it, so it is not the work of one of them.
    withoutWork(() => setImmediate(() => this.#sendWaiting()));
  }

  #sendWaiting(): void {
    while (this.#waiting.length > 0 && this.#sending < this.#options.batches(this.#average)) {
      const [first, ...others] = this.#waiting.splice(0, mostJoined);
      if (first && others.length > 0) void this.#sendTogether([first, ...others]);
      else first?.resolve(undefined);
    }
    this.#giveUp();
  }

  /** Those that have waited long enough run alone. */
  #giveUp(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const now = performance.now();
    const firstInTime = this.#waiting.findIndex(({ since }) => since + patience > now);
    const late = this.#waiting.splice(0, firstInTime === -1 ? this.#waiting.length : firstInTime);
    // The end of a batch makes others wait again.
    if (late.length > 0) this.#isStuck = this.#sending > 0;
    for (const { resolve } of late) resolve(undefined);
    const [next] = this.#waiting;
    if (next) this.#timer = setTimeout(() => this.#giveUp(), next.since + patience - now);
  }

  async #sendTogether(reads: readonly Waiting[]): Promise<void> {
    const started = performance.now();
    const { all, places } = together(reads);
    this.#sending += 1;
    const sent = this.#options.send(all, cancelAfter).finally(() => this.#noteEnd());
    // To cancel the batch takes a connection of its own: the reads do not wait for that.
    const end = await atMost(joinedLimit, sent);
    if (!end) return reads.forEach(({ resolve }) => resolve(undefined));
    const milliseconds = performance.now() - started;
    this.#average += (milliseconds - this.#average) / mostJoined;
    // What takes long is the work of one of them, which will run alone: the others do not pay for it.
    const share = Math.min(milliseconds, lateAfter) / reads.length;
    for (const [index, { resolve }] of reads.entries()) {
      const rows = (places[index] ?? []).flatMap((place) => end.rows.slice(place, place + 1));
      resolve({ rows: rows.length === places[index]?.length ? rows : undefined, milliseconds, share });
    }
    if (end.isStopped) this.#options.onLate(all.slice(end.rows.length, end.rows.length + 1));
    // The state of a user is found by its key.
    else if (end.isLate) this.#options.onLate(all.slice(0, reads.length));
  }

  #noteEnd(): void {
    this.#sending -= 1;
    this.#isStuck = false;
    if (this.#waiting.length > 0) this.#sendSoon();
  }
}

/**
 * The statements of several reads in the order in which they are sent, and the places of those of each read: first what the reads are about, then
 * what each reads after that. This is the state of its user, so several reads of one user need it once.
 */
function together(reads: readonly Waiting[]): { readonly all: readonly RawStatement[]; readonly places: readonly (readonly number[])[] } {
  const all = reads.flatMap(({ statements }) => statements.slice(0, 1));
  const places = reads.map(({ statements }, index) => [
    index,
    ...statements.slice(1).map((statement) => {
      const same = all.findIndex((other, place) => place >= reads.length && isSame(other, statement));
      return same === -1 ? all.push(statement) - 1 : same;
    }),
  ]);
  return { all, places };
}

function isSame(one: RawStatement, other: RawStatement): boolean {
  const { name, parameters } = one;
  return (
    name === other.name &&
    parameters.length === other.parameters.length &&
    parameters.every((value, index) => value === other.parameters[index])
  );
}

/** What became of a batch; no rows if that takes longer. */
async function atMost(milliseconds: number, sent: ReturnType<SendReads>): ReturnType<SendReads> {
  const { promise: none, resolve } = Promise.withResolvers<SentReads>();
  const stop = whenOverdue(milliseconds, () => resolve({ rows: [], isStopped: false, isLate: true }));
  return Promise.race([sent, none]).finally(stop);
}
