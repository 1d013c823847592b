import { stat } from 'node:fs';
import { expect, onTestFinished, test, vi } from 'vitest';
import { endOfTurn, endsWithin, whenOverdue, yieldEvery, yieldToEventLoop } from './event-loop.ts';

/** Two steps, each noted, with nothing awaited from outside between them. */
async function work(name: string, notes: string[]): Promise<void> {
  await endOfTurn();
  notes.push(`${name} 1`);
  await Promise.resolve();
  notes.push(`${name} 2`);
}

test('The steps of all who wait in one turn alternate.', async () => {
  const notes: string[] = [];
  await Promise.all([work('a', notes), work('b', notes)]);
  expect(notes).toEqual(['a 1', 'b 1', 'a 2', 'b 2']);
});

test('One who comes in a later turn waits for the end of that one.', async () => {
  await endOfTurn();
  const notes: string[] = [];
  setImmediate(() => notes.push('other work of the turn'));
  await endOfTurn();
  notes.push('its end');
  expect(notes).toEqual(['other work of the turn', 'its end']);
});

test('Of many who wait, 32 go on in each turn, in the order in which they came.', async () => {
  const notes: number[] = [];
  const turns: number[][] = [];
  const all = Promise.all(Array.from({ length: 80 }, (_, index) => endOfTurn().then(() => notes.push(index))));
  while (turns.flat().length < 80) {
    await new Promise((resolve) => setImmediate(resolve));
    turns.push(notes.splice(0));
  }
  await all;
  expect(turns.flat()).toEqual(Array.from({ length: 80 }, (_, index) => index));
  expect(Math.max(...turns.map(({ length }) => length))).toBe(32);
});

test('One who comes while others wait goes on after them.', async () => {
  const notes: string[] = [];
  const first = Promise.all(Array.from({ length: 33 }, () => endOfTurn().then(() => notes.push('first'))));
  await new Promise((resolve) => setImmediate(resolve));
  await Promise.all([first, endOfTurn().then(() => notes.push('later'))]);
  expect(notes).toEqual([...Array<string>(33).fill('first'), 'later']);
});

/** Keeps the event loop from receiving anything for so many milliseconds. */
function block(milliseconds: number): void {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
}

test('What arrived while the event loop was busy is not overdue.', async () => {
  const notes: string[] = [];
  await new Promise((resolve) => setImmediate(resolve));
  const answer = new Promise<void>((resolve) => stat(import.meta.filename, () => resolve()));
  const stop = whenOverdue(5, () => notes.push('overdue'));
  block(50);
  await answer.then(stop);
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(notes).toEqual([]);
});

test('What has not arrived is overdue after its time.', async () => {
  const started = performance.now();
  await new Promise<void>((resolve) => void whenOverdue(5, resolve));
  expect(performance.now() - started).toBeGreaterThanOrEqual(4);
});

test('Work on rows yields after a hundred of them, if the event loop has not gone on for two milliseconds.', async () => {
  let time = performance.now();
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => time);
  onTestFinished(() => clock.mockRestore());
  const yields = (): boolean[] => [98, 99, 100, 199].map((index) => yieldEvery(index) !== undefined);
  await yieldToEventLoop();
  expect(yields()).toEqual([false, false, false, false]);
  time += 2.1;
  expect(yields()).toEqual([false, true, false, true]);
  await yieldEvery(99);
  expect(yields()).toEqual([false, false, false, false]);
  time += 2.1;
  await endOfTurn();
  expect(yields()).toEqual([false, false, false, false]);
});

test('While work on rows has yielded, others go on.', async () => {
  const notes: string[] = [];
  setImmediate(() => notes.push('other'));
  block(10);
  await yieldEvery(99);
  notes.push('rows');
  expect(notes).toEqual(['other', 'rows']);
});

test('A promise ends within a time if it is fulfilled in it; one that is rejected in it throws.', async () => {
  const never = Promise.withResolvers<void>();
  expect(await endsWithin(never.promise, 1)).toBe(false);
  expect(await endsWithin(Promise.resolve(), 0)).toBe(true);
  expect(await endsWithin(undefined, 0)).toBe(true);
  await expect(endsWithin(Promise.reject(new Error('It has failed.')), 1000)).rejects.toThrow('It has failed.');
  // Nobody waits for it any more.
  never.reject(new Error('It fails later.'));
});
