import { type RefObject, useEffect, useRef } from 'react';
import { useEvent } from 'react-admin';
import type { Place } from './grid.ts';
import type { SheetTable } from './sheet-table.ts';
import type { Cursor } from './use-cursor.ts';

interface PointerParts {
  readonly box: RefObject<HTMLElement | null>;
  readonly table: SheetTable;
  readonly cursor: Cursor;
  readonly onEdit: (place: Place) => void;
}

/** What a click in a sheet means for itself: a tick, the button of a cell, a row in another tab. */
function isOther(event: MouseEvent): boolean {
  const { target } = event;
  if (event.button !== 0 || event.ctrlKey || event.metaKey || !(target instanceof Element)) return true;
  return target.closest('.dash-tick-cell, button, [data-cell-editor]') !== null;
}

/** A click selects a cell instead of opening its row; a drag, or a click with Shift, selects a block; a double click edits. */
export function usePointer({ box, table, cursor, onEdit }: PointerParts): void {
  const isDragging = useRef(false);
  const handlers = {
    mousedown: useEvent((event: MouseEvent) => {
      const place = isOther(event) ? undefined : table.placeOf(event.target);
      if (!place) return;
      // Neither text nor a link is dragged.
      event.preventDefault();
      isDragging.current = true;
      cursor.go(place, event.shiftKey);
    }),
    mouseover: useEvent((event: MouseEvent) => {
      const place = isDragging.current && event.buttons === 1 ? table.placeOf(event.target) : undefined;
      if (place) cursor.go(place, true);
    }),
    click: useEvent((event: MouseEvent) => {
      if (isOther(event) || !table.placeOf(event.target)) return;
      event.preventDefault();
      event.stopPropagation();
    }),
    dblclick: useEvent((event: MouseEvent) => {
      const place = isOther(event) ? undefined : table.placeOf(event.target);
      if (place) onEdit(place);
    }),
  };
  const listen = useEvent((element: HTMLElement) => {
    const end = (): void => void (isDragging.current = false);
    const all = Object.entries(handlers) as [keyof typeof handlers, (event: MouseEvent) => void][];
    // Before React hears of a click, which would open the row.
    for (const [name, handle] of all) element.addEventListener(name, handle, { capture: true });
    window.addEventListener('mouseup', end);
    return () => {
      for (const [name, handle] of all) element.removeEventListener(name, handle, { capture: true });
      window.removeEventListener('mouseup', end);
    };
  });
  useEffect(() => (box.current ? listen(box.current) : undefined), [box, listen]);
}
