import type { Keys } from '../auth/secret.ts';
import { AdminError } from '../errors.ts';
import type { Model } from '../model/model.ts';
import { parseExact } from '../model/raw-number.ts';
import type { KeyValues } from '../request/key.ts';
import { keyedHash } from '../request/mac.ts';
import { joined } from '../store/reads.ts';
import { rowForWriter } from '../write/read-back.ts';
import type { WriteSession } from '../write/session.ts';

/**
 * A keyed hash of the row's own fields as this user may see them (CONTRACT §5). It is the same hash as in earlier versions: a response that
 * is given again after an update of the service has the tag that it had before.
 */
export function entityTag(own: string, key: string): string {
  return `"${keyedHash(own, key).slice(0, 27)}"`;
}

/**
 * Whether an `If-Match` names one of the tags. A proxy that compresses responses makes tags weak (`W/"x"`): they count as what they were.
 */
export function namesTag(header: string, tags: readonly string[]): boolean {
  return header.split(',').some((part) => ['*', ...tags].includes(part.trim().replace(/^W\//, '')));
}

/** Whether an `If-Match` names the current state of the row, under any of the keys. */
function isMatch(header: string, own: string, keys: Keys): boolean {
  return namesTag(
    header,
    keys.map((key) => entityTag(own, key)),
  );
}

/** A row that a tag is compared with: locked, or expected to be as it was before the transaction. */
export interface TaggedRow {
  readonly session: WriteSession;
  readonly model: Model;
  readonly key: KeyValues;
  readonly etagKeys: Keys;
  /** The JSON of all its fields, if it is expected to be as it was before the transaction, which is not committed otherwise. */
  readonly expected?: string | undefined;
}

/** Throws a 412 with the current state of the row if the header does not name it. */
export async function requireMatch({ session, model, key, etagKeys, expected }: TaggedRow, header: string): Promise<void> {
  // A row is expected only if the user sees all of its fields: the tag is made of this text. Otherwise it is compared with the row as it is.
  if (expected !== undefined && isMatch(header, expected, etagKeys)) return;
  const row = await rowForWriter(session, model, key);
  if (isMatch(header, row.fields, etagKeys)) return;
  const mayView = session.policy.may(model, 'view');
  const current = mayView ? parseExact(joined(row.fields, row.helpers)) : null;
  throw new AdminError('conflict', { body: { current } });
}
