import type { ForeignKeyDescription, TableDescription, TableName } from './table.ts';
import { tableId } from './table.ts';

/** What a delete does to the rows that point to the deleted one. */
export type DeleteEffect = 'cascade' | 'unlink' | 'block';

/** A foreign key seen from the table that it points to. */
export interface IncomingKey {
  readonly table: TableDescription;
  readonly columns: readonly string[];
  readonly targetColumns: readonly string[];
  readonly effect: DeleteEffect;
  /** Whether a link that is lost becomes the column's default, and not null. */
  readonly setsDefault: boolean;
}

function effectOf(table: TableDescription, { columns, onDelete }: ForeignKeyDescription): DeleteEffect {
  if (onDelete === 'cascade') return 'cascade';
  if (onDelete === 'restrict' || onDelete === 'no action') return 'block';
  const isKept = table.columns.some((column) => columns.includes(column.column) && !column.null);
  // A column that can't be null refuses to be set so.
  return onDelete === 'set null' && isKept ? 'block' : 'unlink';
}

/** The foreign keys of all tables of the database, as the database itself has them: what a delete will really do. */
export class References {
  readonly #into = new Map<string, IncomingKey[]>();
  readonly #tables = new Map<string, TableDescription>();

  constructor(tables: readonly TableDescription[]) {
    for (const table of tables) {
      this.#tables.set(tableId(table.table), table);
      for (const key of table.foreignKeys) {
        const id = tableId(key.table);
        const incoming: IncomingKey = {
          table,
          columns: key.columns,
          targetColumns: key.targetColumns,
          effect: effectOf(table, key),
          setsDefault: key.onDelete === 'set default',
        };
        this.#into.set(id, [...(this.#into.get(id) ?? []), incoming]);
      }
    }
  }

  /** The foreign keys that point to a table. */
  into(table: TableName): readonly IncomingKey[] {
    return this.#into.get(tableId(table)) ?? [];
  }

  /** What a source says of a table, with what only the database knows: what it refuses, and which texts are equal. */
  asStored(description: TableDescription): TableDescription {
    const stored = this.describe(description.table);
    if (!stored || stored === description) return description;
    const columnsStored = new Map(stored.columns.map((column) => [column.column, column]));
    const columns = description.columns.map((column) => {
      const { refused = {}, limits } = columnsStored.get(column.column) ?? {};
      return { ...column, refused, ...(limits?.isNondeterministic ? { limits: { ...column.limits, isNondeterministic: true } } : {}) };
    });
    const { table, refused = {}, hasFillingTrigger = false, hasNullKeys = false } = stored;
    return { ...description, table, columns, refused, hasFillingTrigger, hasNullKeys };
  }

  /** What the database says of a table. */
  describe(table: TableName): TableDescription | undefined {
    return this.#tables.get(tableId(table));
  }
}
