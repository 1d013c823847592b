import { expect, it } from 'vitest';
import { LateWork } from './late-work.ts';

const hour = 3_600_000;

it('runs what waits when the service ends, and ends with it', async () => {
  const done: string[] = [];
  const late = new LateWork((error) => done.push((error as Error).message));
  late.after(hour, async () => void done.push('a'));
  late.after(hour, async () => {
    throw new Error('refused');
  });
  expect(done).toEqual([]);
  await late.stop();
  expect(done.toSorted()).toEqual(['a', 'refused']);
  await late.stop();
  expect(done).toHaveLength(2);
});

it('runs at once, and once more, what a job asks for while the service ends', async () => {
  const done: string[] = [];
  const late = new LateWork(() => {});
  late.after(hour, async () => {
    late.after(hour, async () => void done.push('again'));
  });
  await late.stop();
  expect(done).toEqual(['again']);
});

it('runs a job after its time', async () => {
  const late = new LateWork(() => {});
  await new Promise<void>((resolve) => late.after(1, async () => resolve()));
  await late.stop();
});
