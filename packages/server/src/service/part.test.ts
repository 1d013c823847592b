import { expect, it } from 'vitest';
import { type Part, Parts } from './part.ts';

/** Parts that note what happens to them. */
function noting(failing: { readonly start?: string; readonly stop?: string } = {}) {
  const events: string[] = [];
  const part = (name: string): Part => ({
    name,
    start() {
      events.push(`start ${name}`);
      if (failing.start === name) throw new Error('no start');
    },
    async stop() {
      events.push(`stop ${name}`);
      if (failing.stop === name) throw new Error('no stop');
    },
  });
  const parts = new Parts([part('a'), part('b'), part('c')], (error, name) => events.push(`${name}: ${(error as Error).message}`));
  return { parts, events };
}

it('starts parts in turn, and stops them in the reverse order, once', async () => {
  const { parts, events } = noting();
  await parts.start();
  await parts.stop();
  await parts.stop();
  expect(events).toEqual(['start a', 'start b', 'start c', 'stop c', 'stop b', 'stop a']);
});

it('stops the others where one does not end well', async () => {
  const { parts, events } = noting({ stop: 'b' });
  await parts.start();
  await parts.stop();
  expect(events.slice(3)).toEqual(['stop c', 'stop b', 'b: no stop', 'stop a']);
});

it('stops those that have begun where one does not begin', async () => {
  const { parts, events } = noting({ start: 'b' });
  await expect(parts.start()).rejects.toThrow('no start');
  expect(events).toEqual(['start a', 'start b', 'stop b', 'stop a']);
});
