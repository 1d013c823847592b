import { type RefObject, useEffect } from 'react';
import { useEvent } from 'react-admin';
import { copyText } from '../rows/copy-text.ts';
import { textOfCell } from './cell-text.ts';
import type { Cursor } from './use-cursor.ts';
import { type Block, blockOf, pastePlan, type PastePlan, placesOf, sizeOf } from './grid.ts';
import type { SheetTable } from './sheet-table.ts';
import { cellsText, parsedCells } from './tsv.ts';
import { type Filling, isCutIn } from './use-filling.ts';

interface ClipboardParts {
  readonly box: RefObject<HTMLElement | null>;
  readonly table: SheetTable;
  readonly cursor: Cursor;
  readonly filling: Filling;
  readonly onPaste: (plan: PastePlan) => void;
}

/** Copies the selected cells as spreadsheets do, and pastes what was copied in one. */
export function useClipboard({ box, table, cursor, filling, onPaste }: ClipboardParts): void {
  const isOfCells = (): boolean => {
    const { activeElement: active } = document;
    return active instanceof HTMLTableCellElement && box.current?.contains(active) === true;
  };
  const copy = useEvent((event: ClipboardEvent) => {
    if (!isOfCells()) return;
    event.preventDefault();
    const block = blockOf(cursor.get());
    const cells = placesOf(block).flatMap((place) => table.at(place) ?? []);
    if (cells.some(isCutIn)) {
      void Promise.all(cells.map(async (cell) => textOfCell(cell.field, await filling.whole(cell)))).then((texts) =>
        copyText(inRows(texts, block)),
      );
      return;
    }
    const texts = cells.map(({ field, row }) => textOfCell(field, row));
    event.clipboardData?.setData('text/plain', inRows(texts, block));
  });
  const paste = useEvent((event: ClipboardEvent) => {
    if (!isOfCells()) return;
    event.preventDefault();
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (text !== '') onPaste(pastePlan(parsedCells(text), blockOf(cursor.get()), table.size));
  });
  useEffect(() => {
    document.addEventListener('copy', copy);
    document.addEventListener('paste', paste);
    return () => {
      document.removeEventListener('copy', copy);
      document.removeEventListener('paste', paste);
    };
  }, [copy, paste]);
}

function inRows(texts: readonly string[], block: Block): string {
  const { rows, columns } = sizeOf(block);
  return cellsText(Array.from({ length: rows }, (_, row) => texts.slice(row * columns, (row + 1) * columns)));
}
