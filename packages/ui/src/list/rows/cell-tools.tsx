import CopyIcon from '@mui/icons-material/ContentCopyOutlined';
import EditIcon from '@mui/icons-material/EditOutlined';
import { rowOf, type ServedRecord } from '@grimoire/client/react-admin';
import type { FieldSchema, ModelSchema } from '@grimoire/protocol';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { type CSSProperties, type RefObject, useEffect, useState } from 'react';
import { useEvent, useListContext, useNotify } from 'react-admin';
import { isCutInRow } from '../../cells/cut-values.ts';
import { choiceText, textOf } from '../../cells/value-text.ts';
import { kindOf } from '../../kinds/registry.ts';
import { focusIfLost } from '../../layout/focus.ts';
import { useShortcuts } from '../../layout/shortcuts.ts';
import { loadedWindow } from '../../loading/loaded-window.tsx';
import { labelOf } from '../../schema/use-schema.ts';
import { useService } from '../../session/service.ts';
import { useShownColumns } from '../columns/column-choice.ts';
import { copyText } from './copy-text.ts';
import { useIsEditable } from './editable.ts';
import { openingOf } from './row-keys.ts';
import { useSheet } from '../sheet/sheet-context.tsx';
import { shownIn, t } from '../../texts/text.ts';

const QuickEdit = loadedWindow(async () => (await import('./quick-edit.tsx')).QuickEdit);

/** A cell of the table. */
interface Place {
  readonly cell: HTMLTableCellElement;
  readonly record: ServedRecord;
  readonly field: FieldSchema;
}

interface Editing {
  readonly anchor: HTMLElement;
  readonly record: ServedRecord;
  readonly field: FieldSchema;
}

interface CellToolsProps {
  readonly schema: ModelSchema;
  /** The box in which the table scrolls. */
  readonly box: RefObject<HTMLElement | null>;
  readonly isTickable: boolean;
}

/**
 * Copies or changes the value of the cell under the pointer. There is one set of buttons for all cells, so that the rows do not render
 * again. With the keyboard, `c` copies the first value of the row that has the focus. A sheet has no tools: its cells are edited in their place.
 */
export function CellTools({ schema, box, isTickable }: CellToolsProps) {
  const { data = [] } = useListContext<ServedRecord>();
  const columns = useShownColumns(schema);
  const isEditable = useIsEditable(schema);
  const isSheet = useSheet()?.start != null;
  const [place, setPlace] = useState<Place | null>(null);
  const [editing, setEditing] = useState<Editing | null>(null);
  // The button that opened the window went away with the pointer.
  useEffect(() => {
    const row = editing?.anchor.closest('tr');
    return row ? () => focusIfLost(openingOf(row)) : undefined;
  }, [editing]);
  usePointedCell(box, (cell) => {
    const record = cell && data[rowIndexOf(cell)];
    const field = cell && columns[cell.cellIndex - Number(isTickable)];
    setPlace(cell && record && field ? { cell, record, field } : null);
  });
  const copy = useCopy(schema);
  const focused = (): ServedRecord | undefined => {
    const row = document.activeElement?.closest<HTMLTableRowElement>('tbody tr');
    return row && box.current?.contains(row) ? data[row.sectionRowIndex] : undefined;
  };
  useShortcuts({
    c: () => {
      const [field] = columns;
      const record = focused();
      if (record && field) copy({ record, field });
    },
  });
  return (
    <>
      {place && !editing && !isSheet && box.current && (
        <Box sx={tools} style={positionOf(place.cell, box.current, kindOf(place.field).column.align === 'right')} data-cell-tools>
          <IconButton
            size="small"
            tabIndex={-1}
            aria-label={t('Copy %{field}', { field: labelOf(place.field) })}
            onClick={() => copy(place)}
          >
            <CopyIcon />
          </IconButton>
          {isEditable(place.field, place.record) && (
            <IconButton
              size="small"
              tabIndex={-1}
              aria-label={t('Change %{field}', { field: labelOf(place.field) })}
              onClick={() => setEditing({ anchor: place.cell, record: place.record, field: place.field })}
            >
              <EditIcon />
            </IconButton>
          )}
        </Box>
      )}
      {editing && <QuickEdit schema={schema} {...editing} onClose={() => setEditing(null)} />}
    </>
  );
}

/** Copies a value of a row, which is read first if the list has only its beginning. */
function useCopy(schema: ModelSchema): (value: Pick<Place, 'record' | 'field'>) => void {
  const notify = useNotify();
  const { client } = useService();
  const textOfValue = async ({ record, field }: Pick<Place, 'record' | 'field'>): Promise<string> => {
    if (!isCutInRow(rowOf(record), field.name)) return shownText(rowOf(record), field);
    return shownText((await client.model(schema.model).get(record.id)).row, field);
  };
  return (value) => {
    void textOfValue(value)
      .then(copyText)
      .then(
        () => notify(t('%{field} is copied.', { field: labelOf(value.field) }), { type: 'info', autoHideDuration: 1500 }),
        () => notify(t('The browser does not allow to copy.'), { type: 'warning' }),
      );
  };
}

/** Calls back with the cell of the table's body to which the pointer came; null where it is on none. */
function usePointedCell(box: RefObject<HTMLElement | null>, onCell: (cell: HTMLTableCellElement | null) => void): void {
  const show = useEvent(onCell);
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const enter = (event: Event): void => {
      if (!(event.target instanceof Element) || event.target.closest('[data-cell-tools]')) return;
      const cell = event.target.closest<HTMLTableCellElement>('tbody td');
      clearTimeout(timer);
      show(null);
      // Nothing flickers while the pointer crosses the table.
      if (cell && element.contains(cell)) timer = setTimeout(() => show(cell), rest);
    };
    const leave = (): void => {
      clearTimeout(timer);
      show(null);
    };
    element.addEventListener('mouseover', enter);
    element.addEventListener('mouseleave', leave);
    element.addEventListener('scroll', leave);
    return () => {
      leave();
      element.removeEventListener('mouseover', enter);
      element.removeEventListener('mouseleave', leave);
      element.removeEventListener('scroll', leave);
    };
  }, [box, show]);
}

/** Milliseconds for which the pointer rests on a cell before its tools are shown. */
const rest = 250;

function rowIndexOf(cell: HTMLTableCellElement): number {
  return cell.closest('tr')?.sectionRowIndex ?? -1;
}

/** At the end of a cell where its value is not, within the box that scrolls. @param isAtEnd whether the value is at the end of the line */
function positionOf(cell: HTMLElement, box: HTMLElement, isAtEnd: boolean): CSSProperties {
  const [inner, outer] = [cell.getBoundingClientRect(), box.getBoundingClientRect()];
  const isRight = isAtEnd === (shownIn().direction === 'ltr');
  const side = isRight
    ? { left: inner.left - outer.left + box.scrollLeft }
    : { left: inner.right - outer.left + box.scrollLeft, transform: 'translateX(-100%)' };
  return { ...side, top: inner.top - outer.top + box.scrollTop, height: inner.height };
}

/** A value as people read it: the label of a row or of a choice, otherwise the value. */
function shownText(row: Readonly<Record<string, unknown>>, field: FieldSchema): string {
  return textOf(row[`${field.name}_label`] ?? choiceText(field, row));
}

const tools = {
  position: 'absolute',
  zIndex: 2,
  display: 'flex',
  alignItems: 'center',
  pr: '4px',
  '& .MuiIconButton-root': { p: '4px', bgcolor: 'background.paper', border: 1, borderColor: 'divider', borderRadius: '6px', ml: '3px' },
  '& svg': { fontSize: 14 },
} as const;
