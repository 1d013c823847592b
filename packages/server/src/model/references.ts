import type { ForeignKeyDescription, TableDescription, TableName } from './table.ts';
import { tableId } from './table.ts';

/** What a delete does to the rows that reference the deleted one. */
export type DeleteEffect = 'cascade' | 'unlink' | 'block';

/** A foreign key, as seen from the table that it references. */
export interface IncomingKey {
  readonly table: TableDescription;
  readonly columns: readonly string[];
  readonly targetColumns: readonly string[];
  readonly effect: DeleteEffect;
  /** Whether the column is set to its default when the link is lost, and not to null. */
  readonly setsDefault: boolean;
}

function effectOf(table: TableDescription, { columns, onDelete }: ForeignKeyDescription): DeleteEffect {
  if (onDelete === 'cascade') return 'cascade';
  if (onDelete === 'restrict' || onDelete === 'no action') return 'block';
  const isKept = table.columns.some((column) => columns.includes(column.column) && !column.null);
  // A column that is not nullable cannot be set to null.
  return onDelete === 'set null' && isKept ? 'block' : 'unlink';
}

/** The foreign keys of all tables as the database declares them: they decide what a delete does. */
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

  /** The foreign keys that reference a table. */
  into(table: TableName): readonly IncomingKey[] {
    return this.#into.get(tableId(table)) ?? [];
  }

  /** A source's description of a table, with facts that only the database knows: which writes it refuses, and how it compares values. */
  asStored(description: TableDescription): TableDescription {
    const stored = this.describe(description.table);
    if (!stored || stored === description) return description;
    const columnsStored = new Map(stored.columns.map((column) => [column.column, column]));
    const columns = description.columns.map((column) => {
      const { refused = {}, limits: { isNondeterministic, comparedAs } = {}, mayBeFilled = false } = columnsStored.get(column.column) ?? {};
      const own = { ...(isNondeterministic ? { isNondeterministic } : {}), ...(comparedAs === undefined ? {} : { comparedAs }) };
      return { ...column, refused, mayBeFilled, ...(Object.keys(own).length > 0 ? { limits: { ...column.limits, ...own } } : {}) };
    });
    const { table, refused = {}, hasFillingTrigger = false, hasNullKeys = false, redirects } = stored;
    return { ...description, table, columns, refused, hasFillingTrigger, hasNullKeys, ...(redirects ? { redirects } : {}) };
  }

  /** The database's description of a table. */
  describe(table: TableName): TableDescription | undefined {
    return this.#tables.get(tableId(table));
  }
}
