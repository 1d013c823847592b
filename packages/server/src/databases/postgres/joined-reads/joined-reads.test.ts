import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RawStatement } from '../../statement.ts';
import { JoinedReads } from './joined-reads.ts';
import type { SendReads, SentReads } from './read-lane.ts';

const statement = (name: string, more: Partial<RawStatement> = {}): RawStatement => ({
  sql: `SELECT '${name}'`,
  parameters: [],
  name,
  ...more,
});

/** Answers each statement with its name and its values, up to the first one called `fails`. */
const echo: SendReads = async (statements) => {
  const failed = statements.findIndex(({ name }) => name === 'fails');
  const rows = statements
    .slice(0, failed === -1 ? undefined : failed)
    .map(({ name = '', parameters }) => [[name, ...parameters.map(String)]]);
  return { rows, isStopped: failed !== -1, isLate: false };
};

describe('the reads of several requests', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'Date', 'setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  type Rows = (statements: readonly RawStatement[]) => Promise<NonNullable<Awaited<ReturnType<JoinedReads['read']>>>['rows']>;

  function joined(send: SendReads = echo, mostLong = 2): { joining: JoinedReads; reads: { readonly rows: Rows }; sent: string[][] } {
    const sent: string[][] = [];
    const joining = new JoinedReads((statements, milliseconds) => {
      sent.push(statements.map(({ name = '' }) => name));
      return send(statements, milliseconds);
    }, mostLong);
    return { joining, reads: { rows: async (statements) => (await joining.read(statements))?.rows }, sent };
  }

  it('are sent together, and each gets its own rows', async () => {
    const { reads, sent } = joined();
    const results = await Promise.all([reads.rows([statement('a'), statement('user')]), reads.rows([statement('b')])]);
    expect(results).toEqual([[[['a']], [['user']]], [[['b']]]]);
    expect(sent).toEqual([['a', 'b', 'user']]);
  });

  it('read the state of each user once, after the rows', async () => {
    const { reads, sent } = joined();
    const state = (user: string): RawStatement => statement('state', { parameters: [user] });
    const results = await Promise.all([
      reads.rows([statement('a'), state('one')]),
      reads.rows([statement('b'), state('other')]),
      reads.rows([statement('b'), state('other')]),
    ]);
    expect(results).toEqual([
      [[['a']], [['state', 'one']]],
      [[['b']], [['state', 'other']]],
      [[['b']], [['state', 'other']]],
    ]);
    expect(sent).toEqual([['a', 'b', 'b', 'state', 'state']]);
  });

  it.each([
    [30, 10],
    // The work of one of them, which runs alone the next time.
    [240, 50 / 3],
  ])('that take %i ms together have shares of it', async (milliseconds, share) => {
    const { joining } = joined(async (statements, limit) => {
      vi.advanceTimersByTime(milliseconds);
      return echo(statements, limit);
    });
    const read = await Promise.all(['a', 'b', 'c'].map((name) => joining.read([statement(name)])));
    expect(read).toEqual(['a', 'b', 'c'].map((name) => ({ rows: [[[name]]], milliseconds, share })));
  });

  it('are sent eight at a time', async () => {
    const { reads, sent } = joined();
    const results = await Promise.all(Array.from({ length: 17 }, (_, index) => reads.rows([statement(`s${index}`)])));
    expect(sent.map(({ length }) => length)).toEqual([8, 8]);
    expect(results.slice(0, 16)).toEqual(Array.from({ length: 16 }, (_, index) => [[[`s${index}`]]]));
    expect(results[16]).toBeUndefined();
  });

  it('are run alone if no other request reads', async () => {
    const { reads, sent } = joined();
    expect(await reads.rows([statement('a')])).toBeUndefined();
    expect(sent).toEqual([]);
  });

  it('are run alone from the one that failed on, which is run alone for five seconds', async () => {
    const { reads, sent } = joined();
    const ask = (names: readonly string[]): Promise<unknown[]> =>
      Promise.all(names.map((name) => reads.rows([statement(name), statement('state')])));
    const rows = (name: string): unknown => [[[name]], [['state']]];
    expect(await ask(['a', 'fails', 'b'])).toEqual([undefined, undefined, undefined]);
    expect(await ask(['a', 'fails', 'b'])).toEqual([rows('a'), undefined, rows('b')]);
    expect(sent).toEqual([
      ['a', 'fails', 'b', 'state'],
      ['a', 'b', 'state'],
    ]);
    vi.advanceTimersByTime(5001);
    expect(await Promise.all([reads.rows([statement('a')]), reads.rows([statement('fails')])])).toEqual([[[['a']]], undefined]);
    expect(sent.at(-1)).toEqual(['a', 'fails']);
  });

  it('are run alone if they could not be sent, and joined the next time', async () => {
    let isFree = false;
    const { reads } = joined(async (statements, milliseconds) => (isFree ? echo(statements, milliseconds) : undefined));
    const ask = (): Promise<unknown[]> => Promise.all(['a', 'b'].map((name) => reads.rows([statement(name)])));
    expect(await ask()).toEqual([undefined, undefined]);
    isFree = true;
    expect(await ask()).toEqual([[[['a']]], [[['b']]]]);
  });

  it('are run alone if their request has little time', async () => {
    const { reads, sent } = joined();
    const hurried = statement('hurried', { until: Date.now() + 100 });
    const results = await Promise.all(
      [hurried, statement('a'), statement('b', { until: Date.now() + 1000 })].map((one) => reads.rows([one])),
    );
    expect(results).toEqual([undefined, [[['a']]], [[['b']]]]);
    expect(sent).toEqual([['a', 'b']]);
  });

  it('are run alone if they may take long, or have no name', async () => {
    const { reads, sent } = joined();
    const { name: _, ...unnamed } = statement('none');
    const scan = statement('scan', { isLong: true });
    const alone = [[scan], [scan], [statement('a'), unnamed], [statement('b')]].map((one) => reads.rows(one));
    expect(await Promise.all(alone)).toEqual([undefined, undefined, undefined, undefined]);
    expect(sent).toEqual([]);
  });

  describe('that are long, and usually short', () => {
    const few = (name: string): RawStatement => statement(name, { isLong: true, hints: { isUsuallyShort: true } });
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
      const results = await Promise.all([...all(reads, ['few', 'more']), reads.rows([statement('a')]), reads.rows([statement('b')])]);
      expect(results).toEqual([[[['few']]], [[['more']]], [[['a']]], [[['b']]]]);
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
      const results = all(reads, later);
      await turn();
      expect(sent).toHaveLength(1 + batches);
      while (sent.length < 4) {
        for (const end of ends) end();
        await turn();
      }
      for (const end of ends) end();
      expect(await Promise.all(results)).toEqual(later.map((name) => [[[name]]]));
    });

    it('wait for 10 ms at most, and for no batch that others have waited for in vain', async () => {
      const { reads, sent, ends, turn } = held();
      const first = all(reads, ['a', 'b']);
      await turn();
      const waiting = all(reads, ['c', 'd']);
      await turn();
      await vi.advanceTimersByTimeAsync(10);
      expect(await Promise.all([...waiting, ...all(reads, ['e', 'f'])])).toEqual([undefined, undefined, undefined, undefined]);
      expect(sent).toEqual([['a', 'b']]);
      ends[0]?.();
      await Promise.all(first);
      const again = all(reads, ['c', 'd']);
      await turn();
      ends[1]?.();
      expect(await Promise.all(again)).toEqual([[[['c']]], [[['d']]]]);
    });

    it('wait for 10 ms at most also if each batch before them is shorter, and are joined again after that', async () => {
      const { reads, sent, ends, turn } = held(1);
      const names = Array.from({ length: 160 }, () => 'a');
      const crowd = all(reads, names);
      await turn();
      for (let batch = 0; batch < 4; batch++) {
        await vi.advanceTimersByTimeAsync(4);
        ends[batch]?.();
        await turn();
      }
      const results = await Promise.all(crowd);
      expect([sent.length, results.filter(Boolean).length]).toEqual([3, 24]);
      await turn();
      const again = all(reads, ['c', 'd']);
      await turn();
      expect(sent.at(-1)).toEqual(['c', 'd']);
      for (const end of ends) end();
      expect(await Promise.all(again)).toEqual([[[['c']]], [[['d']]]]);
    });

    it('are joined again where the batch before them ended while others gave up', async () => {
      const { reads, sent, ends, turn } = held();
      const first = all(reads, ['a', 'b']);
      await turn();
      const waiting = all(reads, ['c', 'd']);
      await turn();
      ends[0]?.();
      await Promise.all(first);
      vi.advanceTimersByTime(10);
      expect(await Promise.all(waiting)).toEqual([undefined, undefined]);
      const again = all(reads, ['e', 'f']);
      await turn();
      ends[1]?.();
      expect(await Promise.all(again)).toEqual([[[['e']]], [[['f']]]]);
      expect(sent).toHaveLength(2);
    });

    it('are run alone for five seconds after some took long', async () => {
      let isLate = true;
      const { reads, sent } = joined(
        async (statements, milliseconds) => ({ ...(await echo(statements, milliseconds)), isLate }) as SentReads,
      );
      const ask = (): Promise<unknown[]> => Promise.all(['few', 'more'].map((name) => reads.rows([few(name), statement('user')])));
      const expected = [
        [[['few']], [['user']]],
        [[['more']], [['user']]],
      ];
      expect(await ask()).toEqual(expected);
      isLate = false;
      expect(await ask()).toEqual([undefined, undefined]);
      expect(sent).toEqual([['few', 'more', 'user']]);
      vi.advanceTimersByTime(5001);
      expect(await ask()).toEqual(expected);
    });
  });

  it('are run alone at the end of their time, also if the batch does not end', async () => {
    const { reads, sent } = joined(() => new Promise<never>(() => {}));
    const results = Promise.all([reads.rows([statement('locked')]), reads.rows([statement('a')])]);
    await vi.waitUntil(() => sent.length > 0);
    await vi.advanceTimersByTimeAsync(250);
    expect(await results).toEqual([undefined, undefined]);
  });

  it('are run alone for five seconds, and no others, if one was cancelled, however soon that was', async () => {
    let isLocked = true;
    const { reads, sent } = joined((statements, milliseconds) =>
      isLocked ? Promise.resolve({ rows: [[['a']]], isStopped: true, isLate: false }) : echo(statements, milliseconds),
    );
    const ask = (...names: string[]): Promise<unknown[]> => Promise.all(names.map((name) => reads.rows([statement(name)])));
    expect(await ask('a', 'locked', 'b')).toEqual([[[['a']]], undefined, undefined]);
    isLocked = false;
    expect(await ask('a', 'locked', 'b')).toEqual([[[['a']]], undefined, [[['b']]]]);
    expect(sent).toHaveLength(2);
    vi.advanceTimersByTime(5001);
    expect(await ask('a', 'locked')).toEqual([[[['a']]], [[['locked']]]]);
  });

  it('are run alone for five seconds if they took long together, but not the state of their users', async () => {
    let isLate = true;
    const { reads, sent } = joined(
      async (statements, milliseconds) => ({ ...(await echo(statements, milliseconds)), isLate }) as SentReads,
    );
    const ask = (...names: string[]): Promise<unknown[]> =>
      Promise.all(names.map((name) => reads.rows([statement(name), statement('state')])));
    const rows = (name: string): unknown => [[[name]], [['state']]];
    expect(await ask('a', 'b')).toEqual([rows('a'), rows('b')]);
    isLate = false;
    expect(await ask('a', 'b', 'c', 'd')).toEqual([undefined, undefined, rows('c'), rows('d')]);
    expect(sent).toHaveLength(2);
  });
});
