import { expect, it } from 'vitest';
import { configText } from './config-text.ts';
import { importEndOf } from './project.ts';

it('a config of a live database', () => {
  expect(
    configText({ opens: 'open', file: "a'b.db", models: { kind: 'live', unread: [] } }),
  ).toBe(`import { defineAdmin, open } from 'grimoire';

export default defineAdmin({
  database: open('a\\'b.db'),
  // Every table is served. To describe them one by one: \`grimoire pull\`, and \`models\`.
});
`);
});

it('a config of a Drizzle schema names each table that can be served', () => {
  const tables = [
    { exportName: 'orders', key: 'Orders', leftOut: undefined },
    { exportName: 'log', key: 'Log', leftOut: 'it has no key' },
  ];
  const files = [{ name: 'schema', path: './db/schema.ts', tables }];
  expect(
    configText({ opens: 'open', file: undefined, models: { kind: 'drizzle', files, unread: [] } }),
  ).toBe(`import { defineAdmin, model, open } from 'grimoire';
import * as schema from './db/schema.ts';

export default defineAdmin({
  database: open(process.env['DATABASE_URL']),
  models: [
    model(schema.orders, 'main.Orders'),
    // model(schema.log, 'main.Log'): it has no key.
  ],
});
`);
});

it('a config of a Prisma schema has the types of its client, if there is one', () => {
  const prisma = { kind: 'prisma', path: './prisma/schema.prisma', leftOut: [] } as const;
  const typed = configText({ opens: 'open', file: undefined, models: { ...prisma, client: '@prisma/client' } });
  expect(typed).toContain("import type { Prisma } from '@prisma/client';\n");
  expect(typed).toContain("const db = prisma<Prisma.TypeMap>('./prisma/schema.prisma');\n");
  const untyped = configText({ opens: 'open', file: undefined, models: { ...prisma, client: undefined } });
  expect(untyped).toContain("const db = prisma('./prisma/schema.prisma');\n");
  expect(untyped).toContain("  models: prismaModels(db, 'main'),\n");
});

it('imported files are named as the compiler requires it', () => {
  expect(importEndOf(undefined)).toBe('.ts');
  expect(importEndOf('{ "compilerOptions": { "module": "NodeNext" } }')).toBe('.js');
  expect(importEndOf('{ "compilerOptions": { "moduleResolution": "bundler" } }')).toBe('');
  expect(importEndOf('{ "compilerOptions": { "module": "nodenext", "allowImportingTsExtensions": true } }')).toBe('.ts');
  expect(importEndOf('{\n  // "allowImportingTsExtensions": true,\n  "compilerOptions": { "module": "nodenext" } }')).toBe('.js');
});
