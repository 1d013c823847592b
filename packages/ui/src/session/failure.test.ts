import { ApiError, type Problem } from '@grimoire/client';
import { describe, expect, it } from 'vitest';
import { failureOf, isAway, mayWorkLater, readOnce } from './failure.ts';

const refusal = (kind: Problem['kind']): ApiError => new ApiError({ kind, detail: 'No.' } as Problem, 0);

describe('the failure of a query', () => {
  it('is none where the service could not be reached, or had no time, and there is an earlier answer', () => {
    expect(failureOf({ data: [], error: refusal('unreachable') })).toBeNull();
    expect(failureOf({ data: [], error: refusal('later') })).toBeNull();
    expect(failureOf({ data: [], error: null })).toBeNull();
  });

  it('is shown where there is no earlier answer, where the service has refused a new one, and where it failed', () => {
    const away = refusal('unreachable');
    expect(failureOf({ data: undefined, error: away })).toBe(away);
    for (const error of [refusal('forbidden'), refusal('broken'), new Error('No.')]) expect(failureOf({ data: [], error })).toBe(error);
  });

  it('may be over later where the service was away or failed', () => {
    const kinds = ['unreachable', 'later', 'broken', 'forbidden', 'not found'] as const;
    expect(kinds.filter((kind) => mayWorkLater(refusal(kind)))).toEqual(['unreachable', 'later', 'broken']);
    // It was waited for once.
    expect(
      mayWorkLater(new ApiError({ kind: 'unreachable', detail: 'No.' }, 0, { cause: new DOMException('Late.', 'TimeoutError') })),
    ).toBe(false);
  });
});

describe('a service that is away', () => {
  it('could not be reached, has no database, or is shut down; one that had no time for a request is there', () => {
    expect(isAway(refusal('unreachable'))).toBe(true);
    const later = (code: string): ApiError => new ApiError({ kind: 'later', detail: 'No.', code, retryAfter: 1 }, 503);
    const codes = ['', 'unavailable', 'shutting_down', 'timeout', 'maintenance', 'outcome_unknown', 'throttled'];
    expect(codes.filter((code) => isAway(later(code)))).toEqual(['', 'unavailable', 'shutting_down']);
    expect([refusal('broken'), new Error('No.'), null].some(isAway)).toBe(false);
  });
});

describe('what is read once', () => {
  it('is read again only where it could not be read', () => {
    expect(readOnce({ state: { data: undefined, error: null } })).toBe(0);
    expect(readOnce({ state: { data: {}, error: refusal('unreachable') } })).toBe(0);
    expect(readOnce({ state: { data: {}, error: null } })).toBe('static');
  });
});
