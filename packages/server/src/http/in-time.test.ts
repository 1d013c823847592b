import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answeredBy } from '../databases/answered-by.ts';
import { LateStatement } from '../databases/late-statement.ts';
import { Policy } from '../authorize/policy.ts';
import { clerk, policyOf, shopOf } from '../test-models/models.ts';
import { inTime } from './in-time.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface Item {
  readonly name: string;
  /** Milliseconds that its statement waits, and that it then takes. */
  waits?: number;
  takes: number;
}

const policy = policyOf(shopOf());
const pass = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function read({ waits = 0, takes }: Item, deadline: number | undefined): Promise<number> {
  if (waits > 0) await answeredBy(deadline, () => pass(waits));
  const begun = Date.now();
  await answeredBy(deadline, () => pass(takes)).catch(() => {
    throw new LateStatement(Date.now() - begun);
  });
  return takes;
}

/** Which items have a result, and after how many milliseconds. */
async function done(items: readonly Item[], of = policy): Promise<{ readonly names: readonly string[]; readonly after: number }> {
  const started = Date.now();
  const results = inTime(items, of, {
    keyOf: (item) => item,
    job: (item, { deadline }) => read(item, deadline),
    onFailure: (error) => expect.unreachable(String(error)),
  });
  let after = 0;
  void results.then(() => (after = Date.now() - started));
  await vi.advanceTimersByTimeAsync(2000);
  return { names: [...(await results).keys()].map(({ name }) => name), after };
}

it('waits a second for all, and leaves out for a minute what was slow twice', async () => {
  const slow = { name: 'slow', takes: 5000 };
  const items = [slow, { name: 'quick', takes: 300 }];
  expect(await done(items)).toEqual({ names: ['quick'], after: 1000 });
  expect(await done(items)).toEqual({ names: ['quick'], after: 1000 });
  expect(await done(items)).toEqual({ names: ['quick'], after: 300 });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await done(items)).toEqual({ names: ['quick'], after: 1000 });
  expect(await done(items)).toEqual({ names: ['quick'], after: 300 });
  await vi.advanceTimersByTimeAsync(60_000);
  slow.takes = 900;
  expect(await done(items)).toEqual({ names: ['quick', 'slow'], after: 900 });
  expect(await done(items)).toEqual({ names: ['quick', 'slow'], after: 900 });
});

it('runs what had no result after the others, also where it has only waited', async () => {
  const slow = ['a', 'b', 'c'].map((name, index) => ({ name, waits: index === 0 ? 900 : 0, takes: 5000 }));
  const items = [...slow, ...['x', 'y', 'z'].map((name) => ({ name, takes: 300 }))];
  expect(await done(items)).toEqual({ names: [], after: 1000 });
  for (const item of slow) Object.assign(item, { waits: 0, takes: 10 });
  expect((await done(items)).names).toEqual(['x', 'y', 'z', 'a', 'b', 'c']);
});

it('takes nothing for slow that has waited for the most of the time', async () => {
  const last = { name: 'last', waits: 700, takes: 400 };
  for (let times = 0; times < 3; times++) expect(await done([last])).toEqual({ names: [], after: 1000 });
  last.waits = 0;
  expect(await done([last])).toEqual({ names: ['last'], after: 400 });
});

it('leaves nothing out for a user because of what was slow for another', async () => {
  const item = { name: 'slow for one', takes: 5000 };
  for (let times = 0; times < 3; times++) await done([item]);
  item.takes = 10;
  const other = new Policy({ ...clerk(), id: 'other' }, shopOf());
  expect((await done([item], other)).names).toEqual(['slow for one']);
});
