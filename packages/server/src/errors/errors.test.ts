import fc from 'fast-check';
import { type ErrorCode, errorCodes } from '@grimoire/protocol';
import { expect, test } from 'vitest';
import { AdminError, invalidParameter, OperationProblems, RequestProblems } from './errors.ts';

test('A 503 says when to ask again, unless the request may be done already.', () => {
  const busy = (Object.keys(errorCodes) as ErrorCode[]).filter((code) => errorCodes[code].status === 503);
  const silent = busy.filter((code) => !/^[1-9]\d*$/.test(new AdminError(code).headers['Retry-After'] ?? ''));
  expect(silent).toEqual(['outcome_unknown']);
});

test('An error says when to ask again as it is told to.', () => {
  expect(new AdminError('unavailable', { retryAfter: 30, headers: { Allow: '' } }).headers).toEqual({ 'Retry-After': '30', Allow: '' });
  expect(new AdminError('locked').headers).toEqual({});
});

test('An answer names at most 100 problems, whatever their names are, by no more than 400 characters each.', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom('a', '__proto__', 'toString', 'x'.repeat(500)), fc.integer({ min: 0, max: 150 }))),
      (added) => {
        const problems = new RequestProblems();
        for (const [name, count] of added) problems.add(name, ...Array.from({ length: count }, (_, index) => String(index)));
        const total = added.reduce((sum, [, count]) => sum + count, 0);
        const fields = Object.entries(problems.asFields());
        expect([problems.count, problems.isFull, problems.isEmpty]).toEqual([Math.min(total, 100), total >= 100, total === 0]);
        expect(fields.flatMap(([, messages]) => messages)).toHaveLength(problems.count);
        expect(fields.every(([name, messages]) => name.length <= 400 && messages.length > 0)).toBe(true);
      },
    ),
  );
  expect(invalidParameter('a', ...Array<string>(200).fill('b')).fields).toEqual({ a: Array<string>(100).fill('b') });
});

test('Operations have 100 problems together, and each operation that is refused has a number.', () => {
  const problems = new OperationProblems();
  problems.throwIfAny();
  for (let index = 0; !problems.isFull; index++) problems.add(index, { a: ['x', 'y', 'z'] }, `first of ${index}`);
  problems.add(1000, { a: ['x'] }, 'late');
  const error = errorOf(() => problems.throwIfAny());
  const named = error.body?.['operations'] as Record<string, Record<string, readonly string[]>>;
  expect(Object.values(named).flatMap((fields) => Object.values(fields).flat())).toHaveLength(100);
  expect([Object.keys(named).length, error.detail]).toEqual([34, 'first of 0']);
  const none = new OperationProblems();
  none.add(3, {}, 'A hook names no field.');
  expect(errorOf(() => none.throwIfAny()).body).toEqual({ operations: { 3: {} } });
});

function errorOf(job: () => void): AdminError {
  try {
    job();
  } catch (error) {
    if (error instanceof AdminError) return error;
    throw error;
  }
  throw new Error('Nothing was thrown.');
}
