import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Place } from './place.ts';
import type { Journey } from './shapes.ts';

const entries = [
  'grimoire',
  ...['cli', 'fastify', 'next', 'node', 'prisma', 'postgres', 'sqlite', 'testing'].map((path) => `grimoire/${path}`),
];
const everything = [...entries, '@grimoire/client', '@grimoire/protocol'].map((name, index) => `export * as a${index} from '${name}';\n`);

/** A config whose handlers use the types of their table. @param table statements that declare `orders` */
const config = (table: string): string => `import { action, defineAdmin, exportCsv, model, postgres, where } from 'grimoire';
${table}
export const order = model(orders, 'shop.Order', {
  fields: { total: { label: 'Sum' } },
  validate: (row, { before }) => (before?.status === 'paid' && row.status === 'new' ? { status: row.total } : undefined),
  hooks: { beforeSave: ({ before }) => (before ? {} : { status: 'new' }), afterSave: ({ row }) => console.log(row.total.length) },
  rows: ({ actor }) => where('status', 'in', actor.isSuperuser ? ['new', 'paid'] : ['new']),
  actions: {
    pack: async (_context, rows) => ({ n: await rows.where('status', '=', 'new').update({ status: 'paid' }) }),
    refund: action({
      params: { reason: { type: 'CharField', required: true } },
      run: ({ input }, rows) => rows.each((row, one) => one.update({ total: row.total + input.reason }).then(() => undefined)),
    }),
  },
});
// @ts-expect-error no value of the enum
model(orders, 'shop.Order', { rows: () => where('status', '=', 'lost') });
export default defineAdmin({
  database: postgres(process.env['DATABASE_URL']),
  models: [order],
  adminActions: [exportCsv('shop.Order')],
});
`;
const live = `import type { LiveTable } from 'grimoire';
interface Orders { readonly id: number; readonly status: 'new' | 'paid'; readonly total: string }
const orders = 'orders' as LiveTable<Orders, 'total'>;`;
const drizzle = `import { numeric, pgTable, serial, text } from 'drizzle-orm/pg-core';
const orders = pgTable('orders', { id: serial().primaryKey(), status: text({ enum: ['new', 'paid'] }).notNull().default('new'), total: numeric().notNull() });`;

/** A client of a config. */
const client = (from: string): string => `import { Client, type ModelsOf } from '@grimoire/client';
import type admin from '${from}';
const orders = new Client<ModelsOf<typeof admin>>({ baseUrl: '/' }).model('shop.Order');
void orders.create({ total: '1' });
void orders.action('refund', { ids: [1], input: { reason: 'x' } });
// @ts-expect-error it must send the total
void orders.create({ status: 'new' });
`;

const program = `import { Client } from '@grimoire/client';
import { defineAdmin, sqlite } from 'grimoire';
import { nextHandlers } from 'grimoire/next';
console.log(typeof defineAdmin({ database: sqlite(':memory:') }).fetch, typeof Client, typeof nextHandlers);
`;

/** Prints the errors of the compiler. Drizzle's own types need those of the drivers that it can use, and fail without them. */
const check = `const { spawnSync } = require('node:child_process');
const { stdout } = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '--noEmit'], { encoding: 'utf8', maxBuffer: 1e8 });
console.log(stdout.split('\\n').filter((line) => line.includes('error TS') && !line.startsWith('node_modules/drizzle-orm/')).join('\\n'));
`;

/** What the compiler has against the files of the folder, with the options of `tsc --init`, except that it checks all libraries too. */
async function errorsIn(place: Place): Promise<string> {
  await place.bin('tsc', '--init');
  const options = readFileSync(join(place.folder, 'tsconfig.json'), 'utf8');
  assert.match(options, /"skipLibCheck": true/);
  place.write({ 'tsconfig.json': options.replace(/.*"skipLibCheck".*/, ''), 'check.cjs': check });
  return (await place.node('check.cjs')).trim();
}

/** The resolution of `"module": "commonjs"`, which knows no `exports`. */
const commonjs: Journey = {
  name: 'types-commonjs',
  async run(place) {
    await place.install('typescript@5.9', 'drizzle-orm');
    const compilerOptions = { module: 'commonjs', target: 'es2022', strict: true, esModuleInterop: true, outDir: 'out', types: ['node'] };
    place.write({
      'check.cjs': check,
      'tsconfig.json': JSON.stringify({ compilerOptions }),
      'all.ts': [...everything, "export * from 'grimoire/drizzle';\n"].join(''),
      'live.ts': config(live),
      'client.ts': client('./live'),
      'program.ts': program,
    });
    assert.equal((await place.node('check.cjs')).trim(), '');
    await place.bin('tsc', '--skipLibCheck');
    assert.match(await place.node('out/program.js'), /^function function function$/m);
  },
};

function typesOf(version: string): readonly Journey[] {
  return [
    {
      name: `types-${version}`,
      async run(place) {
        await place.install(`typescript@${version}`);
        place.write({ 'all.mts': everything.join(''), 'live.mts': config(live), 'client.mts': client('./live.mjs') });
        assert.equal(await errorsIn(place), '');
        assert.equal(existsSync(join(place.folder, 'node_modules/@types/pg')), false);
      },
    },
    {
      name: `drizzle-${version}`,
      async run(place) {
        await place.install(`typescript@${version}`, 'drizzle-orm');
        const entry = "export * from 'grimoire/drizzle';\n";
        place.write({ 'entry.mts': entry, 'drizzle.mts': config(drizzle), 'client.mts': client('./drizzle.mjs') });
        assert.equal(await errorsIn(place), '');
      },
    },
  ];
}

/** Nothing of the packages fails to type-check, without `@types/pg` and without `skipLibCheck`. */
export const types: readonly Journey[] = [...['5.9', '7'].flatMap(typesOf), commonjs];
