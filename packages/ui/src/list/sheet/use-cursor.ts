import { useEffect, useLayoutEffect, useRef } from 'react';
import { useEvent } from 'react-admin';
import { problemOf } from './changes-to-save.ts';
import type { Edits } from './edits.ts';
import { blockOf, type Place, placesOf, type Selected, within } from './grid.ts';
import type { SheetTable } from './sheet-table.ts';

/** Which cells are selected, and which of them has the keyboard. No component renders when it moves: the elements of the cells are marked. */
export interface Cursor {
  readonly get: () => Selected;
  /** Gives the keyboard to a cell. @param isExtended whether the cells between it and the anchor are selected */
  readonly go: (place: Place, isExtended?: boolean) => void;
  readonly select: (selected: Selected) => void;
}

/** The id of what says why the cell with the keyboard can not be saved. */
export const problemId = 'sheet-problem';

/** The attributes of marked elements. */
type Marks = Map<Element, Readonly<Record<string, string>>>;

/** Changes what differs, and nothing else: an element that lost its `tabindex` for a moment would lose the keyboard, too. */
function apply(before: Marks, now: Marks): void {
  for (const [element, attributes] of before)
    for (const name of Object.keys(attributes)) if (now.get(element)?.[name] === undefined) element.removeAttribute(name);
  for (const [element, attributes] of now)
    for (const [name, value] of Object.entries(attributes)) if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/** @param onMove is called with the cell that has the keyboard */
export function useCursor(table: SheetTable, edits: Edits, onMove: (place: Place) => void): Cursor {
  const selected = useRef<Selected>({ anchor: { row: 0, column: 0 }, here: { row: 0, column: 0 } });
  const marked = useRef<Marks>(new Map());
  const draw = useEvent(() => {
    const marks: Marks = new Map();
    const mark = (place: Place | undefined, attributes: Readonly<Record<string, string>>): void => {
      const element = place && table.elementAt(place);
      if (element) marks.set(element, { ...marks.get(element), ...attributes });
    };
    const { here } = selected.current;
    for (const place of placesOf(blockOf(selected.current))) mark(place, { 'data-selected': '', 'aria-selected': 'true' });
    mark(here, { 'data-here': '', tabindex: '0', ...(table.at(here)?.isOpen === false ? { 'aria-readonly': 'true' } : {}) });
    for (const [id, { cells }] of edits)
      for (const [name, cell] of Object.entries(cells)) {
        const problem = problemOf(cell);
        const place = table.placeNamed({ id, name });
        const isHere = place?.row === here.row && place.column === here.column;
        const wrong = {
          'data-wrong': '',
          'aria-invalid': 'true',
          title: problem ?? '',
          ...(isHere ? { 'aria-describedby': problemId } : {}),
        };
        mark(place, { 'data-changed': '', ...(problem === undefined ? {} : wrong) });
      }
    apply(marked.current, marks);
    marked.current = marks;
  });
  useLayoutEffect(() => draw());
  useEffect(() => () => apply(marked.current, new Map()), []);
  const select = useEvent((next: Selected) => {
    selected.current = { anchor: within(next.anchor, table.size), here: within(next.here, table.size) };
    draw();
    table.elementAt(selected.current.here)?.focus();
    onMove(selected.current.here);
  });
  return {
    get: () => selected.current,
    select,
    go: (place, isExtended = false) => select({ anchor: isExtended ? selected.current.anchor : place, here: place }),
  };
}
