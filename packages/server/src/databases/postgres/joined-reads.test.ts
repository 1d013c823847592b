import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RawStatement } from '../statement.ts';
import { JoinedReads } from './joined-reads.ts';

type Send = ConstructorParameters<typeof JoinedReads>[0];

const statement = (name: string, more: Partial<RawStatement> = {}): RawStatement => ({
  sql: `SELECT '${name}'`,
  parameters: [],
  name,
  ...more,
});

/** Answers each statement with its name, up to the first one called `fails`. */
const echo: Send = async (statements) => {
  const failed = statements.findIndex(({ name }) => name === 'fails');
  return statements.slice(0, failed === -1 ? undefined : failed).map(({ name = '' }) => [[name]]);
};

describe('the reads of several requests', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'Date'] }));
  afterEach(() => void vi.useRealTimers());

  function joined(send: Send = echo): { reads: JoinedReads; sent: string[][] } {
    const sent: string[][] = [];
    const reads = new JoinedReads((statements, milliseconds) => {
      sent.push(statements.map(({ name = '' }) => name));
      return send(statements, milliseconds);
    });
    return { reads, sent };
  }

  it('are sent together, and each gets its own rows', async () => {
    const { reads, sent } = joined();
    const found = await Promise.all([reads.rows([statement('a'), statement('user')]), reads.rows([statement('b')])]);
    expect(found).toEqual([[[['a']], [['user']]], [[['b']]]]);
    expect(sent).toEqual([['a', 'user', 'b']]);
  });

  it('are sent eight at a time', async () => {
    const { reads, sent } = joined();
    const found = await Promise.all(Array.from({ length: 17 }, (_, index) => reads.rows([statement(`s${index}`)])));
    expect(sent.map(({ length }) => length)).toEqual([8, 8]);
    expect(found.slice(0, 16)).toEqual(Array.from({ length: 16 }, (_, index) => [[[`s${index}`]]]));
    expect(found[16]).toBeUndefined();
  });

  it('are run alone if no other request reads', async () => {
    const { reads, sent } = joined();
    expect(await reads.rows([statement('a')])).toBeUndefined();
    expect(sent).toEqual([]);
  });

  it('are run alone from the one that failed on', async () => {
    const { reads } = joined();
    const found = await Promise.all([
      reads.rows([statement('a')]),
      reads.rows([statement('b'), statement('fails')]),
      reads.rows([statement('c')]),
    ]);
    expect(found).toEqual([[[['a']]], undefined, undefined]);
  });

  it('are run alone if their request has little time', async () => {
    const { reads, sent } = joined();
    const hurried = statement('hurried', { until: Date.now() + 100 });
    const found = await Promise.all(
      [hurried, statement('a'), statement('b', { until: Date.now() + 1000 })].map((one) => reads.rows([one])),
    );
    expect(found).toEqual([undefined, [[['a']]], [[['b']]]]);
    expect(sent).toEqual([['a', 'b']]);
  });

  it('are run alone if they may take long, or have no name', async () => {
    const { reads, sent } = joined();
    const { name: _, ...unnamed } = statement('none');
    const alone = [reads.rows([statement('scan', { isLong: true })]), reads.rows([statement('a'), unnamed])];
    const together = [reads.rows([statement('few', { isLong: true, isUsuallyShort: true })]), reads.rows([statement('b')])];
    expect(await Promise.all(alone)).toEqual([undefined, undefined]);
    expect(await Promise.all(together)).toEqual([[[['few']]], [[['b']]]]);
    expect(sent).toEqual([['few', 'b']]);
  });

  it('are run alone, if they are long, for five seconds after some took long', async () => {
    let took = 60;
    const { reads, sent } = joined((statements, milliseconds) => {
      vi.advanceTimersByTime(took);
      return echo(statements, milliseconds);
    });
    const few = statement('few', { isLong: true, isUsuallyShort: true });
    const ask = (): Promise<unknown[]> => Promise.all([few, statement('a'), statement('b')].map((one) => reads.rows([one])));
    expect(await ask()).toEqual([[[['few']]], [[['a']]], [[['b']]]]);
    took = 0;
    expect(await ask()).toEqual([undefined, [[['a']]], [[['b']]]]);
    expect(sent).toEqual([
      ['few', 'a', 'b'],
      ['a', 'b'],
    ]);
    vi.advanceTimersByTime(5001);
    expect((await ask())[0]).toEqual([[['few']]]);
  });

  it('are run alone at the end of their time, also if the batch does not end', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'Date', 'setTimeout', 'clearTimeout'] });
    const { reads, sent } = joined(() => new Promise<never>(() => {}));
    const found = Promise.all([reads.rows([statement('locked')]), reads.rows([statement('a')])]);
    await vi.waitUntil(() => sent.length > 0);
    await vi.advanceTimersByTimeAsync(250);
    expect(await found).toEqual([undefined, undefined]);
  });

  it('are run alone for five seconds after they did not end in time', async () => {
    let isLate = true;
    const { reads, sent } = joined(async (statements, milliseconds) => {
      if (isLate) vi.advanceTimersByTime(milliseconds);
      return isLate ? [] : echo(statements, milliseconds);
    });
    const ask = (): Promise<unknown[]> => Promise.all([reads.rows([statement('locked')]), reads.rows([statement('a')])]);
    expect(await ask()).toEqual([undefined, undefined]);
    isLate = false;
    expect(await ask()).toEqual([undefined, undefined]);
    expect(sent).toHaveLength(1);
    vi.advanceTimersByTime(5001);
    expect(await ask()).toEqual([[[['locked']]], [[['a']]]]);
  });
});
