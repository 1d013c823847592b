import { mac } from '../request/mac.ts';

/** A keyed hash over the row's own fields as this user sees them (CONTRACT §5). */
export function entityTag(own: string, key: string): string {
  return `"${mac(own, key).slice(0, 27)}"`;
}

/** Whether an `If-Match` names the tag; weak tags never do. */
export function isMatch(header: string, tag: string): boolean {
  return header
    .split(',')
    .map((part) => part.trim())
    .some((part) => part === '*' || part === tag);
}
