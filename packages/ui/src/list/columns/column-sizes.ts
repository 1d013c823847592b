import type { FieldSchema } from '@grimoire/protocol';
import { type CSSProperties, type RefObject, useLayoutEffect } from 'react';
import { type Look, widthLimits } from './column-look.ts';

/**
 * The widths and the places of columns are variables of the box that scrolls, read by rules for all rows: while an edge is dragged, no component
 * renders. `--w3` is the width of the third cell of each row, `--s3` where it stays.
 */
function widthName(place: number): string {
  return `--w${place}`;
}

function stayName(place: number): string {
  return `--s${place}`;
}

/** The columns of a table, of which some stay in sight. */
export interface Sized {
  readonly columns: readonly FieldSchema[];
  /** Those that stay, from the left. */
  readonly staying: readonly FieldSchema[];
  readonly isTickable: boolean;
  readonly look: Look;
}

/** The columns that stay: those that are pinned, and the one that opens rows. */
export function stayingOf(columns: readonly FieldSchema[], { pinned }: Look, opening: FieldSchema | undefined): readonly FieldSchema[] {
  return columns.filter((field) => field === opening || pinned.includes(field.name));
}

/** The number of the column's cell in each row, from 1. */
function placeOf({ columns, isTickable }: Pick<Sized, 'columns' | 'isTickable'>, field: FieldSchema): number {
  return columns.indexOf(field) + 1 + Number(isTickable);
}

/** The rules that give columns the widths that were chosen, and keep some in sight. */
export function columnRules(sized: Sized): Readonly<Record<string, object>> {
  const { columns, staying, look } = sized;
  const cellsOf = (field: FieldSchema, part = '*'): string => `& > table > ${part} > tr > :nth-of-type(${placeOf(sized, field)})`;
  const widths = columns.map((field): [string, object] => {
    const name = widthName(placeOf(sized, field));
    return [cellsOf(field), { width: `var(${name})`, minWidth: `var(${name}, 0)`, maxWidth: `var(${name}, 420px)` }];
  });
  const last = staying.findLast(({ name }) => look.pinned.includes(name));
  const places = staying.flatMap((field): [string, object][] => [
    [
      cellsOf(field),
      {
        position: 'sticky',
        left: `var(${stayName(placeOf(sized, field))}, 0)`,
        ...(field === last ? { borderRight: 1, borderRightColor: 'divider' } : {}),
      },
    ],
    [cellsOf(field, 'tbody'), { zIndex: 1, bgcolor: 'inherit' }],
    [`${cellsOf(field, 'thead')}, ${cellsOf(field, 'tfoot')}`, { zIndex: 3, bgcolor: 'background.paper' }],
  ]);
  return merged([['& > table', { width: `var(${tableName}, 100%)` }], ...widths, ...places]);
}

/** Where the last column has a width of its own, nothing takes what is left of the table's width. */
const tableName = '--table';
const asColumns = 'max-content';

function merged(rules: readonly (readonly [string, object])[]): Readonly<Record<string, object>> {
  const all: Record<string, object> = {};
  for (const [selector, rule] of rules) all[selector] = { ...all[selector], ...rule };
  return all;
}

/** The chosen widths as variables. */
export function widthVariables(sized: Sized): CSSProperties {
  const { columns, look } = sized;
  const resized = columns.filter(({ name }) => Object.hasOwn(look.widths, name));
  const variables = resized.map((field) => [widthName(placeOf(sized, field)), `${look.widths[field.name]}px`]);
  return Object.fromEntries(resized.includes(columns.at(-1) as FieldSchema) ? [...variables, [tableName, asColumns]] : variables);
}

/** The part of the box that columns that stay may cover. */
const mostCovered = 0.6;

function headCells(box: HTMLElement): HTMLElement[] {
  return [...box.querySelectorAll<HTMLElement>(':scope > table > thead > tr > th')];
}

/** Places the columns that stay beside one another, whatever their widths, and tells each edge how wide its column is. */
function placeColumns(box: HTMLElement, sized: Sized): void {
  // All is measured before anything is written: each measure after a write would lay the table out again.
  const heads = headCells(box).map((cell) => ({ edge: cell.querySelector('hr'), width: cell.offsetWidth }));
  const most = box.clientWidth * mostCovered;
  let offset = sized.isTickable ? (heads[0]?.width ?? 0) : 0;
  for (const [index, field] of sized.staying.entries()) {
    const number = placeOf(sized, field);
    const width = heads[number - 1]?.width ?? 0;
    const stays = index === 0 || offset + width <= most;
    box.style.setProperty(stayName(number), stays ? `${offset}px` : 'auto');
    if (stays) offset += width;
  }
  for (const { edge, width } of heads) edge?.setAttribute('aria-valuenow', String(Math.round(width)));
  // What gets the focus is not under them.
  box.style.scrollPaddingLeft = `${offset}px`;
}

/** Keeps columns in their places while their widths change. */
export function usePlacedColumns(box: RefObject<HTMLElement | null>, sized: Sized, hasTable: boolean): void {
  useLayoutEffect(() => {
    const element = box.current;
    if (!element || !hasTable) return undefined;
    placeColumns(element, sized);
    const observer = new ResizeObserver(() => placeColumns(element, sized));
    for (const cell of [element, ...headCells(element)]) observer.observe(cell);
    return () => observer.disconnect();
  }, [box, sized, hasTable]);
}

/** The width of a column by a cell of it, in parts of pixels. */
export function widthOfCell(cell: Element | null | undefined): number {
  return cell?.getBoundingClientRect().width ?? widthLimits.least;
}

/** Changes the width of one column, at first of the page alone. */
export interface Resizing {
  /** Shows a width. */
  readonly show: (pixels: number) => void;
  /** Keeps the width that is shown last. */
  readonly keep: () => void;
  /** As it was before. */
  readonly cancel: () => void;
}

/**
 * Begins to change the width of a column. The columns before it keep theirs, so that its edge stays under the pointer; the last column takes what is
 * left of the width of the table.
 */
export function resize(box: HTMLElement, sized: Sized, field: FieldSchema, onKeep: (widths: Look['widths']) => void): Resizing {
  const cells = headCells(box);
  const widths: Record<string, number> = { ...sized.look.widths };
  const before = new Map<string, string>();
  const write = (name: string, value: string): void => {
    if (!before.has(name)) before.set(name, box.style.getPropertyValue(name));
    box.style.setProperty(name, value);
  };
  const set = (one: FieldSchema, pixels: number): void => {
    widths[one.name] = pixels;
    write(widthName(placeOf(sized, one)), `${pixels}px`);
    if (one === sized.columns.at(-1)) write(tableName, asColumns);
  };
  const measured = sized.columns.map((one) => [one, widthOfCell(cells[placeOf(sized, one) - 1])] as const);
  for (const [one, width] of measured.slice(0, -1)) set(one, width);
  return {
    show: (pixels) => set(field, Math.round(Math.min(Math.max(pixels, widthLimits.least), widthLimits.most))),
    keep: () => onKeep(widths),
    cancel() {
      for (const [name, value] of before) box.style.setProperty(name, value);
    },
  };
}

/** The most that a column gets for what it contains. */
const mostFitted = 560;

/** The width at which a column shows all of its values on the page, in pixels. It has to be shown at its least width. */
export function fittingWidth(box: HTMLElement, sized: Sized, field: FieldSchema): number {
  const cells = box.querySelectorAll<HTMLElement>(`:scope > table > * > tr > :nth-of-type(${placeOf(sized, field)})`);
  return Math.min(mostFitted, Math.max(...[...cells].map(contentWidth)));
}

function contentWidth(cell: HTMLElement): number {
  const { left } = cell.getBoundingClientRect();
  const parts = [...cell.querySelectorAll('*')].map((part) => part.getBoundingClientRect().left - left + part.scrollWidth);
  return Math.max(cell.scrollWidth, ...parts) + Number.parseFloat(getComputedStyle(cell).paddingRight);
}
