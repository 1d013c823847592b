import { hash } from 'node:crypto';
import { AdminError, invalidParameters } from '../errors.ts';
import type { Writes } from '../store/writes.ts';

/** Milliseconds that an outcome is kept (CONTRACT §7). */
const memory = 24 * 3600 * 1000;

/** What makes a request the same as an earlier one. */
export interface Repeatable {
  /** The `Idempotency-Key` header. */
  readonly key: string;
  /** Key of the user; nobody else's keys count. */
  readonly user: string;
  readonly path: string;
  /** What the request asks for, as text. */
  readonly body: string;
}

/** Reads the header; null where there is none. Throws a 400 where it is no key. */
export function readIdempotencyKey(header: string | null): string | null {
  if (header === null) return null;
  if (/^[\x21-\x7e]{1,255}$/.test(header)) return header;
  throw invalidParameters(new Map([['Idempotency-Key', ['Up to 255 visible characters of ASCII.']]]));
}

/** Remembers what came of requests, in the transaction that did it, so that a second one does nothing again. */
export class Outcomes {
  readonly #table: string;
  readonly #isPostgres: boolean;

  constructor(dialect: 'postgres' | 'sqlite', table: string) {
    this.#table = `"${table.replaceAll('"', '""')}"`;
    this.#isPostgres = dialect === 'postgres';
  }

  /**
   * Claims a request. A twin that is being answered at the same moment is waited for.
   * @returns the outcome of an earlier one, as text; null where this is the first. Throws a 422 where the key has been
   * used for something else.
   */
  async claim(writes: Writes, request: Repeatable): Promise<string | null> {
    const id = idOf(request);
    const body = hashOf(request.body);
    await this.#forgetOld(writes, id);
    // A twin is waited for as long as it may take, not as long as a lock.
    if (this.#isPostgres) await this.#run(writes, `SET LOCAL lock_timeout = '60s'`, []);
    const { changes } = await this.#run(writes, `INSERT INTO ${this.#table} ("id", "body", "at") VALUES (?, ?, ?) ON CONFLICT DO NOTHING`, [
      id,
      body,
      Date.now(),
    ]);
    if (this.#isPostgres) await this.#run(writes, `SET LOCAL lock_timeout = '5s'`, []);
    if (changes > 0) return null;
    const { rows } = await this.#run(writes, `SELECT "body", "outcome" FROM ${this.#table} WHERE "id" = ?`, [id]);
    const [known, outcome] = rows[0] ?? [];
    if (known !== body) throw new AdminError('idempotency_clash');
    return String(outcome);
  }

  /** Keeps what came of a claimed request. */
  async keep(writes: Writes, request: Repeatable, outcome: string): Promise<void> {
    await this.#run(writes, `UPDATE ${this.#table} SET "outcome" = ? WHERE "id" = ?`, [outcome, idOf(request)]);
  }

  /** Forgets a claimed request, which has failed. */
  async release(writes: Writes, request: Repeatable): Promise<void> {
    await this.#run(writes, `DELETE FROM ${this.#table} WHERE "id" = ?`, [idOf(request)]);
  }

  /** Old ones go, but for those that another transaction holds at this moment: nobody waits for it. */
  async #forgetOld(writes: Writes, id: string): Promise<void> {
    const old = Date.now() - memory;
    const skip = this.#isPostgres ? ' FOR UPDATE SKIP LOCKED' : '';
    await this.#run(
      writes,
      `DELETE FROM ${this.#table} WHERE "id" IN (SELECT "id" FROM ${this.#table} WHERE "at" < ? ORDER BY "id" = ? DESC LIMIT 1000${skip})`,
      [old, id],
    );
  }

  #run(writes: Writes, text: string, parameters: readonly unknown[]): ReturnType<Writes['own']> {
    let place = 0;
    const sql = this.#isPostgres ? text.replace(/\?/g, () => `$${++place}`) : text;
    return writes.own({ sql, parameters });
  }
}

function idOf({ key, user, path }: Repeatable): string {
  return hashOf(JSON.stringify([user, path, key]));
}

function hashOf(text: string): string {
  return hash('sha256', text, 'base64url');
}
