import { isTimeOfBookkeeping } from '../model/naming.ts';
import { type ForeignKeyDescription, type LinkDescription, type TableDescription, tableId } from '../model/table.ts';
import { uniqueNames } from './live-names.ts';

/** A table that does nothing but link the rows of two others, with its two foreign keys. */
export interface Pivot {
  readonly table: TableDescription;
  readonly ends: readonly [ForeignKeyDescription, ForeignKeyDescription];
}

/** The foreign keys of one column each by which a table could link rows of others; none if it links nothing. */
export function linkKeys({ foreignKeys, isView }: TableDescription): readonly ForeignKeyDescription[] {
  const single = foreignKeys.filter(({ columns }) => columns.length === 1);
  return isView || single.length < 2 ? [] : single;
}

/**
 * The tables without a key of their own that link two others of these, by one column each, and hold nothing else but times of bookkeeping.
 * @param tables the tables that can be served.
 */
export function pivotsOf(all: readonly TableDescription[], tables: readonly TableDescription[]): readonly Pivot[] {
  const served = new Map(tables.map((table) => [tableId(table.table), table]));
  return all.flatMap((table): Pivot[] => {
    const [first, second, ...more] = linkKeys(table);
    if (!first || !second || more.length > 0 || !isKeyless(table) || tableId(first.table) === tableId(second.table)) return [];
    const isEnd = ({ table: target }: ForeignKeyDescription): boolean => served.get(tableId(target))?.primaryKey.length === 1;
    const ends = new Set([first, second].flatMap(({ columns }) => columns));
    const others = table.columns.filter(({ column }) => !ends.has(column) && column !== table.rowIdentity);
    const isPlain = others.every(
      ({ name, null: mayBeNull, hasDefault }) => isTimeOfBookkeeping(name) && (mayBeNull || hasDefault === true),
    );
    return isEnd(first) && isEnd(second) && ends.size === 2 && isPlain ? [{ table, ends: [first, second] }] : [];
  });
}

function isKeyless({ primaryKey, rowIdentity }: TableDescription): boolean {
  return primaryKey.length === 0 || primaryKey[0] === rowIdentity;
}

/** The many-to-many relations of a table by pivots, each with the name of the table that it leads to. */
export function linksBy(pivots: readonly Pivot[], { table, columns }: TableDescription): readonly LinkDescription[] {
  const id = tableId(table);
  const own = pivots.flatMap(({ table: through, ends }) => {
    const source = ends.find((end) => tableId(end.table) === id);
    const target = ends.find((end) => end !== source);
    return source && target ? [{ through, source, target }] : [];
  });
  const wanted = own.map(({ through, target }) => {
    const isOnly = own.filter((other) => tableId(other.target.table) === tableId(target.table)).length === 1;
    return isOnly ? target.table.name : through.table.name;
  });
  const names = uniqueNames(
    wanted,
    columns.map(({ name }) => name),
  );
  return own.map(({ through, source, target }, index) => ({
    name: names[index] ?? '',
    through,
    source: source.columns[0] ?? '',
    target: target.columns[0] ?? '',
  }));
}
