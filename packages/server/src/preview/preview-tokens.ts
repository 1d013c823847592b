import { createHmac, randomBytes } from 'node:crypto';
import type { Dialect } from '../databases/dialect.ts';
import { AdminError } from '../errors/errors.ts';
import { OwnQuery } from '../store/own-query.ts';
import type { Writes } from '../store/writes.ts';
import type { Effect } from './effects.ts';

/** Milliseconds for which a token can be used. */
export const previewLifetime: number = 10 * 60_000;

/** Milliseconds after that for which it is told that it has expired, or was spent. */
export const previewRetention: number = 60 * 60_000;

/** What a token is for: one request of one user. */
export interface TriedRequest {
  /** Who makes it, with the kind of their credentials. */
  readonly user: string;
  /** Its method, its path and its body, as one text. */
  readonly text: string;
}

/**
 * How much of a request was tried: all of it; only the rows of an action, whose handler was not called; or all but hooks, which would have changed more.
 */
export type Extent = 'whole' | 'targets' | 'without hooks';

/** What a request did when it was tried. */
export interface ShownEffects {
  readonly digest: string;
  /** The first of its effects. */
  readonly kept: readonly Effect[];
  readonly extent: Extent;
}

/** The most expired tokens that one dry run deletes. */
const maxForgotten = 1000;

interface Queries {
  readonly keep: OwnQuery<'id' | 'user' | 'request' | 'digest' | 'effects' | 'expires'>;
  readonly spend: OwnQuery<'id' | 'now'>;
  readonly find: OwnQuery<'id'>;
  readonly forget: OwnQuery<'old'>;
}

/** The tokens of dry runs: each is for one request of one user, ten minutes, once. */
export class PreviewTokens {
  readonly #queries: Queries;
  readonly #keys: readonly string[];

  /** @param keys the first one hashes requests. Bodies may contain passwords, which a plain hash would expose to guessing. */
  constructor(dialect: Dialect, table: string, keys: readonly string[]) {
    this.#queries = queriesOf(dialect, table);
    this.#keys = keys;
  }

  /** Makes a token. @returns it, with the moment at which it expires. */
  async make(
    writes: Writes,
    request: TriedRequest,
    { digest, kept, extent }: ShownEffects,
  ): Promise<{ readonly token: string; readonly expiresAt: Date }> {
    const now = Date.now();
    const token = randomBytes(16).toString('base64url');
    const expires = now + previewLifetime;
    writes.runOwnLater(this.#queries.forget.with({ old: now - previewRetention }));
    const effects = JSON.stringify({ kept, extent });
    const [hashed = ''] = this.#hashes(request);
    await writes.runOwn(this.#queries.keep.with({ id: token, user: request.user, request: hashed, digest, effects, expires }));
    return { token, expiresAt: new Date(expires) };
  }

  /**
   * Uses a token, which is spent if the transaction is committed. Throws a 400 `preview_unknown` for one of another user or request, a 409 for one that was
   * spent or has expired.
   */
  async spend(writes: Writes, request: TriedRequest, token: string): Promise<ShownEffects> {
    const now = Date.now();
    // It waits for another request with the same token.
    const [{ changes }, { rows }] = await Promise.all([
      writes.runOwn(this.#queries.spend.with({ id: token, now })),
      writes.runOwn(this.#queries.find.with({ id: token })),
    ]);
    const [user, hashed, digest, effects, spent] = rows[0] ?? [];
    if (user !== request.user || !this.#hashes(request).includes(String(hashed))) throw new AdminError('preview_unknown');
    if (changes === 0) throw new AdminError(Number(spent) === 1 ? 'preview_spent' : 'preview_expired');
    return { digest: String(digest), ...(JSON.parse(String(effects)) as Pick<ShownEffects, 'kept' | 'extent'>) };
  }

  #hashes({ text }: TriedRequest): string[] {
    return this.#keys.map((key) => createHmac('sha256', key).update(text).digest('base64url'));
  }
}

function queriesOf(dialect: Dialect, table: string): Queries {
  const { systemTables } = dialect;
  return {
    keep: new OwnQuery(dialect, (queries, given) =>
      queries.insertInto(table).values({
        id: given('id'),
        user_key: given('user'),
        request: given('request'),
        digest: given('digest'),
        effects: given('effects'),
        expires_at: given('expires'),
        spent: 0,
      }),
    ),
    spend: new OwnQuery(dialect, (queries, given) =>
      queries
        .updateTable(table)
        .set({ spent: 1 })
        .where('id', '=', given('id'))
        .where('spent', '=', 0)
        .where('expires_at', '>', given('now')),
    ),
    find: new OwnQuery(dialect, (queries, given) =>
      queries.selectFrom(table).select(['user_key', 'request', 'digest', 'effects', 'spent']).where('id', '=', given('id')),
    ),
    forget: new OwnQuery(dialect, (queries, given) => {
      const expired = queries.selectFrom(table).select('id').where('expires_at', '<', given('old')).limit(maxForgotten);
      return queries.deleteFrom(table).where('id', 'in', systemTables.lockingFree(expired));
    }),
  };
}
