import { expect, it } from 'vitest';
import { nanoid, ulid, uuid7 } from './random-ids.ts';

const times = [0, 1, 1_700_000_000_123, 2 ** 48 - 1];

const several = (make: () => string): Set<string> => new Set(Array.from({ length: 1000 }, make));

it('a UUID of version 7 begins with its time', () => {
  for (const time of times) expect(Number.parseInt(uuid7(time).replaceAll('-', '').slice(0, 12), 16)).toBe(time);
  const ids = several(() => uuid7());
  expect(ids.size).toBe(1000);
  for (const one of ids) expect(one).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set(Array.from(ids, (one) => one[19]))).toEqual(new Set(['8', '9', 'a', 'b']));
});

it('UUIDs of version 7 ascend in the order in which they are made, also many in a millisecond', () => {
  const ids = Array.from({ length: 10_000 }, () => uuid7(1_700_000_000_000));
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(10_000);
});

it('a ULID begins with its time', () => {
  // From the specification: 1469918176385 is 01ARYZ6S41.
  expect(ulid(1_469_918_176_385).slice(0, 10)).toBe('01ARYZ6S41');
  expect([ulid(0).slice(0, 10), ulid(2 ** 48 - 1).slice(0, 10)]).toEqual(['0000000000', '7ZZZZZZZZZ']);
  const ids = several(() => ulid());
  expect(ids.size).toBe(1000);
  for (const one of ids) expect(one).toMatch(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/);
});

it('a Nano ID has each of its characters at each place', () => {
  const ids = several(() => nanoid());
  expect(ids.size).toBe(1000);
  for (const one of ids) expect(one).toMatch(/^[\w-]{21}$/);
  expect(new Set([...ids].join('')).size).toBe(64);
  expect(nanoid(8)).toHaveLength(8);
});
