import { atOnce, type Charge, type Turns } from '../../databases/database.ts';
import type { RawStatement } from '../../databases/statement.ts';
import { AdminError } from '../../errors/errors.ts';
import { yieldToEventLoop } from '../../process/event-loop.ts';
import { type Overload, Semaphore } from '../../process/semaphore.ts';
import { say } from '../../texts/message.ts';
import { waitLimit } from '../../process/wait-limit.ts';

/** Half-life, in milliseconds, of the sum of the times that a user's jobs took. */
const halfLife = 5000;

/** The limit of that sum, in milliseconds, above which a user's jobs run one at a time while other users work. */
const fairShare = 1000;

/** Milliseconds that a user counts as working after a job. */
const presence = 10_000;

/** Milliseconds that a request waits for the user's other requests before it takes a connection for itself. */
const sharingWait = 50;

/** How many jobs that share connections a user may run in place of one that takes a connection for itself. */
const sharers = 4;

/** Milliseconds that the beginning of a job usually takes: only what is longer counts. */
const usual = 2;

/** Options of a {@link UserLimit}. */
export interface UserLimitOptions {
  /**
   * How many jobs may run at a time in all. A user has all but two of these places while no other user works; the last one is left for a
   * user who has none.
   */
  readonly places?: number;
  /** The milliseconds of processor time that this process has used; by default as the system counts them. */
  readonly used?: () => number;
}

interface Entry {
  readonly alone: Semaphore;
  readonly sharing: Semaphore;
  /** The permits of `alone` that are held, as they were added to the sum for all users. */
  held: number;
  /** The decayed sum of the times of the user's jobs in milliseconds, and the time at which it was computed. */
  spent: number;
  at: number;
}

/** One person's browser never has so many requests waiting. */
const overload: Overload = { above: 16, patience: 2000 };

/** The number of users above which idle ones are dropped. */
const maxIdle = 1000;

/**
 * Limits the number of concurrent jobs of each user, so that one user cannot take all connections; further jobs wait in order. A user whose
 * jobs take long has them run one at a time while other users work.
 */
export class UserLimit {
  readonly #limit: number;
  readonly #otherwise: 'locked' | 'unavailable';
  readonly #places: number;
  readonly #used: () => number;
  /** How many jobs of all users run, without those that share connections. */
  #held = 0;
  readonly #users = new Map<string, Entry>();
  /** The last two users who worked, the latest first: they show at once whether a user is the only one. */
  readonly #latest: { entry: Entry; at: number }[] = [];

  /**
   * @param limit how many jobs of a user may run at a time.
   * @param otherwise the error of a job that has waited for 5 s.
   */
  constructor(limit: number, otherwise: 'locked' | 'unavailable', { places = Infinity, used = processorTime }: UserLimitOptions = {}) {
    this.#limit = Math.max(1, Math.floor(limit));
    this.#otherwise = otherwise;
    this.#places = places;
    this.#used = used;
  }

  /**
   * Runs a job of a user. Throws the error of the limit if the user's other jobs take too long, and a `timeout` if the deadline comes first.
   * @param job gets the limited sum of the times that the user's jobs took recently, in milliseconds.
   * @param until the deadline of the job, in milliseconds since 1970.
   */
  async run<T>(user: string | null, job: (spent: number) => Promise<T>, until?: number): Promise<T> {
    // The service's own work belongs to no user, and is not limited.
    if (user === null) return job(0);
    const entry = this.#entryOf(user);
    this.#noteWork(entry);
    const acquired = entry.alone.acquire(waitLimit(), { until });
    this.#noteHeld(entry);
    const release = await acquired;
    if (!release) throw this.#refusal();
    const started = performance.now();
    try {
      return await job(Math.min(remembered(entry), fairShare));
    } finally {
      charge(entry, performance.now() - started);
      release();
      this.#noteHeld(entry);
    }
  }

  /**
   * Runs a job that shares a connection with jobs of other users, so that more of them may run at a time.
   * @param job is to report the time that counts as its own, in milliseconds: it may have waited for others.
   * @param until the deadline of the job, in milliseconds since 1970. Throws a `timeout` if it comes first.
   * @returns undefined if too many of the user's jobs share connections, or if they take long while others work: it is then to run by itself.
   */
  async runSharing<T>(user: string | null, job: (charge: Charge) => Promise<T>, until?: number): Promise<T | undefined> {
    if (user === null) return job(() => {});
    const entry = this.#entryOf(user);
    this.#noteWork(entry);
    if (this.#isSlowed(entry)) return undefined;
    const release = await entry.sharing.acquire(sharingWait, { until });
    if (!release) return undefined;
    try {
      return await job((milliseconds) => charge(entry, milliseconds));
    } finally {
      release();
    }
  }

  /**
   * Begins a job whose synchronous part, before its first wait, counts against the share of its user where it takes longer than usual. If that
   * share is used up while other users work, the jobs run one at a time, and the event loop goes on between them.
   */
  async begin<T>(user: string | null, job: () => Promise<T>): Promise<T> {
    if (user === null) return job();
    const entry = this.#entryOf(user);
    this.#noteWork(entry);
    if (!this.#isSlowed(entry)) return this.#begun(entry, job);
    const release = await entry.alone.acquire(waitLimit());
    if (!release) throw this.#refusal();
    let running: Promise<T>;
    try {
      await yieldToEventLoop();
      running = this.#begun(entry, job);
    } finally {
      // The rest of the job waits for what it needs: the user's other requests begin meanwhile.
      release();
    }
    return running;
  }

  #begun<T>(entry: Entry, job: () => Promise<T>): Promise<T> {
    const [started, used] = [performance.now(), this.#used()];
    try {
      return job();
    } finally {
      const passed = performance.now() - started;
      if (passed > usual) charge(entry, Math.max(0, Math.min(passed, this.#used() - used) - usual));
    }
  }

  #entryOf(user: string): Entry {
    const existing = this.#users.get(user);
    if (existing) return existing;
    if (this.#users.size >= maxIdle) this.#forgetIdle();
    const entry: Entry = {
      alone: new Semaphore(() => this.#permitsOf(entry), overload),
      sharing: new Semaphore(this.#limit * sharers),
      held: 0,
      spent: 0,
      at: performance.now(),
    };
    this.#users.set(user, entry);
    return entry;
  }

  /** How many jobs of a user may run at a time now. */
  #permitsOf(entry: Entry): number {
    if (this.#isSlowed(entry)) return 1;
    if (this.#places === Infinity) return this.#limit;
    const most = this.#isAlone(entry) ? Math.max(this.#limit, this.#places - 2) : this.#limit;
    const ofOthers = this.#held - entry.held;
    return Math.max(1, Math.min(most, this.#places - 1 - ofOthers));
  }

  /** Adds to the sum what the user has begun or ended: permits are granted and released only while one of these jobs begins or ends. */
  #noteHeld(entry: Entry): void {
    this.#held += entry.alone.held - entry.held;
    entry.held = entry.alone.held;
  }

  #forgetIdle(): void {
    for (const [user, { alone, sharing }] of this.#users) if (alone.isIdle && sharing.isIdle) this.#users.delete(user);
  }

  /** Whether a user's jobs took long, and other users work. */
  #isSlowed(entry: Entry): boolean {
    return remembered(entry) > fairShare && !this.#isAlone(entry);
  }

  #noteWork(entry: Entry): void {
    const other = this.#latest.find((latest) => latest.entry !== entry);
    this.#latest.splice(0, 2, { entry, at: performance.now() }, ...(other ? [other] : []));
  }

  #isAlone(entry: Entry): boolean {
    return !this.#latest.some((latest) => latest.entry !== entry && performance.now() - latest.at < presence);
  }

  #refusal(): AdminError {
    const detail = say('manyRequests');
    return new AdminError(this.#otherwise, { detail, retryAfter: 5 });
  }
}

/** The turns of a statement and of those that are sent with it: those of its user if it is a long one. */
export function turnsOf(limit: UserLimit, { isLong, until }: RawStatement, user: string | null): Turns {
  if (isLong !== true) return atOnce;
  return { alone: (job) => limit.run(user, job, until), sharing: (job) => limit.runSharing(user, job, until) };
}

/** Other programs take no part of it, as they do of the time that passes. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Adds milliseconds to the time that the jobs of a user took. */
function charge(entry: Entry, milliseconds: number): void {
  entry.spent = remembered(entry) + milliseconds;
  entry.at = performance.now();
}

function remembered({ spent, at }: Entry): number {
  return spent * 0.5 ** ((performance.now() - at) / halfLife);
}
