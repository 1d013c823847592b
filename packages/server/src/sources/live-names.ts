import type { ForeignKeyDescription } from '../model/table.ts';

/**
 * The field names of a live table's columns. A foreign key `customer_id`, `customerId` or `CustomerID` is named `customer`, unless a
 * column, another foreign key or a helper has that name; then all of them keep their own names (CONTRACT §13).
 * @returns names by column.
 */
export function fieldNamesOf(columns: readonly string[], foreignKeys: readonly ForeignKeyDescription[]): ReadonlyMap<string, string> {
  const taken = new Set(columns);
  const wanted = new Map<string, string>();
  for (const key of foreignKeys) {
    const [column] = key.columns;
    if (column === undefined || key.columns.length > 1) continue;
    const short = /^(.+?)(?:_id|Id|ID|_ID|_Id)$/.exec(column)?.[1]?.replace(/_+$/, '');
    if (short) wanted.set(column, short);
  }
  const uses = new Map<string, number>();
  for (const short of wanted.values()) uses.set(short, (uses.get(short) ?? 0) + 1);
  return new Map(
    columns.map((column) => {
      const short = wanted.get(column);
      const isFree = short !== undefined && !taken.has(short) && uses.get(short) === 1 && !/_(label|display)$/.test(short);
      return [column, isFree ? short : column];
    }),
  );
}

/** A table's name as the name of a model: PascalCase, without characters other than letters and digits. */
export function modelNameOf(table: string): string {
  const name = table
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`)
    .join('');
  return name === '' ? 'Table' : name;
}

/** Unique names for the tables of one app: on a clash, regardless of case, a number is appended. */
export function uniqueNames(names: readonly string[], taken: readonly string[] = []): string[] {
  const used = new Set(taken.map((name) => name.toLowerCase()));
  return names.map((name) => {
    let unique = name;
    for (let number = 2; used.has(unique.toLowerCase()); number++) unique = `${name}${number}`;
    used.add(unique.toLowerCase());
    return unique;
  });
}

/** A schema's name as an app label. */
export function appLabelOf(schema: string): string {
  return schema.replace(/[^\p{L}\p{N}_-]+/gu, '_');
}
