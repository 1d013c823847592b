import { fieldTypeNames } from '@grimoire/protocol';
import type { ColumnDescription } from '../model/table.ts';
import type { TypesSql } from './type-sql.ts';

/** What the type of a column says beside its field type. */
export type TypeDetails = Partial<
  Pick<ColumnDescription, 'isForSearch' | 'maxLength' | 'maxDigits' | 'decimalPlaces' | 'range' | 'storage' | 'isZoneless' | 'limits'>
>;

/** The part of a column's description that depends only on its type. */
export type TypeDescription = Pick<ColumnDescription, 'type'> & Partial<Pick<ColumnDescription, 'isOpaque'>> & TypeDetails;

/** The types of columns that have a field type, by their names in lower case. */
export function columnTypes(types: TypesSql): ReadonlyMap<string, TypeDescription> {
  const { opaque, ...named } = types;
  const own = fieldTypeNames.flatMap((type) =>
    Object.entries(named[type].columns ?? {}).map(([name, details]) => [name, { type, ...details }] as const),
  );
  const others = Object.entries(opaque.columns ?? {}).map(
    ([name, details]) => [name, { type: 'TextField', isOpaque: true, ...details }] as const,
  );
  return new Map<string, TypeDescription>([...own, ...others]);
}
