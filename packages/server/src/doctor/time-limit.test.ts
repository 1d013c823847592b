import { describe, expect, it } from 'vitest';
import type { RawStatement } from '../databases/statement.ts';
import { AdminError } from '../errors/errors.ts';
import { inTime, TimeLimit } from './time-limit.ts';

const statement = { sql: 'SELECT 1', parameters: [] };

describe('the time of an examination', () => {
  it('limits each query, and all of them', async () => {
    const statements: RawStatement[] = [];
    const read = async (given: RawStatement) => {
      statements.push(given);
      return [];
    };
    const before = Date.now();
    await new TimeLimit(5000, 20_000).over({ read }).read(statement);
    await new TimeLimit(5000, 2000).over({ read }).read(statement);
    await new TimeLimit().over({ read }).read(statement);
    const ends = statements.map(({ until }) => until);
    expect(statements.every(({ isLong }) => isLong)).toBe(true);
    expect(ends[0]).toBeGreaterThanOrEqual(before + 5000);
    expect(ends[0]).toBeLessThanOrEqual(Date.now() + 5000);
    expect(ends[1]).toBeLessThanOrEqual(Date.now() + 2000);
    expect(ends[2]).toBeUndefined();
  });

  it('leaves out what does not end in time, and nothing else', async () => {
    const failing = (code: 'timeout' | 'unavailable') => () => Promise.reject(new AdminError(code));
    expect(await inTime(failing('timeout'), null)).toBe(null);
    await expect(inTime(failing('unavailable'), null)).rejects.toMatchObject({ code: 'unavailable' });
    expect(await inTime(async () => 1, null)).toBe(1);
  });
});
