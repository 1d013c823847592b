import { getRandomValues } from 'node:crypto';

const bytes = (count: number): Uint8Array => getRandomValues(new Uint8Array(count));

/** A UUID of version 7 (RFC 9562): the milliseconds since 1970 in 48 bits, then random bits. */
export function uuid7(now: number = Date.now()): string {
  const random = Buffer.from(bytes(10));
  random.writeUInt8(0x70 | (random.readUInt8(0) & 0x0f), 0);
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
