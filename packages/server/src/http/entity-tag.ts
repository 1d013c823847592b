import type { Keys } from '../auth/secret.ts';
import { AdminError } from '../errors/errors.ts';
import type { Model } from '../model/model.ts';
import { parseExact } from '../model/raw-number.ts';
import type { KeyValues } from '../request/key.ts';
import { keyedHash } from '../request/mac.ts';
import { joined } from '../store/reads.ts';
import { rowForWriter } from '../write/read-back.ts';
import type { UnitOfWork } from '../write/unit-of-work.ts';

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

/** A locked row that a tag is compared with. */
export interface TaggedRow {
  readonly unit: UnitOfWork;
  readonly model: Model;
  readonly key: KeyValues;
  readonly etagKeys: Keys;
}

/** Throws a 412 with the current state of the row if the header does not name it. */
export async function requireMatch({ unit, model, key, etagKeys }: TaggedRow, header: string): Promise<void> {
  const row = await rowForWriter(unit, model, key);
  if (isMatch(header, row.fields, etagKeys)) return;
  const mayView = unit.policy.may(model, 'view');
  const current = mayView ? parseExact(joined(row.fields, row.helpers)) : null;
  throw new AdminError('conflict', { body: { current } });
}
