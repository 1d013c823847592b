import { getRandomValues } from 'node:crypto';

const bytes = (count: number): Uint8Array => getRandomValues(new Uint8Array(count));

/** The time of the last UUID of version 7, and its number within that millisecond. */
const last = { time: 0, count: 0 };

/** How far a clock may go back, in milliseconds, so that UUIDs still ascend. */
const maxStepBack = 10_000;

/**
 * A UUID of version 7 (RFC 9562): the milliseconds since 1970 in 48 bits, a counter in 12, and random bits. Those of one process ascend; more than 4,096 in a
 * millisecond borrow the next one.
 */
export function uuid7(at: number = Date.now()): string {
  const isNew = at > last.time || at < last.time - maxStepBack;
  const count = isNew ? 0 : (last.count + 1) & 0xfff;
  const now = isNew ? at : last.time + (count === 0 ? 1 : 0);
  Object.assign(last, { time: now, count });
  const random = Buffer.from(bytes(10));
  random.writeUInt16BE(0x7000 | count, 0);
  random.writeUInt8(0x80 | (random.readUInt8(2) & 0x3f), 2);
  const digits = now.toString(16).padStart(12, '0') + random.toString('hex');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** The digits of Crockford's base 32. */
const base32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A ULID: the milliseconds since 1970 in ten digits of base 32, then sixteen random ones. */
export function ulid(now: number = Date.now()): string {
  const time = Array.from({ length: 10 }, (_, place) => base32[Math.floor(now / 32 ** (9 - place)) % 32]);
  return [...time, ...Array.from(bytes(16), (byte) => base32[byte % 32])].join('');
}

const urlSafe = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** A Nano ID: random letters, digits, `-` and `_`. */
export function nanoid(length = 21): string {
  return Array.from(bytes(length), (byte) => urlSafe[byte % 64]).join('');
}
