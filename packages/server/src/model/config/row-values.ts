import type { AnyRow } from './row-type.ts';

/**
 * A row as it will be after a save. Until a new row is saved, only the `Sure` fields are certain to have a value: others get theirs by their
 * defaults, or lack it because the request lacks it.
 */
export type RowToSave<Row extends object = AnyRow, Sure extends string = string> = string extends keyof Row
  ? Row
  : { readonly [N in keyof Row]: N extends Sure ? Row[N] : Row[N] | null };

/** Values by field name, in the form of a request body. A value that is undefined is left out. */
export type RowChanges<Row extends object = AnyRow> = { readonly [N in keyof Row]?: Row[N] | undefined };
