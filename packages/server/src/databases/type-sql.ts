import type { FieldTypeName } from '@grimoire/protocol';
import { type Field, isIndirect, valueField } from '../model/field.ts';
import type { Comparison } from '../plan/condition.ts';
import type { Sql } from './sql-fragments.ts';
import type { TypeDetails } from './type-description.ts';

/** What one dialect says of a field type: the columns that have it, and its SQL. */
export interface TypeSql {
  /** The types of columns that have it, by their names in lower case; a config may give it to others. */
  readonly columns?: Readonly<Record<string, TypeDetails>>;
  /** SQL for the field's JSON value in CONTRACT §1's encoding, from the SQL of its column. */
  readonly json: (column: Sql, field: Field) => Sql;
  /** SQL of the JSON value as a text, where that is simpler than to read the text out of JSON; null where it is not. */
  readonly scalarText?: (json: Sql, field: Field) => Sql | null;
  /** SQL for comparisons and, unless `sortsByColumn`, for sorting; by default the column itself. */
  readonly operand?: (column: Sql, field: Field) => Sql;
  /** SQL for a condition that holds wherever this comparison of the operand does, and takes less time; null if there is none. */
  readonly implied?: (column: Sql, comparison: Comparison, parameter: Sql, field: Field) => Sql | null;
  /** Whether sorting uses the bare column, so that its index can be used, although comparisons use `operand`. */
  readonly sortsByColumn?: boolean;
  /** Whether a JSON value determines where its row stands in a sort, so that a page can start after it. */
  readonly hasCursors: (field: Field) => boolean;
  /**
   * SQL of the exact sum and the number of the values of many rows, as the text that `totals` of the field's type reads: `12.50 3`, for
   * durations `months days microseconds number`. Null if no row has a value. Required of types with `totals`.
   */
  readonly total?: (column: Sql, field: Field) => Sql;
  /** SQL of the JSON of the smallest or largest value of many rows. Required of types that have extremes. */
  readonly extreme?: (of: 'min' | 'max', column: Sql, field: Field) => Sql;
  /** SQL of the value in the cursor; null, or nothing, where that is `json`. A row for which it is null has no cursor. */
  readonly cursor?: (column: Sql, field: Field) => Sql | null;
}

/** The SQL of every field type in one dialect, and of columns whose type no field type fits. */
export type TypesSql<T extends TypeSql = TypeSql> = Readonly<Record<FieldTypeName | 'opaque', T>>;

/** The SQL of a field's type. */
export function typeSql<T extends TypeSql>(types: TypesSql<T>, { type }: Pick<Field, 'type'>): T {
  return types[type.traits.isOpaque ? 'opaque' : type.name];
}

/** Whether comparisons and sorts use the column of the field as it is. */
export function isPlainColumn(field: Field, types: TypesSql): boolean {
  return !field.link && !isIndirect(field) && field.keyPrefix === undefined && typeSql(types, valueField(field)).operand === undefined;
}

export const always = (): boolean => true;
export const never = (): boolean => false;
