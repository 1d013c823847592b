import { parseArgs } from 'node:util';
import { run, serveAdmin, UsageError } from 'grimoire/cli';
import { type PreparedData, prepareData } from './prepare-data.ts';
import { shopTarget } from './shop-target.ts';
import { makeStaff, staffMembers } from './staff.ts';

/** Reads `--rows N`: how many orders to make anew. */
function wantedOrders(): number | undefined {
  const { values, positionals } = parseArgs({ options: { rows: { type: 'string' } }, strict: false });
  const unknown = [...Object.keys(values).filter((name) => name !== 'rows'), ...positionals];
  if (unknown.length > 0) throw new UsageError(`"${unknown[0]}" is not understood; --rows N is, the number of orders to make.`);
  const text = values.rows;
  if (text === undefined) return undefined;
  const orders = Number(text);
  if (typeof text !== 'string' || !/^\d{1,8}$/.test(text) || orders < 1)
    throw new UsageError(`--rows ${text}: a number of orders is wanted, such as --rows 100000.`);
  return orders;
}

function wantedPort(): number {
  const port = Number(process.env['PORT'] ?? 8000);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new UsageError(`PORT=${process.env['PORT']} is no port.`);
  return port;
}

function report({ orders, made, added }: PreparedData): void {
  const amount = `${orders.toLocaleString('en')} orders`;
  const since = added === 0 ? '' : `, ${added.toLocaleString('en')} of them since the last start`;
  console.log(made === null ? `The data is there: ${amount}${since}.` : `Made the data: ${amount} in ${(made / 1000).toFixed(1)} s.`);
}

/** Who can sign in, as a table. */
function accounts(): string {
  const rows = [
    ['user', 'password', 'group', 'may'],
    ...staffMembers.map(({ username, group, may }) => [username, username, group ?? '(superuser)', may]),
  ];
  const width = (column: number): number => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  return rows.map((row) => `  ${row.map((cell, column) => cell.padEnd(width(column) + 2)).join('')}`.trimEnd()).join('\n');
}

await run(async () => {
  const [orders, port] = [wantedOrders(), wantedPort()];
  const target = shopTarget();
  // Only now: an address of the environment that is none is told as a mistake.
  const { default: admin } = await import('./grimoire.config.ts');
  report(await prepareData(target, { until: new Date(), ...(orders === undefined ? {} : { orders }) }));
  try {
    await makeStaff(admin, target);
    // The demo's data is no secret: its tokens may be signed with what stands in its database.
    await admin.operations.notes();
    await admin.ready();
    await serveAdmin(admin, { host: '127.0.0.1', port });
  } catch (error) {
    await admin.close();
    throw error;
  }
  console.log(`\n${accounts()}`);
});
