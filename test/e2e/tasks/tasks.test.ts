import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBrowser } from '../../support/browser.ts';
import { before } from './before.ts';
import type { Counts } from './hand.ts';
import { runTask } from './run-task.ts';
import { tableOf } from './table.ts';
import { tasks } from './tasks.ts';

describe('the tasks of staff', () => {
  const page = readFileSync(new URL('../../../docs/reference/tasks.md', import.meta.url), 'utf8');
  const documented = new Map(
    page.split('\n').map((line) => {
      const [, name = '', clicks, keys] = line.split('|').map((cell) => cell.trim());
      return [name, { clicks: Number(clicks), keys: Number(keys) }] as const;
    }),
  );
  const measured = new Map<string, Counts>();
  const running: { browser?: Browser } = {};
  beforeAll(async () => {
    running.browser = await startBrowser();
  });
  afterAll(async () => {
    await running.browser?.close();
    if (process.env['CI'] !== undefined) console.log(tableOf(measured));
  });

  it.each(tasks)('$name: as many clicks and keys as the documentation says', async (task) => {
    const counts = await runTask(running.browser as Browser, task);
    measured.set(task.name, counts);
    // The requests depend on how fast the machine is: what is asked after a pause between keys, and before the pointer comes.
    expect({ clicks: counts.clicks, keys: counts.keys }).toEqual(documented.get(task.name));
  });

  it('are compared with what each of them took before', () => {
    expect(Object.keys(before)).toEqual(tasks.map(({ name }) => name));
  });
});
