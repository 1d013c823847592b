import { AsyncLocalStorage } from 'node:async_hooks';
import { AdminError } from '../errors/errors.ts';

/** The client has closed its connection: nobody waits for the response. */
export class Abandoned extends AdminError {
  constructor() {
    super('unavailable', { detail: 'The client has closed the connection.' });
  }
}

/** Statements that were sent to the database together, and how long they took. */
export interface TimedStatements {
  /** Their SQL; values are parameters, which it does not contain. */
  readonly sql: readonly string[];
  readonly milliseconds: number;
}

/** From which server rows were read: a replica, or the primary and why from there. */
export type RowRead =
  | { readonly replica: string }
  | { readonly server: 'primary'; readonly reason: 'required' | 'behind' | 'away' | 'failed' };

/** The work for one request: since when it lasts, what it has asked of the database, and whether its client still waits for the response. */
export class RequestWork {
  /** Set as soon as they are known: the path of the endpoint, and the keys of the model and of the user. */
  readonly about: { route?: string; model?: string; user?: string } = {};
  /** How many statements it has sent to the database, and how many rows they returned. */
  statements = 0;
  rows = 0;
  /** Where it has read rows, if the database has replicas. */
  readonly reads: RowRead[] = [];
  #slowest: TimedStatements | undefined;
  /** When the request arrived, in milliseconds of `performance.now()`. */
  readonly started: number = performance.now();
  readonly #cancels = new Set<() => void>();
  #isAbandoned = false;
  #isCommitted = false;

  /** The statements that took longest. */
  get slowest(): TimedStatements | undefined {
    return this.#slowest;
  }

  /** Whether the client has closed its connection. */
  get isAbandoned(): boolean {
    return this.#isAbandoned;
  }

  /** Counts statements that were sent to the database together, and the rows that they returned. */
  count(statements: TimedStatements, rows: number): void {
    this.statements += statements.sql.length;
    this.rows += rows;
    if (!this.#slowest || statements.milliseconds > this.#slowest.milliseconds) this.#slowest = statements;
  }

  /** Records from which server rows were read. */
  noteRead(read: RowRead): void {
    this.reads.push(read);
  }

  /** Records that the client has closed its connection, and cancels what was registered. */
  abandon(): void {
    if (this.#isAbandoned || this.#isCommitted) return;
    this.#isAbandoned = true;
    for (const cancel of this.#cancels) cancel();
    this.#cancels.clear();
  }

  /** Throws an {@link Abandoned} if nobody waits for the response. */
  requireClient(): void {
    if (this.#isAbandoned) throw new Abandoned();
  }

  /** From now on the work goes on to its end, also if the client closes its connection. Throws an {@link Abandoned} if it has. */
  commit(): void {
    this.requireClient();
    this.#isCommitted = true;
  }

  /**
   * Calls a function once when the client closes its connection, at once if it has.
   * @returns a function that takes it back.
   */
  onAbandoned(cancel: () => void): () => void {
    if (this.#isAbandoned) cancel();
    else this.#cancels.add(cancel);
    return () => void this.#cancels.delete(cancel);
  }
}

const storage = new AsyncLocalStorage<RequestWork | undefined>();

/** Runs a job as the work for a request. */
export function asWork<T>(work: RequestWork, job: () => T): T {
  return storage.run(work, job);
}

/** Runs a job that belongs to no request: others use its result too, or it is not for the service to count. */
export function withoutWork<T>(job: () => T): T {
  return storage.run(undefined, job);
}

/** The work for the request that the caller belongs to; undefined for the service's own work. */
export function currentWork(): RequestWork | undefined {
  return storage.getStore();
}
