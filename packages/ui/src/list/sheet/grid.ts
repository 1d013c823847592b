/** A cell, counted from 0. */
export interface Place {
  readonly row: number;
  readonly column: number;
}

/** The number of rows and columns. */
export interface Size {
  readonly rows: number;
  readonly columns: number;
}

/** Two opposite corners of the cells that are selected; the keyboard is at `here`. */
export interface Selected {
  readonly anchor: Place;
  readonly here: Place;
}

/** The cells of a rectangle, with the last ones. */
export interface Block {
  readonly first: Place;
  readonly last: Place;
}

/** The rows of a page that `Page up` and `Page down` go over. */
const pageOfKeys = 10;

/** @returns the nearest place within the table */
export function within({ row, column }: Place, { rows, columns }: Size): Place {
  return { row: Math.max(0, Math.min(row, rows - 1)), column: Math.max(0, Math.min(column, columns - 1)) };
}

/** The place to which a key leads; undefined for other keys. @param isFar whether Ctrl or ⌘ is held */
export function placeAfter(key: string, { row, column }: Place, size: Size, isFar: boolean): Place | undefined {
  const [down, right] = isFar ? [size.rows, size.columns] : [1, 1];
  const places: Readonly<Record<string, Place>> = {
    ArrowUp: { row: row - down, column },
    ArrowDown: { row: row + down, column },
    ArrowLeft: { row, column: column - right },
    ArrowRight: { row, column: column + right },
    PageUp: { row: row - pageOfKeys, column },
    PageDown: { row: row + pageOfKeys, column },
    Home: { row: isFar ? 0 : row, column: 0 },
    End: { row: isFar ? size.rows : row, column: size.columns },
  };
  const place = Object.hasOwn(places, key) ? places[key] : undefined;
  return place && within(place, size);
}

/** The cell after this one, or before it, from row to row; undefined beyond the ends of the table. */
export function neighbour({ row, column }: Place, { rows, columns }: Size, step: 1 | -1): Place | undefined {
  const index = row * columns + column + step;
  return index < 0 || index >= rows * columns ? undefined : { row: Math.floor(index / columns), column: index % columns };
}

/** Whether one cell alone is selected. */
export function isOneCell({ anchor, here }: Selected): boolean {
  return anchor.row === here.row && anchor.column === here.column;
}

/** The rectangle between two corners. */
export function blockOf({ anchor, here }: Selected): Block {
  return {
    first: { row: Math.min(anchor.row, here.row), column: Math.min(anchor.column, here.column) },
    last: { row: Math.max(anchor.row, here.row), column: Math.max(anchor.column, here.column) },
  };
}

export function sizeOf({ first, last }: Block): Size {
  return { rows: last.row - first.row + 1, columns: last.column - first.column + 1 };
}

/** The cells of a block, row by row. */
export function placesOf({ first, last }: Block): readonly Place[] {
  const { rows, columns } = sizeOf({ first, last });
  return Array.from({ length: rows * columns }, (_, index) => ({
    row: first.row + Math.floor(index / columns),
    column: first.column + (index % columns),
  }));
}

/** A text for a cell. */
export interface Filled {
  readonly place: Place;
  readonly text: string;
}

/** What a paste puts where. */
export interface PastePlan {
  readonly filled: readonly Filled[];
  /** The block that has them. */
  readonly block: Block;
  /** The number of texts for which the table has no rows or columns. */
  readonly beyond: number;
}

/**
 * Puts texts into a block, from its first cell on. A block of several cells is filled by repetition where the texts fit into it without a rest.
 */
export function pastePlan(texts: readonly (readonly string[])[], block: Block, table: Size): PastePlan {
  const width = Math.max(...texts.map(({ length }) => length));
  const own = sizeOf(block);
  const isRepeated = own.rows % texts.length === 0 && own.columns % width === 0;
  const { rows, columns } = isRepeated ? own : { rows: texts.length, columns: width };
  const { first } = block;
  const last = { row: first.row + rows - 1, column: first.column + columns - 1 };
  const all = placesOf({ first, last }).map((place) => ({
    place,
    text: texts[(place.row - first.row) % texts.length]?.[(place.column - first.column) % width] ?? '',
  }));
  const filled = all.filter(({ place }) => place.row < table.rows && place.column < table.columns);
  return { filled, block: { first, last: within(last, table) }, beyond: all.length - filled.length };
}

/** The cells that a fill down changes, each with the cell whose value it gets: that of the first row, or of the row above a single one. */
export function fillPlan({ first, last }: Block): readonly { readonly place: Place; readonly from: Place }[] {
  const source = first.row === last.row ? first.row - 1 : first.row;
  if (source < 0) return [];
  return placesOf({ first: { row: source + 1, column: first.column }, last }).map((place) => ({
    place,
    from: { row: source, column: place.column },
  }));
}
