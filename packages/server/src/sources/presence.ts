import type { Problems } from '../model/build/checks.ts';
import { bareName } from '../model/naming.ts';
import { type TableDescription, tableId } from '../model/table.ts';
import type { LiveTables } from '../databases/catalog.ts';
import type { Database } from '../databases/database.ts';

/** A table whose description comes from a config, and the place in that config. */
export interface Described {
  readonly place: string;
  readonly description: TableDescription;
}

/** Reports each described table that the database lacks, and each of its columns that the database lacks. */
export async function checkPresence(
  database: Database,
  tables: readonly Described[],
  { catalog, problems }: { readonly catalog: LiveTables; readonly problems: Problems },
): Promise<void> {
  if (tables.length === 0) return;
  const wanted = tables.map(({ description: { table, columns } }) => ({ ...table, columns: columns.map(({ column }) => column) }));
  for (const { place: index, column } of await database.dialect.catalog.missing(database, wanted)) {
    const { place, description } = tables[index] as Described;
    const name = description.table.name;
    if (column === null) {
      const cure = 'Create it, by the migrations that you use, or look whether this is the database that you mean.';
      problems.add('E004', place, { message: `"${name}" is not there.`, cure });
    } else {
      const others = otherSpellings(column, description, catalog);
      const cure =
        others.length > 0
          ? `The database has ${others.map((other) => `"${other}"`).join(', ')}: write that name into the table that the model is made of.`
          : 'Add it, by the migrations that you use, or take it out of the table that the model is made of.';
      problems.add('E006', place, { message: `"${name}" has no "${column}".`, cure });
    }
  }
}

/** The columns of the database that differ from this one in case and marks alone, and that the description does not name. */
function otherSpellings(column: string, { table, columns }: TableDescription, catalog: LiveTables): string[] {
  const schema = table.schema === catalog.defaultSchema ? undefined : table.schema;
  const stored = catalog.tables.find((one) => tableId(one.table) === tableId({ ...table, schema }));
  const named = new Set(columns.map((one) => one.column));
  const names = (stored?.columns ?? []).map((one) => one.column);
  return names.filter((name) => !named.has(name) && bareName(name) === bareName(column));
}
