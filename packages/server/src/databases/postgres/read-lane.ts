import { setImmediate } from 'node:timers';
import { withoutWork } from '../../request-work.ts';
import type { RawStatement, RowsOfEach } from '../statement.ts';

/** The rows of statements that were sent together. */
export interface SentReads {
  /** Of those that ran, up to the first one that failed or was cancelled. */
  readonly rows: RowsOfEach;
  /** Whether one was cancelled at the end of the time. */
  readonly isCanceled: boolean;
}

/** Sends statements in one round trip. It never throws. */
export type SendReads = (statements: readonly RawStatement[], milliseconds: number) => Promise<SentReads>;

/** Gets a read's share of the time of a connection, in milliseconds. */
export type Charge = (milliseconds: number) => void;

interface LaneOptions {
  readonly send: SendReads;
  /** How many batches may be on their way, if they take so many milliseconds on average. */
  readonly batches: (milliseconds: number) => number;
  /** Is told the statements of a batch of which one is not short, or waits for the lock of a table. */
  readonly onLate: (statements: readonly RawStatement[]) => void;
}

interface Waiting {
  readonly statements: readonly RawStatement[];
  readonly charge: Charge;
  readonly resolve: (rows: RowsOfEach | undefined) => void;
}

/** The number of reads that are sent together: they run one after the other on one connection. */
const mostJoined = 8;

/** Milliseconds that joined reads may take. */
export const joinedLimit = 250;

/** Milliseconds above which a batch is late, and that a read waits for batches before it. */
const lateAfter = 50;

/** Joins reads: those of one turn of the event loop, and those that arrive while no further batch may be sent. */
export class ReadLane {
  readonly #options: LaneOptions;
  #waiting: Waiting[] = [];
  #sending = 0;
  /** The moving average of the milliseconds that batches took. */
  #average = 0;
  #patience: NodeJS.Timeout | undefined;
  /** Whether reads have waited too long for the batches that are on their way: others do not wait for these any more. */
  #isStuck = false;

  constructor(options: LaneOptions) {
    this.#options = options;
  }

  /**
   * The rows of the statements of one read; undefined if they have to be run alone: no other request reads at the same time, or they failed, or
   * did not end in time.
   */
  async rows(statements: readonly RawStatement[], charge: Charge): Promise<RowsOfEach | undefined> {
    if (this.#isStuck) return undefined;
    return new Promise((resolve) => {
      if (this.#waiting.push({ statements, charge, resolve }) === 1) this.#sendSoon();
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
    if (this.#waiting.length > 0) this.#patience ??= setTimeout(() => this.#giveUp(), lateAfter);
  }

  #giveUp(): void {
    this.#isStuck = true;
    for (const { resolve } of this.#waiting.splice(0)) resolve(undefined);
  }

  async #sendTogether(reads: readonly Waiting[]): Promise<void> {
    const started = performance.now();
    const { all, places } = together(reads);
    this.#sending += 1;
    const sent = this.#options.send(all, joinedLimit).finally(() => this.#noteEnd());
    // To cancel the batch takes a connection of its own: the reads do not wait for that.
    const { rows, isCanceled } = await atMost(joinedLimit, sent);
    const milliseconds = performance.now() - started;
    this.#average += (milliseconds - this.#average) / mostJoined;
    for (const [index, { resolve, charge }] of reads.entries()) {
      charge(milliseconds / reads.length);
      const own = (places[index] ?? []).flatMap((place) => rows.slice(place, place + 1));
      resolve(own.length === places[index]?.length ? own : undefined);
    }
    if (isCanceled || milliseconds >= lateAfter) this.#options.onLate(all);
  }

  #noteEnd(): void {
    this.#sending -= 1;
    clearTimeout(this.#patience);
    this.#patience = undefined;
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
      const known = all.findIndex((other, place) => place >= reads.length && isSame(other, statement));
      return known === -1 ? all.push(statement) - 1 : known;
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

/** What a promise resolves to, or what stands for it if that takes longer. */
async function atMost(milliseconds: number, sent: Promise<SentReads>): Promise<SentReads> {
  const { promise: none, resolve } = Promise.withResolvers<SentReads>();
  const timer = setTimeout(() => resolve({ rows: [], isCanceled: true }), milliseconds);
  try {
    return await Promise.race([sent, none]);
  } finally {
    clearTimeout(timer);
  }
}
