import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RawStatement } from '../statement.ts';
import { JoinedReads } from './joined-reads.ts';
import type { SendReads } from './read-lane.ts';

const statement = (name: string, more: Partial<RawStatement> = {}): RawStatement => ({
  sql: `SELECT '${name}'`,
  parameters: [],
  name,
  ...more,
});

/** Answers each statement with its name, up to the first one called `fails`. */
const echo: SendReads = async (statements) => {
  const failed = statements.findIndex(({ name }) => name === 'fails');
  return { rows: statements.slice(0, failed === -1 ? undefined : failed).map(({ name = '' }) => [[name]]), isCanceled: false };
};

/** The time of the connection that reads are told is theirs, in milliseconds. */
const uncharged = (): void => {};

describe('the reads of several requests', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'Date'] }));
  afterEach(() => void vi.useRealTimers());

  type Rows = (statements: readonly RawStatement[], charge?: (milliseconds: number) => void) => ReturnType<JoinedReads['rows']>;

  function joined(send: SendReads = echo, mostLong = 2): { reads: { readonly rows: Rows }; sent: string[][] } {
    const sent: string[][] = [];
    const reads = new JoinedReads((statements, milliseconds) => {
      sent.push(statements.map(({ name = '' }) => name));
      return send(statements, milliseconds);
    }, mostLong);
    return { reads: { rows: (statements, charge = uncharged) => reads.rows(statements, charge) }, sent };
  }

  it('are sent together, and each gets its own rows', async () => {
    const { reads, sent } = joined();
    const found = await Promise.all([reads.rows([statement('a'), statement('user')]), reads.rows([statement('b')])]);
    expect(found).toEqual([[[['a']], [['user']]], [[['b']]]]);
    expect(sent).toEqual([['a', 'b', 'user']]);
  });

  it('read the state of each user once, after the rows', async () => {
    const { reads, sent } = joined();
    const state = (user: string): RawStatement => statement('state', { parameters: [user] });
    const found = await Promise.all([
      reads.rows([statement('a'), state('one')]),
      reads.rows([statement('b'), state('other')]),
      reads.rows([statement('b'), state('one')]),
    ]);
    expect(found).toEqual([
      [[['a']], [['state']]],
      [[['b']], [['state']]],
      [[['b']], [['state']]],
    ]);
    expect(sent).toEqual([['a', 'b', 'b', 'state', 'state']]);
  });

  it('are told their share of the time', async () => {
    const { reads } = joined(async (statements, milliseconds) => {
      vi.advanceTimersByTime(30);
      return echo(statements, milliseconds);
    });
    const charged: number[] = [];
    await Promise.all(['a', 'b', 'c'].map((name) => reads.rows([statement(name)], (milliseconds) => charged.push(milliseconds))));
    expect(charged).toEqual([10, 10, 10]);
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
    const found = await Promise.all([reads.rows([statement('a')]), reads.rows([statement('fails')]), reads.rows([statement('c')])]);
    expect(found).toEqual([[[['a']]], undefined, undefined]);
    const states = await Promise.all([reads.rows([statement('a'), statement('fails')]), reads.rows([statement('b')])]);
    expect(states).toEqual([undefined, [[['b']]]]);
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
    const alone = [reads.rows([statement('scan', { isLong: true })]), reads.rows([statement('a'), unnamed]), reads.rows([statement('b')])];
    expect(await Promise.all(alone)).toEqual([undefined, undefined, undefined]);
    expect(sent).toEqual([]);
  });

  describe('that are long, and usually short', () => {
    const few = (name: string): RawStatement => statement(name, { isLong: true, isUsuallyShort: true });
    const all = (reads: { readonly rows: Rows }, names: readonly string[]) => names.map((name) => reads.rows([few(name)]));

    /** Reads whose batches end when the test says so. */
    function held(mostLong?: number) {
      const ends: (() => void)[] = [];
      const { reads, sent } = joined(async (statements, milliseconds) => {
        await new Promise<void>((resolve) => ends.push(resolve));
        return echo(statements, milliseconds);
      }, mostLong);
      const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
      return { reads, sent, ends, turn };
    }

    it('are joined with one another only', async () => {
      const { reads, sent } = joined();
      const found = await Promise.all([...all(reads, ['few', 'more']), reads.rows([statement('a')]), reads.rows([statement('b')])]);
      expect(found).toEqual([[[['few']]], [[['more']]], [[['a']]], [[['b']]]]);
      expect(new Set(sent.map((names) => names.join()))).toEqual(new Set(['a,b', 'few,more']));
    });

    it('wait for the batch before them', async () => {
      const { reads, sent, ends, turn } = held();
      const first = all(reads, ['a', 'b']);
      await turn();
      const later = all(reads, ['c', 'd']);
      await turn();
      const last = all(reads, ['e']);
      await turn();
      expect(sent).toEqual([['a', 'b']]);
      ends[0]?.();
      expect(await Promise.all(first)).toEqual([[[['a']]], [[['b']]]]);
      await turn();
      ends[1]?.();
      expect(await Promise.all([...later, ...last])).toEqual([[[['c']]], [[['d']]], [[['e']]]]);
      expect(sent).toEqual([
        ['a', 'b'],
        ['c', 'd', 'e'],
      ]);
    });

    it.each([
      [1, 1],
      [2, 2],
    ])('take %i of %i connections if batches take longer', async (most, batches) => {
      const { reads, sent, ends, turn } = held(most);
      const slow = all(reads, ['a', 'b']);
      await turn();
      vi.advanceTimersByTime(40);
      ends[0]?.();
      await Promise.all(slow);
      const later = ['c', 'd', 'e'].flatMap((name) => Array.from({ length: 8 }, () => name));
      const found = all(reads, later);
      await turn();
      expect(sent).toHaveLength(1 + batches);
      while (sent.length < 4) {
        for (const end of ends) end();
        await turn();
      }
      for (const end of ends) end();
      expect(await Promise.all(found)).toEqual(later.map((name) => [[[name]]]));
    });

    it('wait for 50 ms at most, and for no batch that others have waited for in vain', async () => {
      vi.useFakeTimers({ toFake: ['performance', 'Date', 'setTimeout', 'clearTimeout'] });
      const { reads, sent, ends, turn } = held();
      const first = all(reads, ['a', 'b']);
      await turn();
      const waiting = all(reads, ['c', 'd']);
      await turn();
      await vi.advanceTimersByTimeAsync(50);
      expect(await Promise.all([...waiting, ...all(reads, ['e', 'f'])])).toEqual([undefined, undefined, undefined, undefined]);
      expect(sent).toEqual([['a', 'b']]);
      ends[0]?.();
      await Promise.all(first);
      const again = all(reads, ['c', 'd']);
      await turn();
      ends[1]?.();
      expect(await Promise.all(again)).toEqual([[[['c']]], [[['d']]]]);
    });

    it('are run alone for five seconds after some took long', async () => {
      let took = 60;
      const { reads, sent } = joined((statements, milliseconds) => {
        vi.advanceTimersByTime(took);
        return echo(statements, milliseconds);
      });
      const ask = (): Promise<unknown[]> => Promise.all(['few', 'more'].map((name) => reads.rows([few(name), statement('user')])));
      const found = [
        [[['few']], [['user']]],
        [[['more']], [['user']]],
      ];
      expect(await ask()).toEqual(found);
      took = 0;
      expect(await ask()).toEqual([undefined, undefined]);
      expect(sent).toEqual([['few', 'more', 'user']]);
      vi.advanceTimersByTime(5001);
      expect(await ask()).toEqual(found);
    });
  });

  it('are run alone at the end of their time, also if the batch does not end', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'Date', 'setTimeout', 'clearTimeout'] });
    const { reads, sent } = joined(() => new Promise<never>(() => {}));
    const found = Promise.all([reads.rows([statement('locked')]), reads.rows([statement('a')])]);
    await vi.waitUntil(() => sent.length > 0);
    await vi.advanceTimersByTimeAsync(250);
    expect(await found).toEqual([undefined, undefined]);
  });

  it('are run alone for five seconds after one was cancelled, however soon that was', async () => {
    let isLate = true;
    const { reads, sent } = joined(async (statements, milliseconds) => {
      return isLate ? { rows: [], isCanceled: true } : echo(statements, milliseconds);
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
