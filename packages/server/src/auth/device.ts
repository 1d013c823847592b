import { hash } from 'node:crypto';
import { isMac, mac } from '../request/mac.ts';
import type { Keys } from './secret.ts';
import { randomId } from './sign-ins.ts';

/** The largest number of accounts that one browser is known for. */
const maxAccounts = 5;

/** Seconds that a browser stays known: a year. */
export const deviceLifetime: number = 365 * 24 * 3600;

/** Characters of a seal. */
const length = 22;

function sealedText(nonce: string, username: string): string {
  return `device ${nonce} ${username}`;
}

function isSealed(entry: string, username: string, keys: Keys): boolean {
  const [nonce = '', seal = ''] = entry.split('.');
  return isMac(seal, { text: sealedText(nonce, username), keys, length });
}

/** The mark of the browser, if its cookie proves that it has signed in to the account before; otherwise null. */
export function knownDevice(cookie: string | null, username: string, keys: Keys): string | null {
  const entry = entriesOf(cookie).find((candidate) => isSealed(candidate, username, keys));
  return entry === undefined ? null : hash('sha256', entry, 'base64url');
}

/** The cookie of a browser that has just signed in to the account; it keeps the accounts that the browser is known for already. */
export function withDevice(cookie: string | null, username: string, keys: Keys): string {
  // A browser has one mark for an account, and so one count of failures.
  const ownEntry = entriesOf(cookie).find((entry) => isSealed(entry, username, keys));
  if (ownEntry !== undefined) return [ownEntry, ...entriesOf(cookie).filter((entry) => entry !== ownEntry)].join('~');
  const others = entriesOf(cookie);
  const nonce = randomId().slice(0, 16);
  return [`${nonce}.${mac(sealedText(nonce, username), keys[0], length)}`, ...others].slice(0, maxAccounts).join('~');
}

function entriesOf(cookie: string | null): string[] {
  return (cookie ?? '')
    .split('~')
    .filter((entry) => /^[\w-]{16}\.[\w-]{22}$/.test(entry))
    .slice(0, maxAccounts);
}
