import pg from 'pg';
import type { TestDatabase } from '../support/databases.ts';

const rowsPerStatement = 500;

/** Notes the statements that make tables and indexes, whoever runs them, until it is stopped. */
export function captureDefinitions(): { readonly statements: string[]; stop(): void } {
  const statements: string[] = [];
  const prototype = pg.Client.prototype as { query: (...given: unknown[]) => unknown };
  const original = prototype.query;
  prototype.query = function query(this: unknown, ...given: unknown[]) {
    const [first] = given;
    const text = typeof first === 'string' ? first : String((first as { text?: unknown } | null)?.text ?? '');
    if (/^\s*create\s+(table|(unique\s+)?index)\b/i.test(text)) statements.push(text.trim());
    return original.apply(this, given);
  };
  return {
    statements,
    stop() {
      prototype.query = original;
    },
  };
}

/** A script that makes these tables in an empty database, with the rows and the sequences that this one has. */
export async function postgresScript(database: TestDatabase, definitions: readonly string[]): Promise<string> {
  const parts = definitions.map((statement) => `${statement};`);
  await database.execute(`SET TimeZone = 'UTC'`);
  for (const table of await tablesOf(database)) parts.push(...(await insertsOf(database, table)));
  for (const sequence of await sequencesOf(database)) {
    const [row] = await database.query(`SELECT last_value, is_called FROM "${sequence}"`);
    parts.push(`SELECT setval('"${sequence}"', ${String(row?.['last_value'])}, ${String(row?.['is_called'])});`);
  }
  return `${parts.join('\n')}\n`;
}

/** What the catalog says of tables, columns, constraints, indexes and sequences, to compare two databases by. */
export async function catalogOf(database: TestDatabase): Promise<string> {
  const queries = [
    `SELECT table_name, column_name, ordinal_position, data_type, character_maximum_length, numeric_precision, numeric_scale,
      is_nullable, column_default, is_identity, identity_generation FROM information_schema.columns WHERE table_schema = 'public'
      ORDER BY table_name, ordinal_position`,
    `SELECT conrelid::regclass::text AS t, conname, pg_get_constraintdef(oid) AS def FROM pg_constraint
      WHERE connamespace = 'public'::regnamespace ORDER BY 1, 2`,
    `SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1`,
    `SELECT sequencename, data_type::text AS data_type, last_value FROM pg_sequences WHERE schemaname = 'public' ORDER BY 1`,
  ];
  const answers: unknown[] = [];
  for (const query of queries) answers.push(await database.query(query));
  return JSON.stringify(answers);
}

/** In the order in which they were made, so that a row comes after those that it refers to. */
async function tablesOf(database: TestDatabase): Promise<string[]> {
  const rows = await database.query(
    `SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY oid`,
  );
  return rows.map((row) => String(row['relname']));
}

async function sequencesOf(database: TestDatabase): Promise<string[]> {
  const rows = await database.query(`SELECT sequencename FROM pg_sequences WHERE schemaname = 'public' ORDER BY 1`);
  return rows.map((row) => String(row['sequencename']));
}

async function insertsOf(database: TestDatabase, table: string): Promise<string[]> {
  const columns = await database.query(
    `SELECT column_name FROM information_schema.columns WHERE table_schema = 'public' AND table_name = ? ORDER BY ordinal_position`,
    [table],
  );
  const names = columns.map((row) => `"${String(row['column_name'])}"`);
  const literals = names.map((name) => `quote_nullable(${name}::text)`).join(` || ', ' || `);
  const rows = await database.query(`SELECT '(' || ${literals} || ')' AS row FROM "${table}" ORDER BY ${names[0]}`);
  const statements: string[] = [];
  for (let start = 0; start < rows.length; start += rowsPerStatement) {
    const some = rows.slice(start, start + rowsPerStatement).map((row) => String(row['row']));
    statements.push(`INSERT INTO "${table}" (${names.join(', ')}) VALUES\n${some.join(',\n')};`);
  }
  return statements;
}
