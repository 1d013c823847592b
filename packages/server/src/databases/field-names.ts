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
