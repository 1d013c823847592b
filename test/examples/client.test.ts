import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { startShop } from '../support/shop.ts';

const script = fileURLToPath(new URL('../../examples/client/days-work.ts', import.meta.url));

it.each(dialects)("a program does a day's work at the demo on %s", async (dialect) => {
  await using shop = await startShop(dialect, 2000);
  const { stdout } = await promisify(execFile)(process.execPath, [script, shop.baseUrl]);
  const said = stdout.trimEnd().split('\n');
  expect(said).toEqual([
    'Signed in as Ada Ministrator.',
    expect.stringMatching(/^\d+ paid orders wait, the first from 20\d\d-\d\d-\d\d\.$/),
    expect.stringMatching(/^\S+ is to be sent first; a second change by the old ETag was refused\.$/),
    '5 orders are on their way.',
    '5 orders are on their way.',
    expect.stringMatching(/^Customer [0-9a-f-]{36} has 1 address\.$/),
    '3 orders refunded. 1 of 4 done, 3 failed.',
    expect.stringMatching(/^sales-order-\S+\.csv: \S+ and \d+ orders\.$/),
  ]);
});
