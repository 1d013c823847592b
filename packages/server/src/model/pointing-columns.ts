import { fieldTypes } from './field-types/all.ts';
import { bareName } from './naming.ts';
import { pluralOf } from './plurals.ts';
import { type ColumnDescription, type TableDescription, tableId } from './table.ts';

/** What can be compared with the values of a column: two columns are of one kind if theirs can be equal. */
export function kindOf({ type }: ColumnDescription): string {
  return /Auto/.test(type) ? 'integer' : (fieldTypes[type].traits.family ?? type);
}

/** A column that has the name of a reference, and no foreign key. */
interface Pointing {
  readonly kind: string;
  /** The name before `_id`. */
  readonly stem: string;
  /** Whether another column says which table it is (`subject_type` beside `subject_id`). */
  readonly isPolymorphic: boolean;
}

/** The columns of a database that may point at rows without a foreign key, as applications of Rails and Laravel have them. */
export class PointingColumns {
  readonly #columns: readonly Pointing[];
  readonly #hasForeignKeys: boolean;

  /** @param known the foreign keys, as those of the tables that have them. */
  constructor(
    tables: readonly TableDescription[],
    known: readonly { readonly table: TableDescription; readonly columns: readonly string[] }[],
  ) {
    const referencing = new Set(known.flatMap(({ table, columns }) => columns.map((column) => `${tableId(table.table)} ${column}`)));
    this.#hasForeignKeys = known.length > 0;
    this.#columns = tables.filter(({ isView }) => !isView).flatMap((table) => pointingIn(table, referencing));
  }

  /** Whether a column may point at rows of this table. */
  mayPointAt({ table, primaryKey, columns }: TableDescription): boolean {
    const [key, ...others] = columns.filter(({ column }) => primaryKey.includes(column));
    if (!key || others.length > 0) return false;
    const kind = kindOf(key);
    const name = bareName(table.name);
    const isOf = ({ stem, isPolymorphic }: Pointing): boolean =>
      isPolymorphic || !this.#hasForeignKeys || stem === name || bareName(pluralOf(stem)) === name;
    return this.#columns.some((column) => column.kind === kind && isOf(column));
  }
}

function pointingIn({ table, columns, primaryKey }: TableDescription, referencing: ReadonlySet<string>): Pointing[] {
  const names = new Set(columns.map(({ column }) => bareName(column)));
  return columns.flatMap((column): Pointing[] => {
    const [, written] = /^(.+?)(?:_id|Id|ID)$/.exec(column.column) ?? [];
    const isOwn = primaryKey.length === 1 && primaryKey[0] === column.column;
    if (written === undefined || isOwn || referencing.has(`${tableId(table)} ${column.column}`)) return [];
    const stem = bareName(written);
    return [{ kind: kindOf(column), stem, isPolymorphic: names.has(`${stem}type`) }];
  });
}
