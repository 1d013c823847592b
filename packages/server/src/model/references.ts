import type { ForeignKeyDescription, TableDescription, TableName } from './table.ts';
import { PointingColumns, kindOf } from './pointing-columns.ts';
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
  /** Whether only the source of a model declares it: the database neither checks it nor does what it says. */
  readonly isDeclared: boolean;
}

function effectOf(table: TableDescription, { columns, onDelete }: ForeignKeyDescription): DeleteEffect {
  if (onDelete === 'cascade') return 'cascade';
  if (onDelete === 'restrict' || onDelete === 'no action') return 'block';
  const isKept = table.columns.some((column) => columns.includes(column.column) && !column.null);
  // A column that is not nullable cannot be set to null.
  return onDelete === 'set null' && isKept ? 'block' : 'unlink';
}

function isComparable(
  table: TableDescription,
  column: string,
  target: TableDescription | undefined,
  targetColumn: string | undefined,
): boolean {
  const [own, other] = [table, target].map((one, index) => one?.columns.find((each) => each.column === [column, targetColumn][index]));
  return own !== undefined && other !== undefined && kindOf(own) === kindOf(other);
}

/** The foreign keys of all tables: those of the database, and those that only the sources of models declare. They decide what a delete does. */
export class References {
  readonly #into = new Map<string, IncomingKey[]>();
  readonly #tables = new Map<string, TableDescription>();
  readonly #pointing: PointingColumns;

  /**
   * @param tables the tables of the database.
   * @param host.described tables as the sources of models describe them.
   * @param host.tables the tables of the host application.
   */
  constructor(
    tables: readonly TableDescription[],
    host: { readonly described?: readonly TableDescription[]; readonly tables?: readonly TableDescription[] } = {},
  ) {
    for (const table of tables) this.#tables.set(tableId(table.table), table);
    for (const table of tables) for (const key of table.foreignKeys) this.#add(table, key, false);
    for (const description of host.described ?? []) {
      const stored = this.describe(description.table);
      if (!stored || stored.isView) continue;
      for (const key of description.foreignKeys) if (this.#isMissing(stored, key)) this.#add(stored, key, true);
    }
    const incoming = [...this.#into.values()].flat();
    this.#pointing = new PointingColumns(host.tables ?? [], incoming);
  }

  #add(table: TableDescription, key: ForeignKeyDescription, isDeclared: boolean): void {
    const id = tableId(key.table);
    const { columns, targetColumns } = key;
    const effect = isDeclared && key.onDelete === 'set default' ? 'block' : effectOf(table, key);
    const incoming = { table, columns, targetColumns, effect, setsDefault: key.onDelete === 'set default', isDeclared };
    this.#into.set(id, [...(this.#into.get(id) ?? []), incoming]);
  }

  /** Whether the database lacks a foreign key that a source declares, over columns that it has and can compare. */
  #isMissing(stored: TableDescription, { columns, table, targetColumns }: ForeignKeyDescription): boolean {
    const target = this.describe(table);
    const isSame = (other: IncomingKey): boolean =>
      other.table === stored && other.columns.length === columns.length && other.columns.every((column) => columns.includes(column));
    const isThere = columns.every((column, index) => isComparable(stored, column, target, targetColumns[index]));
    return target !== undefined && !target.isView && columns.length > 0 && isThere && !this.into(table).some(isSame);
  }

  /** Whether rows may point at those of a table without a foreign key, as far as the names of columns tell. */
  mayBePointedAt(table: TableName): boolean {
    const described = this.describe(table);
    return described !== undefined && this.#pointing.mayPointAt(described);
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
