import { ApiError, type Problem } from '@grimoire/client';
import { describe, expect, it } from 'vitest';
import { failureOf } from './failure.ts';

const refusal = (kind: 'unreachable' | 'forbidden'): ApiError => new ApiError({ kind, detail: 'No.' } as Problem, 0);

describe('the failure of a query', () => {
  it('is none where the service could not be reached and there is an earlier answer', () => {
    expect(failureOf({ data: [], error: refusal('unreachable') })).toBeNull();
    expect(failureOf({ data: [], error: null })).toBeNull();
  });

  it('is shown where there is no earlier answer, and where the service has refused the new one', () => {
    const [away, forbidden] = [refusal('unreachable'), refusal('forbidden')];
    expect(failureOf({ data: undefined, error: away })).toBe(away);
    expect(failureOf({ data: [], error: forbidden })).toBe(forbidden);
  });
});
