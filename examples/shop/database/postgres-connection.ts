import { getTableName } from 'drizzle-orm';
import pg from 'pg';
import type { ShopConnection } from './connection.ts';
import { quoted } from './create-tables.ts';
import { driverValue, insertColumns } from './insert-columns.ts';

const rowsPerStatement = 5000;

/** Connects to a PostgreSQL database for making the demo's rows in it. */
export async function connectPostgres(url: string): Promise<ShopConnection> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return {
    async execute(sql) {
      await client.query(sql);
    },
    async query(sql, parameters = []) {
      let place = 0;
      const result = await client.query<Record<string, unknown>>(
        sql.replaceAll('?', () => `$${++place}`),
        [...parameters],
      );
      return result.rows;
    },
    async hasTable(name) {
      const { rows } = await client.query<{ found: boolean }>('SELECT to_regclass(quote_ident($1)) IS NOT NULL AS found', [name]);
      return rows.some(({ found }) => found);
    },
    async insert(table, rows) {
      const columns = insertColumns(table, rows);
      const names = columns.map(({ column }) => quoted(column.name));
      // One array of texts for each column: a statement of one shape, however many rows there are.
      const values = names.map((name, place) => `${name}::${columns[place]?.column.getSQLType()}`);
      const arrays = names.map((_, place) => `$${place + 1}::text[]`);
      const sql = `INSERT INTO ${quoted(getTableName(table))} (${names.join(', ')}) SELECT ${values.join(', ')} FROM unnest(${arrays.join(', ')}) AS rows (${names.join(', ')})`;
      for (let start = 0; start < rows.length; start += rowsPerStatement) {
        const chunk = rows.slice(start, start + rowsPerStatement);
        await client.query(
          sql,
          columns.map((column) => chunk.map((row) => textOf(driverValue(column, row)))),
        );
      }
    },
    async close() {
      await client.end();
    },
  };
}

function textOf(value: unknown): string | null {
  return value === null ? null : String(value);
}
