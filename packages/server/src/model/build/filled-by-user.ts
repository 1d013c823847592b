import type { FieldTypeName } from '@grimoire/protocol';
import type { Registration, RegistryInput } from './registry-input.ts';
import type { Fill } from '../field.ts';
import { fieldTypes } from '../field-types/all.ts';
import { type ColumnDescription, type ForeignKeyDescription, tableId, tableText } from '../table.ts';

type FillInput = Pick<RegistryInput, 'userTable' | 'references' | 'staffLink'> & Pick<Registration, 'description'>;

/** The foreign keys of a table, as its source and the database declare them. */
function foreignKeysOf({ description, references }: FillInput): readonly ForeignKeyDescription[] {
  return [...description.foreignKeys, ...(references.describe(description.table)?.foreignKeys ?? [])];
}

/**
 * Whether a column that is filled with the user gets the row that the user is linked to: one with a foreign key to that table, and one of
 * UUIDs without a foreign key, because the service's own users have none.
 */
export function isFilledByLink(column: ColumnDescription, type: FieldTypeName, fill: Fill, input: FillInput): boolean {
  const { staffLink } = input;
  if (!staffLink || fill.endsWith('At')) return false;
  const keys = foreignKeysOf(input).filter(({ columns }) => columns.includes(column.column));
  if (keys.length === 0) return fieldTypes[type].traits.fills === 'user of the host' && type === staffLink.type;
  return keys.some(({ columns, table, targetColumns }) => {
    const target = targetColumns[columns.indexOf(column.column)];
    // A foreign key of one column to another column than the key is written by the key all the same (`writtenSql`).
    return tableId(table) === tableId(staffLink.table) && (columns.length === 1 || target === staffLink.column);
  });
}

/** The table that a `fill` column references, if the column would get keys of the service's own users but references another table. */
export function otherTarget({ column, type }: ColumnDescription, fill: Fill, input: FillInput): string | undefined {
  const { userTable } = input;
  // A text column gets the user's name: the database itself checks whether such a row exists.
  if (userTable === undefined || fill.endsWith('At') || fieldTypes[type].isText) return undefined;
  const others = foreignKeysOf(input).filter(({ table }) => tableId(table) !== tableId(userTable));
  const table = others.find(({ columns }) => columns.includes(column));
  return table && tableText(table.table);
}

/** Whether a column of this type can be filled with the time, or with the user's own key or name. @param userTable the table of the service's own users. */
export function isFillable(fill: Fill, type: FieldTypeName, userTable: RegistryInput['userTable']): boolean {
  const { fills } = fieldTypes[type].traits;
  if (fill === 'createdAt' || fill === 'updatedAt') return fills === 'moment';
  // The keys of the service's own users are whole numbers.
  return fills === 'user' || (fills === 'user of the host' && userTable === undefined);
}
