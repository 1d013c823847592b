import type { ModelSchema } from '@grimoire/protocol';
import { type RefObject, useEffect, useRef } from 'react';
import { useEvent } from 'react-admin';
import { loadedWindow } from '../../loading/loaded-window.tsx';
import { isOverlaid, useShortcuts } from '../../layout/shortcuts.ts';
import { useShownColumns } from '../columns/column-choice.ts';
import { useMayChange } from '../rows/editable.ts';
import { type Start, useSheet } from './sheet-context.tsx';

const SheetLayer = loadedWindow(async () => (await import('./sheet-layer.tsx')).SheetLayer);

interface SheetStartProps {
  readonly schema: ModelSchema;
  /** The box in which the table scrolls. */
  readonly box: RefObject<HTMLElement | null>;
  readonly isTickable: boolean;
}

/** Makes the list a sheet once an arrow key, or `e`, is pressed in one of its rows. What the sheet is made of is loaded then, or ahead. */
export function SheetStart({ schema, box, isTickable }: SheetStartProps) {
  const sheet = useSheet();
  const isOn = sheet !== null && sheet.start !== null;
  const columns = useShownColumns(schema);
  const mayChange = useMayChange(schema);
  const canBegin = sheet !== null && !isOn && columns.some(mayChange);
  // Arrow keys that were pressed before the sheet is there; null once it takes them itself.
  const keys = useRef<string[] | null>(null);
  const takeKeys = (): readonly string[] => {
    const early = keys.current ?? [];
    keys.current = null;
    return early;
  };
  const beginAt = useEvent((target: Element | null, more: Omit<Start, 'place'>): boolean => {
    const cell = target?.closest<HTMLTableCellElement>('tbody td');
    const row = cell?.closest('tr');
    if (!canBegin || !cell || !row || box.current?.contains(cell) !== true) return false;
    keys.current = [];
    sheet.begin({ place: { row: row.sectionRowIndex, column: Math.max(0, cell.cellIndex - Number(isTickable)) }, ...more });
    return true;
  });
  useEffect(() => {
    const element = box.current;
    if (!element || !(canBegin || isOn)) return undefined;
    const press = (event: KeyboardEvent): void => {
      const isPlain = !event.defaultPrevented && !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
      if (!isPlain || !event.key.startsWith('Arrow') || isOverlaid() || !(event.target instanceof Element)) return;
      if (!keys.current && !beginAt(event.target, {})) return;
      keys.current?.push(event.key);
      event.preventDefault();
    };
    element.addEventListener('keydown', press);
    element.addEventListener('focusin', SheetLayer.load);
    return () => {
      element.removeEventListener('keydown', press);
      element.removeEventListener('focusin', SheetLayer.load);
    };
  }, [box, canBegin, isOn, beginAt]);
  useShortcuts({ e: () => void beginAt(document.activeElement, { isEditing: true }) }, canBegin);
  if (!sheet?.start) return null;
  return <SheetLayer schema={schema} box={box} isTickable={isTickable} start={sheet.start} takeKeys={takeKeys} onClose={sheet.end} />;
}
