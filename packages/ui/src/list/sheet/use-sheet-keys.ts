import { type RefObject, useEffect } from 'react';
import { useEvent } from 'react-admin';
import { isOverlaid, isSaveKey } from '../../layout/shortcuts.ts';
import { shownIn } from '../../texts/text.ts';
import { neighbour, type Place, placeAfter } from './grid.ts';
import type { SheetTable } from './sheet-table.ts';
import type { Cursor } from './use-cursor.ts';

/** What the keys of a sheet do, beside moving. */
export interface Deeds {
  /** @returns whether the cell is edited in its place: what is typed then goes there */
  readonly edit: (place: Place) => boolean;
  readonly empty: () => void;
  readonly fillDown: () => void;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly save: () => void;
  /** Leaves the cells, or the sheet. */
  readonly leave: () => void;
}

interface KeyParts {
  readonly box: RefObject<HTMLElement | null>;
  readonly table: SheetTable;
  readonly cursor: Cursor;
  readonly deeds: Deeds;
}

/** The keys of a sheet, where one of its cells has the keyboard. Space is left to the page. */
export function useSheetKeys({ box, table, cursor, deeds }: KeyParts): void {
  const move = (event: KeyboardEvent, here: Place): boolean => {
    const next =
      event.key === 'Tab'
        ? neighbour(here, table.size, event.shiftKey ? -1 : 1)
        : placeAfter(inDirection(event.key), here, table.size, isFar(event));
    // After the last cell, the keyboard goes on over the page.
    if (!next) return false;
    cursor.go(next, event.shiftKey && event.key !== 'Tab');
    return true;
  };
  const act = (event: KeyboardEvent, here: Place): boolean => {
    const { key } = event;
    const run = deedOf(event, deeds);
    if (run) run();
    else if (isFar(event) && key.toLowerCase() === 'a') selectAll(cursor, table);
    else if (key === 'Enter' || key === 'F2') deeds.edit(here);
    else return move(event, here);
    return true;
  };
  const press = useEvent((event: KeyboardEvent) => {
    const here = table.placeOf(event.target);
    const isEdited = event.target instanceof Element && event.target.closest('[data-cell-editor], input, textarea') !== null;
    if (!here || isEdited || event.defaultPrevented || isOverlaid()) return;
    const isLetter = event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (isLetter || event.key === 'Process') {
      // The key is typed into the cell, and is none of the page.
      event.stopPropagation();
      deeds.edit(here);
    } else if (act(event, here)) {
      event.preventDefault();
      event.stopPropagation();
    }
  });
  useEffect(() => {
    const element = box.current;
    element?.addEventListener('keydown', press);
    return () => element?.removeEventListener('keydown', press);
  }, [box, press]);
}

function isFar({ ctrlKey, metaKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey;
}

/** In a page that is read from right to left, the next column stands on the left. */
export function inDirection(key: string): string {
  if (shownIn().direction === 'ltr') return key;
  return key === 'ArrowLeft' ? 'ArrowRight' : key === 'ArrowRight' ? 'ArrowLeft' : key;
}

function selectAll(cursor: Cursor, { size }: SheetTable): void {
  cursor.select({ anchor: { row: size.rows - 1, column: size.columns - 1 }, here: { row: 0, column: 0 } });
}

function deedOf(event: KeyboardEvent, deeds: Deeds): (() => void) | undefined {
  if (isSaveKey(event)) return deeds.save;
  if (event.key === 'Escape') return deeds.leave;
  if (event.key === 'Delete' || event.key === 'Backspace') return deeds.empty;
  if (!isFar(event) || event.altKey) return undefined;
  const key = event.key.toLowerCase();
  if (key === 'z') return event.shiftKey ? deeds.redo : deeds.undo;
  if (key === 'y') return deeds.redo;
  return key === 'd' ? deeds.fillDown : undefined;
}
