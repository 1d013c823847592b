/**
 * A day's work at the demo, by a program: `npm start` in one terminal, `node examples/client/days-work.ts` in another.
 * The address of another service may be given.
 */
import { Client, type ModelsOf, settled } from '@grimoire/client';
import type { shopAdmin } from '@grimoire/example-shop/admin';

const baseUrl = process.argv[2] ?? 'http://localhost:8000/api/';

// What the shop's tables don't have does not compile: try `status: 'pad'` below.
const client = new Client<ModelsOf<ReturnType<typeof shopAdmin>>>({ baseUrl });
const { name } = await client.login<{ name: string }>({ username: 'admin', password: 'admin' });
console.log(`Signed in as ${name}.`);
const orders = client.model('sales.Order');
const customers = client.model('crm.Customer');

// Find: what was paid and waits longest.
const waiting = await orders.list({ status: ['paid', 'packed', 'shipped'], ordering: 'placedAt', page_size: 5 });
console.log(`${waiting.count} paid orders wait, the first from ${waiting.results[0]?.placedAt.slice(0, 10)}.`);

// Change one, unless a colleague is faster.
const [oldest] = waiting.results;
if (!oldest) throw new Error('Nothing to do.');
const { row, etag } = await orders.get(oldest.id);
await orders.update(row.id, { note: 'Send first' }, { ifMatch: etag });
const late = await settled(orders.update(row.id, { note: 'Send last' }, { ifMatch: etag }));
if (late.ok || late.problem.kind !== 'conflict') throw new Error('A change was lost.');
console.log(`${row.number} is to be sent first; a second change by the old ETag was refused.`);

// Change many alike, once, however often the request is sent.
const ids = waiting.results.map(({ id }) => id);
const idempotencyKey = crypto.randomUUID();
for (const _attempt of [1, 2])
  console.log(`${await orders.updateMany(ids, { status: 'shipped' }, { idempotencyKey })} orders are on their way.`);

// A new customer with an address, both or neither.
const [made] = await customers.operations([
  { op: 'create', data: { firstName: 'Zoë', lastName: 'Ek', email: `zoe.${Date.now()}@example.com`, country: 'SE', region: 'north' } },
  {
    op: 'create',
    model: 'crm.Address',
    data: { customer: { $ref: 0 }, kind: 'billing', street: 'Storgatan 1', city: 'Umeå', postalCode: '903 26', country: 'SE' },
  },
]);
console.log(`Customer ${made?.pk} has ${(await client.model('crm.Address').list({ customer: String(made?.pk) })).count} address.`);

// Run an action; what it could not do it says row by row.
const report = await orders.action('refund', { ids: ids.slice(0, 3), input: { reason: 'Broken' } });
const again = await orders.action('refund', { allFiltered: { id__in: ids.slice(0, 4).join(',') } });
console.log(report.message, again.message);

// Take the result along.
const file = await orders.download('export_order', {
  allFiltered: { status: 'refunded' },
  input: { columns: ['number', 'customer', 'total'] },
});
const lines = (await (await file.blob()).text()).trimEnd().split('\r\n');
console.log(`${file.name}: ${lines[0]} and ${lines.length - 1} orders.`);

await client.logout();
