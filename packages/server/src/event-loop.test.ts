import { expect, test } from 'vitest';
import { endOfTurn } from './event-loop.ts';

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
