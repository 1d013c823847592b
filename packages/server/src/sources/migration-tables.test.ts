import { expect, it } from 'vitest';
import type { ColumnDescription } from '../model/table.ts';
import { migrationToolOf } from './migration-tables.ts';

const toolOf = (name: string, ...columns: string[]): string | undefined =>
  migrationToolOf({ table: { schema: undefined, name }, columns: columns.map((column) => ({ column })) as unknown as ColumnDescription[] });

it('knows the tables of migrations by their names, and common names by their columns too', () => {
  expect(toolOf('_prisma_migrations', 'id')).toBe('Prisma');
  expect(toolOf('migrations', 'id', 'migration', 'batch')).toBe('Laravel');
  expect(toolOf('migrations', 'id', 'timestamp', 'name')).toBe('TypeORM');
  expect([toolOf('migrations', 'id', 'bird'), toolOf('schema_migrations', 'id'), toolOf('orders', 'version')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
