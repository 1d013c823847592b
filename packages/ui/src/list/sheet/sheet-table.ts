import { rowOf, type ServedRecord } from '@grimoire/client/react-admin';
import type { FieldSchema, ModelSchema } from '@grimoire/protocol';
import { type RefObject, useMemo } from 'react';
import { useListContext } from 'react-admin';
import { useShownColumns } from '../columns/column-choice.ts';
import { useIsEditable } from '../rows/editable.ts';
import { useShownRows } from './sheet-context.tsx';
import { type Place, type Size, within } from './grid.ts';

/** A cell of the table, with what it shows. */
export interface SheetCell {
  readonly field: FieldSchema;
  /** The row as the service has it. */
  readonly record: ServedRecord;
  /** The row with its changed cells. */
  readonly row: Readonly<Record<string, unknown>>;
  /** Whether the user may change it. */
  readonly isOpen: boolean;
}

/** The table of the list by places of its cells. */
export interface SheetTable {
  readonly size: Size;
  readonly columns: readonly FieldSchema[];
  readonly at: (place: Place) => SheetCell | undefined;
  /** The element of a cell. */
  readonly elementAt: (place: Place) => HTMLTableCellElement | undefined;
  /** The place of a cell's element, or of what stands in one; undefined outside of the rows. */
  readonly placeOf: (element: EventTarget | null) => Place | undefined;
  /** The place of a cell by its names; undefined where it is not shown. */
  readonly placeNamed: (cell: { readonly id: unknown; readonly name: string }) => Place | undefined;
}

export interface SheetTableProps {
  readonly schema: ModelSchema;
  /** The box in which the table scrolls. */
  readonly box: RefObject<HTMLElement | null>;
  readonly isTickable: boolean;
}

export function useSheetTable({ schema, box, isTickable }: SheetTableProps): SheetTable {
  const { data = [] } = useListContext<ServedRecord>();
  const shown = useShownRows();
  const columns = useShownColumns(schema);
  const isEditable = useIsEditable(schema);
  const before = Number(isTickable);
  const body = (): Element | null | undefined => box.current?.querySelector('table > tbody');
  const size = useMemo(() => ({ rows: shown.length, columns: columns.length }), [shown.length, columns.length]);
  return {
    size,
    columns,
    at({ row, column }) {
      const [record, edited, field] = [data[row], shown[row], columns[column]];
      return record && edited && field && { field, record, row: rowOf(edited), isOpen: isEditable(field, edited) };
    },
    elementAt: ({ row, column }) => body()?.children[row]?.children[column + before] as HTMLTableCellElement | undefined,
    placeOf(element) {
      const cell = element instanceof Element ? element.closest('td') : null;
      const row = cell?.parentElement;
      if (!cell || !row || row.parentElement !== body()) return undefined;
      return within({ row: indexOf(row), column: indexOf(cell) - before }, size);
    },
    placeNamed({ id, name }) {
      const place = { row: data.findIndex((record) => record.id === id), column: columns.findIndex((field) => field.name === name) };
      return place.row < 0 || place.column < 0 ? undefined : place;
    },
  };
}

/** The number of elements before this one. */
function indexOf(element: Element): number {
  return [...(element.parentElement?.children ?? [])].indexOf(element);
}
