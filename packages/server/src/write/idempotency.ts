import { createHmac, hash } from 'node:crypto';
import { sql } from 'kysely';
import type { Dialect } from '../databases/dialect.ts';
import { waitLimit } from '../process/wait-limit.ts';
import { AdminError, invalidParameter } from '../errors/errors.ts';
import { OwnQuery } from '../store/own-query.ts';
import type { Writes } from '../store/writes.ts';
import { say } from '../texts/message.ts';

/** Milliseconds that a response is kept (CONTRACT §7). */
export const idempotencyRetention: number = 24 * 3600 * 1000;

/** Milliseconds that a request waits for a running duplicate, and between two checks for a duplicate in another process. */
const duplicateWaitLimit = 60_000;
const twinPause = 200;

/** What identifies a repeated request. */
export interface IdempotentRequest {
  /** The `Idempotency-Key` header. */
  readonly key: string;
  /** Key of the user; keys of other users do not match. */
  readonly user: string;
  readonly path: string;
  /** The content of the request, as text, with passwords. */
  readonly body: string;
  /** The same without passwords; versions before 0.2 stored a hash of this text. */
  readonly bodyWithoutSecrets: string;
}

/** Reads the header; null if it is absent. Throws a 400 if the value is no key. */
export function readIdempotencyKey(header: string | null): string | null {
  if (header === null) return null;
  if (/^[\x21-\x7e]{1,255}$/.test(header)) return header;
  throw invalidParameter('Idempotency-Key', say('idempotencyKey'));
}

/** What is stored of a request whose response is a file: files are not stored, so that the response can't be sent again. */
export const fileResponse = '"file"';

/** Another transaction is serving the same request. */
class SameRequestRunning extends Error {}

/** Stores the responses of requests, each in the transaction of its request, so that a repeated request has no effect. */
export class IdempotencyStore {
  readonly #queries: Queries;
  readonly #keys: readonly string[];
  /** Requests that this process is serving, by their id. */
  readonly #running = new Map<string, Promise<void>>();

  /** @param keys the first one hashes bodies. Bodies may contain passwords, which a plain hash would expose to guessing. */
  constructor(dialect: Dialect, table: string, keys: readonly string[]) {
    this.#queries = queriesOf(dialect, table);
    this.#keys = keys;
  }

  /**
   * Runs a job that claims a request in a transaction. If a duplicate of the request is running, in this process or in another one, the job
   * waits for it without holding a connection. Throws a 409 `locked` if that takes a minute.
   */
  async inTurn<T>(request: IdempotentRequest | null, job: () => Promise<T>): Promise<T> {
    if (request === null) return job();
    const id = idOf(request);
    const until = Date.now() + duplicateWaitLimit;
    for (;;) {
      await this.#waitHere(id, until);
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#running.set(id, promise);
      try {
        return await job();
      } catch (error) {
        if (!(error instanceof SameRequestRunning)) throw error;
        if (Date.now() > until) throw new AdminError('locked', { cause: error });
      } finally {
        this.#running.delete(id);
        resolve();
      }
      await new Promise((again) => void setTimeout(again, twinPause));
    }
  }

  async #waitHere(id: string, until: number): Promise<void> {
    for (let twin = this.#running.get(id); twin; twin = this.#running.get(id)) {
      const { promise: late, reject } = Promise.withResolvers<never>();
      const timer = setTimeout(() => reject(new AdminError('locked')), Math.max(0, until - Date.now()));
      await Promise.race([twin, late]).finally(() => clearTimeout(timer));
    }
  }

  /**
   * Claims a request, as the first statement of its transaction.
   * @returns the response of an earlier request, as text; null if this is the first. Throws a 422 if the key was used for another request.
   */
  async claim(writes: Writes, request: IdempotentRequest): Promise<string | null> {
    const id = idOf(request);
    this.#forgetOld(writes, id);
    const changes = await this.#insert(writes, { id, body: this.#hashes(request)[0] ?? '', at: Date.now() });
    if (changes > 0) return null;
    const { rows } = await writes.runOwn(this.#queries.find.with({ id }));
    const [known, response] = rows[0] ?? [];
    if (!this.#hashes(request).includes(String(known))) throw new AdminError('idempotency_clash');
    return String(response);
  }

  /** Stores the response of a claimed request. */
  keep(writes: Writes, request: IdempotentRequest, response: string): void {
    writes.runOwnLater(this.#queries.keep.with({ id: idOf(request), response }));
  }

  /** Deletes the claim of a request that has failed. */
  release(writes: Writes, request: IdempotentRequest): void {
    writes.runOwnLater(this.#queries.release.with({ id: idOf(request) }));
  }

  /** The hashes under which the body may be stored: with the current key, with older keys, and in the form of versions before 0.2. */
  #hashes({ body, bodyWithoutSecrets }: IdempotentRequest): string[] {
    const keyed = this.#keys.map((key) => `k:${createHmac('sha256', key).update(body).digest('base64url')}`);
    return [...keyed, hashOf(bodyWithoutSecrets)];
  }

  async #insert(writes: Writes, values: Readonly<Record<'id' | 'body' | 'at', unknown>>): Promise<number> {
    const { waitBriefly, claim, waitAsUsual } = this.#queries;
    // If a duplicate is running in another process, the insert blocks: it gives up at once, and waits without this connection.
    if (waitBriefly) writes.runOwnLater(waitBriefly.with({}));
    try {
      const { changes } = await writes.runOwn(claim.with(values));
      if (waitAsUsual) writes.runOwnLater(waitAsUsual.with({}));
      return changes;
    } catch (error) {
      throw error instanceof AdminError && error.code === 'locked' ? new SameRequestRunning() : error;
    }
  }

  /** Deletes expired responses, except those that another transaction has locked: no request waits for them. */
  #forgetOld(writes: Writes, id: string): void {
    writes.runOwnLater(this.#queries.forget.with({ id, old: Date.now() - idempotencyRetention }));
  }
}

/** The statements of the store. */
interface Queries {
  readonly claim: OwnQuery<'id' | 'body' | 'at'>;
  readonly find: OwnQuery<'id'>;
  readonly keep: OwnQuery<'id' | 'response'>;
  readonly release: OwnQuery<'id'>;
  readonly forget: OwnQuery<'id' | 'old'>;
  /** Shorten the wait for a lock, and set it back; null where no transaction waits for a lock. */
  readonly waitBriefly: OwnQuery | null;
  readonly waitAsUsual: OwnQuery | null;
}

/** Milliseconds that the claim of a request waits for a lock. */
const claimWait = 20;

/** The most expired responses that one request deletes. */
const maxForgotten = 1000;

function queriesOf(dialect: Dialect, table: string): Queries {
  const { systemTables } = dialect;
  const wait = (milliseconds: number): OwnQuery | null => {
    const statement = systemTables.lockWait(milliseconds);
    return statement && new OwnQuery(dialect, () => statement);
  };
  return {
    claim: new OwnQuery(dialect, (queries, given) =>
      systemTables.unlessTaken(queries.insertInto(table).values({ id: given('id'), body_hash: given('body'), at: given('at') })),
    ),
    find: new OwnQuery(dialect, (queries, given) =>
      queries.selectFrom(table).select(['body_hash', 'response']).where('id', '=', given('id')),
    ),
    keep: new OwnQuery(dialect, (queries, given) =>
      queries
        .updateTable(table)
        .set({ response: given('response') })
        .where('id', '=', given('id')),
    ),
    release: new OwnQuery(dialect, (queries, given) => queries.deleteFrom(table).where('id', '=', given('id'))),
    forget: new OwnQuery(dialect, (queries, given) => {
      const expired = queries.selectFrom(table).select('id').where('at', '<', given('old'));
      const first = expired.orderBy(sql`${sql.ref('id')} = ${given('id')}`, 'desc').limit(maxForgotten);
      return queries.deleteFrom(table).where('id', 'in', systemTables.lockingFree(first));
    }),
    waitBriefly: wait(claimWait),
    waitAsUsual: wait(waitLimit()),
  };
}

function idOf({ key, user, path }: IdempotentRequest): string {
  return hashOf(JSON.stringify([user, path, key]));
}

function hashOf(text: string): string {
  return hash('sha256', text, 'base64url');
}
