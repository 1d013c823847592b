import { type ErrorCode, errorCodes } from '@grimoire/protocol';
import { expect, test } from 'vitest';
import { AdminError } from './errors.ts';

test('A 503 says when to ask again, unless the request may be done already.', () => {
  const busy = (Object.keys(errorCodes) as ErrorCode[]).filter((code) => errorCodes[code].status === 503);
  const silent = busy.filter((code) => !/^[1-9]\d*$/.test(new AdminError(code).headers['Retry-After'] ?? ''));
  expect(silent).toEqual(['outcome_unknown']);
});

test('An error says when to ask again as it is told to.', () => {
  expect(new AdminError('unavailable', { retryAfter: 30, headers: { Allow: '' } }).headers).toEqual({ 'Retry-After': '30', Allow: '' });
  expect(new AdminError('locked').headers).toEqual({});
});
