import type { Keys } from '../auth/secret.ts';
import { keyedHash } from '../request/mac.ts';

/**
 * A keyed hash over the row's own fields as this user sees them (CONTRACT §5). It is the one of earlier versions: an answer that is
 * repeated after an update has the tag that it had before.
 */
export function entityTag(own: string, key: string): string {
  return `"${keyedHash(own, key).slice(0, 27)}"`;
}

/** Whether an `If-Match` names the row as it is, under any of the keys; weak tags never do. */
export function isMatch(header: string, own: string, keys: Keys): boolean {
  const tags = new Set(['*', ...keys.map((key) => entityTag(own, key))]);
  return header.split(',').some((part) => tags.has(part.trim()));
}
