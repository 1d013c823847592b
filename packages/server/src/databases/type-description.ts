import type { ColumnDescription } from '../model/table.ts';

/** The part of a column's description that depends only on its type. */
export type TypeDescription = Pick<ColumnDescription, 'type'> &
  Partial<
    Pick<
      ColumnDescription,
      'isOpaque' | 'isForSearch' | 'maxLength' | 'maxDigits' | 'decimalPlaces' | 'range' | 'storage' | 'isZoneless' | 'limits'
    >
  >;
