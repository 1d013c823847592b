import { describe, expect, it } from 'vitest';
import type { RawStatement } from '../statement.ts';
import { SharedReads } from './shared-reads.ts';

const state = (user: unknown, name = 'state'): RawStatement => ({ sql: 'SELECT 1', parameters: [user], name });

describe('statements that several requests ask for', () => {
  function shared() {
    const run: unknown[] = [];
    const reads = new SharedReads(async ({ name, parameters }) => {
      run.push([name, ...parameters]);
      return [[run.length]];
    });
    return { reads, run };
  }

  it('are run once in the same step, for each name and each value', async () => {
    const { reads, run } = shared();
    const asked = [state('one'), state('other'), state('one'), state('one', 'more'), state('other')];
    expect(await Promise.all(asked.map((one) => reads.rows(one)))).toEqual([[[1]], [[2]], [[1]], [[3]], [[2]]]);
    expect(run).toEqual([
      ['state', 'one'],
      ['state', 'other'],
      ['more', 'one'],
    ]);
  });

  it('are run again for a request that asks after they were run', async () => {
    const { reads, run } = shared();
    const first = reads.rows(state('one'));
    const second = first.then(() => reads.rows(state('one')));
    expect([await first, await second]).toEqual([[[1]], [[2]]]);
    expect(run).toHaveLength(2);
  });

  it('are run for each request if they have no name, or values that are not text', async () => {
    const { reads, run } = shared();
    const { name: _, ...unnamed } = state('one');
    await Promise.all([unnamed, unnamed, state(1n), state(1n), state(null), state(null)].map((one) => reads.rows(one)));
    expect(run).toHaveLength(6);
  });

  it('fail for all, and are run again later', async () => {
    let isBroken = true;
    const reads = new SharedReads(async () => {
      if (isBroken) throw new Error('broken');
      return [];
    });
    const failed = await Promise.allSettled([reads.rows(state('one')), reads.rows(state('one'))]);
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    isBroken = false;
    expect(await reads.rows(state('one'))).toEqual([]);
  });
});
