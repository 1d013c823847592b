import type { Problems } from '../model/build/checks.ts';
import type { TableDescription } from '../model/table.ts';
import type { Database } from '../databases/database.ts';

/** A table whose description comes from a config, and the place in that config. */
export interface Described {
  readonly place: string;
  readonly description: TableDescription;
}

/** Reports each described table that the database lacks, and each of its columns that the database lacks. */
export async function checkPresence(database: Database, tables: readonly Described[], problems: Problems): Promise<void> {
  if (tables.length === 0) return;
  const wanted = tables.map(({ description: { table, columns } }) => ({ ...table, columns: columns.map(({ column }) => column) }));
  for (const { place: index, column } of await database.dialect.catalog.missing(database, wanted)) {
    const { place, description } = tables[index] as Described;
    const name = description.table.name;
    if (column === null) {
      const cure = 'Create it, by the migrations that you use, or look whether this is the database that you mean.';
      problems.add('E004', place, { message: `"${name}" is not there.`, cure });
    } else {
      const cure = 'Add it, by the migrations that you use, or take it out of the table that the model is made of.';
      problems.add('E006', place, { message: `"${name}" has no "${column}".`, cure });
    }
  }
}
