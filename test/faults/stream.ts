import { setTimeout as pause } from 'node:timers/promises';
import { password } from '../support/service.ts';

/** Rows of a batch that is changed by bulk writes. Every second batch has one row, which is changed by `PATCH`. */
const batchSize = 5;

/** A write that may be sent again: under an idempotency key, or one that sets the same value. */
interface Write {
  readonly method: 'POST' | 'PATCH';
  readonly path: string;
  readonly key: string;
  readonly body: object;
  /** The version of the batch afterwards; null if it is deleted. */
  readonly version: number | null;
}

/** A batch of rows, as the answers to its writes say. */
interface Batch {
  readonly name: string;
  readonly size: number;
  /** Null while it is not there. */
  version: number | null;
  /** A write of which it is not known whether it was done. No other follows it. */
  open?: Write;
}

interface Sent extends Pick<Write, 'method' | 'body'> {
  readonly headers?: Readonly<Record<string, string>>;
}

type Outcome = 'acknowledged' | 'refused' | 'unknown';

interface Answer {
  readonly outcome: Outcome;
  readonly status: number;
  readonly code: string;
  readonly body: any;
}

/** Writers that send one write after the other, whatever is answered. */
export class Stream {
  readonly batches: Batch[] = [];
  readonly counts: Record<Outcome, number> = { acknowledged: 0, refused: 0, unknown: 0 };
  /** How often each answer but a 200 was given. */
  readonly refusals = new Map<string, number>();
  /** When the last write that was acknowledged was sent, of `performance.now()`. */
  lastSuccess = 0;
  /** Milliseconds that the slowest answer took. */
  longest = 0;
  #base: string;
  #token = '';
  #isOver = false;
  #number = 0;
  readonly #writers: Promise<void>[];

  constructor(base: string, writers: number) {
    this.#base = base;
    this.#writers = Array.from({ length: writers }, () => this.#write());
  }

  /** From now on another process serves. */
  moveTo(base: string): void {
    this.#base = base;
  }

  /** Waits until a write that is sent from now on is acknowledged. @returns the milliseconds until its answer; throws if that takes too long */
  async succeeds(limit = 60_000): Promise<number> {
    const from = performance.now();
    while (this.lastSuccess < from) {
      if (performance.now() - from > limit) throw new Error(`No write was acknowledged for ${limit / 1000} s: ${this.said()}`);
      await pause(5);
    }
    return performance.now() - from;
  }

  said(): string {
    return [...this.refusals].map(([what, count]) => `${what}: ${count}`).join(', ');
  }

  /** Ends the writers, and sends again what is open. @returns how many such writes there were */
  async end(): Promise<number> {
    this.#isOver = true;
    await Promise.all(this.#writers);
    const open = this.batches.filter((batch) => batch.open !== undefined);
    for (const batch of open) await this.#resolve(batch);
    return open.length;
  }

  async #write(): Promise<void> {
    await this.#signIn();
    while (!this.#isOver) {
      const number = ++this.#number;
      const batch: Batch = { name: `b${number}`, size: number % 2 === 0 ? batchSize : 1, version: null };
      this.batches.push(batch);
      const rows = Array.from({ length: batch.size }, () => ({ op: 'create', data: { batch: batch.name, version: 0 } }));
      const inBulk = { method: 'POST', path: 'bulk/' } as const;
      const made = await this.#send(batch, { ...inBulk, body: { operations: rows }, version: 0 });
      if (made.outcome !== 'acknowledged') continue;
      const ids = made.body.results.map(({ pk }: { pk: number }) => pk);
      for (let version = 1; version <= 3 && batch.open === undefined && !this.#isOver; version++) {
        const data = { version };
        const change =
          batch.size === 1
            ? ({ method: 'PATCH', path: `${ids[0]}/`, body: data } as const)
            : { ...inBulk, body: { action: 'update', ids, data } };
        await this.#send(batch, { ...change, version });
      }
      if (number % 3 === 0 && batch.open === undefined)
        await this.#send(batch, { ...inBulk, body: { action: 'delete', ids }, version: null });
    }
  }

  async #send(batch: Batch, given: Omit<Write, 'key'>): Promise<Answer> {
    const { version } = given;
    const write = { ...given, key: `${batch.name}-${version}` };
    const sent = performance.now();
    const answer = await this.#ask(write);
    this.longest = Math.max(this.longest, performance.now() - sent);
    this.counts[answer.outcome] += 1;
    if (answer.outcome === 'acknowledged') {
      batch.version = version;
      this.lastSuccess = Math.max(this.lastSuccess, sent);
      return answer;
    }
    if (answer.outcome === 'unknown') batch.open = write;
    const said = `${answer.status} ${answer.code}`;
    this.refusals.set(said, (this.refusals.get(said) ?? 0) + 1);
    if (answer.status === 401) await this.#signIn();
    await pause(20);
    return answer;
  }

  async #resolve(batch: Batch): Promise<void> {
    const { open } = batch;
    if (!open) return;
    for (let attempt = 0; attempt < 20; attempt++) {
      const { outcome, status } = await this.#ask(open);
      if (outcome === 'acknowledged') {
        batch.version = open.version;
        return;
      }
      if (status === 401) await this.#signIn();
      await pause(100);
    }
    throw new Error(`What is open of ${batch.name} stays so.`);
  }

  async #signIn(): Promise<void> {
    const { body } = await this.#fetch('/auth/login/', { method: 'POST', body: { username: 'writer', password } });
    this.#token = body?.access ?? this.#token;
  }

  #ask({ method, path, key, body }: Write): Promise<Answer> {
    const headers = { authorization: `Bearer ${this.#token}`, ...(method === 'POST' ? { 'idempotency-key': key } : {}) };
    return this.#fetch(`/r/m.Item/${path}`, { method, body, headers });
  }

  async #fetch(path: string, { body, headers, method }: Sent): Promise<Answer> {
    const init = { method, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
    try {
      const response = await fetch(`${this.#base}${path}`, { ...init, signal: AbortSignal.timeout(90_000) });
      const read = JSON.parse(await response.text());
      const code = String(read.code ?? '');
      const outcome = response.ok ? 'acknowledged' : code === 'outcome_unknown' ? 'unknown' : 'refused';
      return { outcome, status: response.status, code, body: read };
    } catch (error) {
      const { cause = error } = error as { cause?: { code?: string } };
      const code = (cause as { code?: string }).code ?? String(cause);
      // A request that no process has taken was not done.
      return { outcome: code === 'ECONNREFUSED' ? 'refused' : 'unknown', status: 0, code, body: null };
    }
  }
}

/** What differs between the answers and the table. */
export interface Differences {
  /** Acknowledged writes that are not there. */
  readonly lost: number;
  /** Batches of which a part is there, or whose rows differ. */
  readonly half: number;
  /** Writes that were refused and are there. */
  readonly uninvited: number;
}

/** Compares what was answered with the rows of the table. */
export function differencesOf({ batches }: Stream, rows: readonly Readonly<Record<string, unknown>>[]): Differences {
  const stored = Map.groupBy(rows, (row) => String(row['batch']));
  const counts = { lost: 0, half: 0, uninvited: 0 };
  for (const { name, version, size } of batches) {
    const found = stored.get(name) ?? [];
    const versions = new Set(found.map((row) => Number(row['version'])));
    if (found.length !== 0 && (found.length !== size || versions.size > 1)) counts.half += 1;
    const actual = [...versions][0] ?? null;
    if (actual === version) continue;
    if (version === null || (actual !== null && actual > version)) counts.uninvited += 1;
    else if (actual === null || actual < version) counts.lost += 1;
  }
  return counts;
}
