import { rowOf, type ServedRecord } from '@grimoire/client/react-admin';
import type { Key } from '@grimoire/protocol';
import { Broken } from '../../inputs/broken.ts';
import { isObject } from '../../store/use-stored.ts';
import type { CellEdit, Edits, RowEdit } from './edits.ts';

type Values = Readonly<Record<string, unknown>>;

/** Changed cells in the form in which a browser keeps them: by their rows, each with the values that they had before. */
export function keptCells(edits: Edits): Values {
  return Object.fromEntries(
    [...edits].map(([id, { base, cells }]) => [
      String(id),
      {
        id,
        label: base['_label'],
        cells: Object.entries(cells).map(([name, { value, label }]) => ({
          name,
          before: rowOf(base)[name] ?? null,
          ...(value instanceof Broken ? { text: value.entered, reason: value.reason } : { value }),
          ...(label === undefined ? {} : { label }),
        })),
      },
    ]),
  );
}

/** The changed cells that a browser, at which anybody may have written them, has kept. @param rows those of the list, as they are now */
export function cellsOf(kept: Values, rows: readonly ServedRecord[]): Edits {
  return new Map(
    Object.values(kept).flatMap((row): [Key, RowEdit][] => {
      if (!isObject(row) || !Array.isArray(row['cells'])) return [];
      const id = row['id'];
      if (typeof id !== 'string' && typeof id !== 'number') return [];
      const cells = (row['cells'] as readonly unknown[]).filter(isObject).filter(({ name }) => typeof name === 'string');
      if (cells.length === 0) return [];
      const before = Object.fromEntries(cells.map((cell) => [cell['name'], cell['before']])) as Values;
      const record = rows.find((one) => one.id === id) ?? { id, _label: row['label'] };
      // A cell that somebody else has changed since is one to choose about when it is saved.
      const base = (record._row ? { ...record, _row: { ...record._row, ...before } } : { ...record, ...before }) as ServedRecord;
      return [[id, { base, cells: Object.fromEntries(cells.map((cell) => [cell['name'], editOf(cell)])) }]];
    }),
  );
}

function editOf({ value, text, reason, label }: Values): CellEdit {
  const isBroken = typeof text === 'string' && typeof reason === 'string';
  return { value: isBroken ? new Broken(reason, text) : value, ...(typeof label === 'string' ? { label } : {}) };
}
