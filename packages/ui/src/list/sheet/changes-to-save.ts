import { isSame, rowOf, type ServedRecord } from '@grimoire/client/react-admin';
import type { Operation } from '@grimoire/client';
import type { Key } from '@grimoire/protocol';
import { isCutInRow } from '../../cells/cut-values.ts';
import { textOf } from '../../cells/value-text.ts';
import { Broken } from '../../inputs/broken.ts';
import type { CellEdit, Edits, RowEdit } from './edits.ts';
import { isObject } from '../../store/use-stored.ts';

type Values = Readonly<Record<string, unknown>>;

/** A cell, by the key of its row and the name of its field. */
export interface CellName {
  readonly id: Key;
  readonly name: string;
}

/** The values of the changed cells of a row. */
export function valuesOf({ cells }: RowEdit): Values {
  return Object.fromEntries(Object.entries(cells).map(([name, { value }]) => [name, value]));
}

/** Why a cell can not be saved as it is; undefined where nothing is known against it. */
export function problemOf({ value, problem }: CellEdit): string | undefined {
  return value instanceof Broken ? value.reason : problem;
}

/** The cells that have a problem, in the order of their rows. */
export function troubled(
  edits: Edits,
  isTrouble: (cell: CellEdit) => boolean = (cell) => problemOf(cell) !== undefined,
): readonly CellName[] {
  return [...edits].flatMap(([id, { cells }]) => Object.entries(cells).flatMap(([name, cell]) => (isTrouble(cell) ? [{ id, name }] : [])));
}

/** Whether somebody else has changed a cell of a row that is changed here, to another value. */
export function isConflict(edit: RowEdit, theirs: ServedRecord): boolean {
  const [before, now, mine] = [rowOf(edit.base), rowOf(theirs), valuesOf(edit)];
  // A list has only the beginning of a long text.
  const isAsItWas = (name: string): boolean =>
    isCutInRow(before, name) ? textOf(now[name]).startsWith(textOf(before[name])) : isSame(before[name], now[name]);
  return Object.keys(mine).some((name) => !isAsItWas(name) && !isSame(mine[name], now[name]));
}

/** The edits once the user has chosen between their cells of a row and those of somebody else. @param chosen the values of the whole row */
export function resolved(edits: Edits, theirs: ServedRecord, chosen: Values): Edits {
  const edit = edits.get(theirs.id);
  if (!edit) return edits;
  const now = rowOf(theirs);
  const own = Object.entries(edit.cells).filter(([name]) => !isSame(chosen[name], now[name]));
  const next = new Map(edits);
  if (own.length === 0) next.delete(theirs.id);
  else next.set(theirs.id, { base: theirs, cells: Object.fromEntries(own) });
  return next;
}

/** One change of each row, on the condition that it is still as it was read. @param read the rows as they are now, with their ETags */
export function operationsOf(edits: Edits, read: ReadonlyMap<Key, ServedRecord>): readonly Operation[] {
  return [...edits].map(([pk, edit]) => {
    const tag = read.get(pk)?._etag;
    return { op: 'update', pk, data: valuesOf(edit), ...(tag === undefined ? {} : { if_match: tag }) };
  });
}

/** The messages of the service at the cells that they are about; one about anything else is at the first changed cell of its row. */
export function withProblems(edits: Edits, operations: unknown, nameOf: (field: string) => string): Edits {
  const next = new Map(edits);
  const rows = [...edits];
  for (const [index, messages] of Object.entries(isObject(operations) ? operations : {})) {
    const [id, edit] = rows[Number(index)] ?? [];
    if (id === undefined || edit === undefined) continue;
    next.set(id, withMessages(edit, isObject(messages) ? messages : { detail: messages }, nameOf));
  }
  return next;
}

function withMessages(edit: RowEdit, messages: Values, nameOf: (field: string) => string): RowEdit {
  const cells = Object.fromEntries(Object.entries(edit.cells).map(([name, { problem: _old, ...cell }]) => [name, cell as CellEdit]));
  const [first = ''] = Object.keys(cells);
  for (const [field, texts] of Object.entries(messages)) {
    const text = Array.isArray(texts) ? texts.join(' ') : String(texts);
    const [place, said] = Object.hasOwn(cells, field) ? [field, text] : [first, nameOf(field) === '' ? text : `${nameOf(field)}: ${text}`];
    const cell = cells[place];
    if (cell) cells[place] = { ...cell, problem: cell.problem === undefined ? said : `${cell.problem} ${said}` };
  }
  return { ...edit, cells };
}

/** The edits without the problems that the service has told. */
export function withoutProblems(edits: Edits): Edits {
  return new Map(
    [...edits].map(([id, edit]) => [
      id,
      { ...edit, cells: Object.fromEntries(Object.entries(edit.cells).map(([name, { problem: _old, ...cell }]) => [name, cell])) },
    ]),
  );
}
