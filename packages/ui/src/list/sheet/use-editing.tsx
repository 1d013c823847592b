import type { ModelSchema } from '@grimoire/protocol';
import { type ReactNode, type RefObject, useState } from 'react';
import { flushSync } from 'react-dom';
import type { EntryOption } from '../../kinds/field-kind.ts';
import { loadedWindow } from '../../loading/loaded-window.tsx';
import { labelOf } from '../../schema/use-schema.ts';
import { t } from '../../texts/text.ts';
import type { Step } from './cell-editor.tsx';
import { pointsToRows, takesText, textOfCell } from './cell-text.ts';
import { neighbour, type Place } from './grid.ts';
import type { Told } from './sheet-bar.tsx';
import { placeWithin, SheetEditor } from './sheet-editor.tsx';
import type { SheetCell, SheetTable } from './sheet-table.ts';
import type { Cursor } from './use-cursor.ts';
import { type Filling, isCutIn } from './use-filling.ts';

const QuickEdit = loadedWindow(async () => (await import('../rows/quick-edit.tsx')).QuickEdit);

interface EditingParts {
  readonly schema: ModelSchema;
  readonly box: RefObject<HTMLElement | null>;
  readonly table: SheetTable;
  readonly cursor: Cursor;
  readonly filling: Filling;
  readonly isBusy: boolean;
  readonly tell: (told: Told | null) => void;
  readonly onSave: () => void;
}

/** The cell that is edited. */
interface Edited {
  readonly place: Place;
  readonly cell: SheetCell;
  /** Its text; null for a value that has a window of its own. */
  readonly text: string | null;
}

export interface Editing {
  /** @returns whether the cell is edited in its place, with the keyboard in it. */
  readonly begin: (place: Place) => boolean;
  /** The editor; null while no cell is edited. */
  readonly shown: ReactNode;
}

/** Edits one cell at a time. */
export function useEditing({ schema, box, table, cursor, filling, isBusy, tell, onSave }: EditingParts): Editing {
  const [edited, setEdited] = useState<Edited | null>(null);
  const begin = (place: Place): boolean => {
    const cell = table.at(place);
    if (!cell || isBusy) return false;
    tell(cell.isOpen ? null : { text: t('%{field} can only be read here.', { field: labelOf(cell.field) }) });
    if (!cell.isOpen) return false;
    const isCut = isCutIn(cell);
    const show = (text: string | null): void => flushSync(() => setEdited({ place, cell, text }));
    if (!takesText(cell.field)) show(null);
    else if (isCut) void filling.whole(cell).then((row) => show(textOfCell(cell.field, row)));
    else show(textOfCell(cell.field, cell.row));
    return takesText(cell.field) && !isCut;
  };
  const end = (place: Place, step: Step): void => {
    flushSync(() => setEdited(null));
    if (step !== 'away') cursor.go(stepped(place, step, table));
  };
  const element = edited && table.elementAt(edited.place);
  if (!edited || !element || !box.current) return { begin, shown: null };
  const { place, cell, text } = edited;
  if (text === null)
    return {
      begin,
      shown: <QuickEdit schema={schema} record={cell.record} field={cell.field} anchor={element} onClose={() => end(place, 'stay')} />,
    };
  const { field, record } = cell;
  return {
    begin,
    shown: (
      <SheetEditor
        cell={cell}
        text={text}
        style={placeWithin(element, box.current)}
        onPick={({ value, label }: EntryOption, step) => {
          filling.change([{ record, name: field.name, value, ...(pointsToRows(field) ? { label } : {}) }]);
          end(place, step);
        }}
        onEnter={(entered, step) => {
          if (entered !== text) void filling.enter([{ place, text: entered }]);
          end(place, step);
        }}
        onCancel={() => end(place, 'stay')}
        onSave={onSave}
      />
    ),
  };
}

/** The place to which the keyboard goes. */
function stepped(place: Place, step: Step, { size }: SheetTable): Place {
  if (step === 'down' || step === 'up') return { ...place, row: place.row + (step === 'down' ? 1 : -1) };
  if (step === 'right' || step === 'left') return neighbour(place, size, step === 'right' ? 1 : -1) ?? place;
  return place;
}
