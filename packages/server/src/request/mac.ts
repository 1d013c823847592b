import { createHmac, hash, timingSafeEqual } from 'node:crypto';

/** A text authenticated by {@link mac}, with the keys that are accepted. */
export interface Authenticated {
  readonly text: string;
  readonly keys: readonly string[];
  /** The number of characters of the code that are kept. */
  readonly length: number;
}

/** The first characters of a text's HMAC-SHA-256, in base64url. */
export function mac(text: string, key: string, length: number): string {
  return createHmac('sha256', key).update(text).digest('base64url').slice(0, length);
}

/**
 * Whether a code is that of a text under one of the keys. The comparison takes the same time for each wrong code. A {@link keyedHash} is
 * accepted too: earlier versions have set cookies with it, and such a cookie identifies a browser for a year.
 */
export function isMac(given: string, { text, keys, length }: Authenticated): boolean {
  return keys.some((key) => isSameSecret(given, mac(text, key, length)) || isSameSecret(given, keyedHash(text, key).slice(0, length)));
}

/** Compares two texts in a time that depends only on their lengths. An empty text equals none. */
export function isSameSecret(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && left.length > 0 && timingSafeEqual(left, right);
}

/** A nested hash of a text with a key, in base64url: earlier versions used it instead of an HMAC. */
export function keyedHash(text: string, key: string): string {
  return hash('sha256', key + hash('sha256', key + text, 'base64url'), 'base64url');
}
