import { rowOf, type ServedRecord } from '@grimoire/client/react-admin';
import type { ModelSchema } from '@grimoire/protocol';
import { useRef } from 'react';
import { useEvent } from 'react-admin';
import { flushSync } from 'react-dom';
import { isCutInRow } from '../../cells/cut-values.ts';
import { useService } from '../../session/service.ts';
import { emptied, isEmptyText, pointsToRows, readText, takesText, textOfCell } from './cell-text.ts';
import { type CellChange, type CellEdit, changed, stepped } from './edits.ts';
import { type Block, type Filled, fillPlan, type Place, placesOf } from './grid.ts';
import { useSheet } from './sheet-context.tsx';
import type { SheetCell, SheetTable } from './sheet-table.ts';
import { useLookup } from './use-lookup.ts';

/** How many cells were left as they are, because they can not be changed. */
type LeftOut = number;

/** What changes cells. Each is one step of the history. */
export interface Filling {
  readonly change: (changes: readonly CellChange[]) => void;
  /** Reads texts as the values of cells; rows that they name are looked up. */
  readonly enter: (filled: readonly Filled[]) => Promise<LeftOut>;
  readonly empty: (block: Block) => LeftOut;
  /** Gives the cells of a block the values of its first row, or a row that of the row above it. */
  readonly fillDown: (block: Block) => Promise<LeftOut>;
  /** Resolves once everything that was entered before is in its cells. */
  readonly settled: () => Promise<unknown>;
  /** A row with all of its values: a list has only the beginning of long ones. */
  readonly whole: (cell: SheetCell) => Promise<SheetCell['row']>;
}

/** Whether a row of the list has only the beginning of what a cell shows. */
export function isCutIn({ field: { name }, record, row }: SheetCell): boolean {
  return isCutInRow(rowOf(record), name) && row[name] === rowOf(record)[name];
}

export function useFilling({ model }: ModelSchema, table: SheetTable): Filling {
  const { client } = useService();
  const sheet = useSheet();
  const lookup = useLookup();
  const change = useEvent((changes: readonly CellChange[]) => {
    // A save that follows at once finds the changes.
    if (changes.length > 0) flushSync(() => sheet?.setHistory((history) => stepped(history, changed(history.now, changes))));
  });
  const pending = useRef<Promise<unknown>>(Promise.resolve());
  const later = async (changes: readonly Promise<CellChange>[]): Promise<void> => {
    const all = Promise.all(changes).then(change);
    pending.current = Promise.allSettled([pending.current, all]);
    await all;
  };
  const baseOf = (record: ServedRecord): SheetCell['row'] => rowOf(sheet?.history.now.get(record.id)?.base ?? record);
  const open = (place: Place): SheetCell | undefined => {
    const cell = table.at(place);
    return cell?.isOpen === true && takesText(cell.field) ? cell : undefined;
  };
  const whole = async (cell: SheetCell): Promise<SheetCell['row']> =>
    isCutIn(cell) ? (await client.model(model).get(cell.record.id)).row : cell.row;
  const editOf = ({ field, record, row }: SheetCell, text: string): CellEdit | undefined => {
    if (!pointsToRows(field) || isEmptyText(field, text)) return readText(field, text, { row, base: baseOf(record) });
    return text === textOfCell(field, row) ? { value: row[field.name], label: text } : undefined;
  };
  return {
    change,
    whole,
    settled: () => pending.current,
    async enter(filled) {
      const rows = new Map<string, Promise<CellEdit>>();
      // A name that is pasted many times is looked up once.
      const rowOfText = ({ field }: SheetCell, text: string): Promise<CellEdit> => {
        const key = JSON.stringify([field.name, text]);
        const row = rows.get(key) ?? lookup(field, text);
        rows.set(key, row);
        return row;
      };
      const cells = filled.flatMap(({ place, text }) => {
        const cell = open(place);
        return cell ? [{ cell, text }] : [];
      });
      const changes = cells.map(async ({ cell, text }): Promise<CellChange> => {
        const edit = editOf(cell, text) ?? (await rowOfText(cell, text));
        return { record: cell.record, name: cell.field.name, ...edit };
      });
      await later(changes);
      return filled.length - cells.length;
    },
    empty(block) {
      const places = placesOf(block);
      const cells = places.flatMap((place) => open(place) ?? []);
      change(cells.map(({ field, record }) => ({ record, name: field.name, ...emptied(field) })));
      return places.length - cells.length;
    },
    async fillDown(block) {
      const plan = fillPlan(block);
      const cells = plan.flatMap(({ place, from }) => {
        const [cell, source] = [open(place), table.at(from)];
        return cell && source ? [{ cell, source }] : [];
      });
      const changes = cells.map(async ({ cell, source }) => changeOf(cell, await whole(source)));
      await later(changes);
      return plan.length - cells.length;
    },
  };
}

/** The change that gives a cell the value of another row. */
function changeOf({ field, record }: SheetCell, row: SheetCell['row']): CellChange {
  return { record, name: field.name, value: row[field.name], ...(pointsToRows(field) ? { label: textOfCell(field, row) } : {}) };
}
