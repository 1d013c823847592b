import fc from 'fast-check';
import type { Dialect } from '../support/dialects.ts';
import { columnNames, models, referenceNames, tableNames } from './world-names.ts';
import { columnTypes, type Kind, kinds, nothing, oddValues, quoted, type Value, valuesOf } from './values.ts';

export type OnDelete = 'cascade' | 'set null' | 'restrict' | 'no action';

/** A column of a random table. */
export interface Column {
  readonly name: string;
  /** Name in the API. */
  readonly field: string;
  readonly kind: Kind;
  readonly null: boolean;
  readonly unique: boolean;
  /** Whether the database fills it where it is left out. */
  readonly hasDefault: boolean;
  /** Whether it holds values of other types, as SQLite allows. */
  readonly isOdd: boolean;
  /** The table that it references, by its place in the world. */
  readonly reference?: { readonly table: number; readonly onDelete: OnDelete };
}

/** A random table with its rows. */
export interface Table {
  readonly name: string;
  /** Its model's key. */
  readonly model: string;
  readonly key: readonly Column[];
  /** All columns, those of the key first. */
  readonly columns: readonly Column[];
  /** Whether the database makes the keys. */
  readonly isGenerated: boolean;
  readonly rows: readonly (readonly Value[])[];
}

/** The tables of a random database; a foreign key leads to an earlier table, or to its own. */
export interface World {
  readonly dialect: Dialect;
  readonly tables: readonly Table[];
}

/** A part of a table before its place among the others is known. */
interface Draft {
  readonly name: string;
  readonly keyKind: 'generated' | 'int' | 'word' | 'uid' | 'composite';
  readonly keyName: string;
  readonly columns: readonly { readonly name: string; readonly kind: Kind; readonly dice: number }[];
  readonly references: readonly { readonly name: string; readonly to: number; readonly onDelete: OnDelete; readonly dice: number }[];
  readonly size: number;
  readonly seed: number;
}

function draftOf(dialect: Dialect): fc.Arbitrary<Draft> {
  const usable = kinds.filter((kind) => columnTypes[kind][dialect] !== null);
  return fc.record({
    name: fc.constantFrom(...tableNames),
    keyKind: fc.constantFrom('generated', 'generated', 'int', 'word', 'uid', 'composite'),
    keyName: fc.constantFrom('id', 'Id', 'key', 'no', 'nummer ß'),
    columns: fc.uniqueArray(
      fc.record({
        name: fc.constantFrom(...columnNames),
        kind: fc.constantFrom(...usable, 'int', 'word', 'flag', 'word', 'moment', 'moment'),
        dice: fc.nat(99),
      }),
      { selector: ({ name }) => name.toLowerCase(), minLength: 3, maxLength: 8 },
    ),
    references: fc.uniqueArray(
      fc.record({
        name: fc.constantFrom(...referenceNames),
        to: fc.nat(99),
        onDelete: fc.constantFrom('cascade', 'set null', 'restrict', 'no action'),
        dice: fc.nat(99),
      }),
      { selector: ({ name }) => name.toLowerCase(), maxLength: 3 },
    ),
    size: fc.integer({ min: 20, max: 60 }),
    seed: fc.nat(),
  });
}

/** Random databases of one to four tables. */
export function worldOf(dialect: Dialect): fc.Arbitrary<World> {
  const drafts = fc.uniqueArray(draftOf(dialect), { selector: ({ name }) => name.toLowerCase(), minLength: 1, maxLength: 4 });
  return drafts.map((list) => {
    const tables: Table[] = [];
    for (const draft of list) tables.push(tableOf(draft, tables, dialect));
    return { dialect, tables };
  });
}

function keyOf({ keyKind, keyName }: Draft): Column[] {
  const column = (name: string, kind: Kind): Column => ({
    name,
    field: name,
    kind,
    null: false,
    unique: false,
    hasDefault: false,
    isOdd: false,
  });
  if (keyKind === 'composite') return [column('left', 'int'), column('right', 'word')];
  return [column(keyName, keyKind === 'generated' ? 'int' : keyKind)];
}

function tableOf(draft: Draft, before: readonly Table[], dialect: Dialect): Table {
  const place = before.length;
  const key = keyOf(draft);
  const taken = new Set(key.map(({ name }) => name.toLowerCase()));
  const plain = draft.columns
    .filter(({ name }) => !taken.has(name.toLowerCase()))
    .map(({ name, kind: drawn, dice }): Column => {
      const isSecret = /token|password/.test(name);
      // Numbers and booleans are no secrets, whatever their name.
      const kind = isSecret ? 'word' : drawn;
      const isUnique = !isSecret && dice < 15 && (kind === 'int' || kind === 'word' || kind === 'big');
      return {
        name,
        field: name,
        kind,
        null: isSecret || dice % 3 !== 0,
        unique: isUnique,
        hasDefault: !isUnique && dice % 7 === 0 && (kind === 'int' || kind === 'word'),
        isOdd: dialect === 'sqlite' && !isUnique && dice > 85 && kind !== 'blob' && !isSecret,
      };
    });
  const targets = [...before.map(({ key: other }, index) => ({ key: other, index })), { key, index: place }].filter(
    (other) => other.key.length === 1,
  );
  const references = draft.references.flatMap(({ name, to, onDelete, dice }): Column[] => {
    const target = targets[to % Math.max(1, targets.length)];
    if (!target?.key[0]) return [];
    const isNull = target.index === place || onDelete === 'set null' || dice % 2 === 0;
    const field = shortOf(name, [...draft.columns.map((column) => column.name), ...draft.references.map((other) => other.name)]);
    return [
      {
        name,
        field,
        kind: target.key[0].kind,
        null: isNull,
        unique: false,
        hasDefault: false,
        isOdd: false,
        reference: { table: target.index, onDelete },
      },
    ];
  });
  const columns = [...key, ...plain, ...references];
  const unkeyed = {
    name: draft.name,
    model: models[place % models.length] ?? 'f.X',
    key,
    columns,
    isGenerated: draft.keyKind === 'generated' || (draft.keyKind === 'int' && dialect === 'sqlite'),
  };
  return { ...unkeyed, rows: rowsOf({ ...unkeyed, rows: [] }, draft, before, dialect) };
}

/** The field of a foreign key `owner_id` is `owner`, unless that name is taken. */
function shortOf(name: string, taken: readonly string[]): string {
  const short = name.replace(/_id$/, '');
  return taken.includes(short) && short !== name ? name : short;
}

function rowsOf(table: Table, { size, seed }: Draft, before: readonly Table[], dialect: Dialect): Value[][] {
  const cells = table.columns.map((column, place) => cellsOf(column, { size, seed: seed + place, dialect }));
  const rows = Array.from({ length: size }, (_, row) =>
    table.columns.map((column, place): Value => {
      if (table.key.includes(column)) return keyValue(column, row, cells[place]?.[row]);
      if (column.reference) return nothing;
      return cells[place]?.[row] ?? nothing;
    }),
  );
  table.columns.forEach((column, place) => {
    if (column.reference) link({ rows, place, column, seed: seed + place, key: targetKeys(column, table, rows, before) });
  });
  return rows;
}

function cellsOf(
  column: Column,
  { size, seed, dialect }: { readonly size: number; readonly seed: number; readonly dialect: Dialect },
): readonly Value[] {
  const found = fc.sample(valuesOf[column.kind](dialect), { seed, numRuns: size });
  return found.map((value, row) => {
    if (column.null && (row * 7 + seed) % 5 === 0) return nothing;
    if (column.isOdd && (row + seed) % 9 === 0) return oddValues[(row + seed) % oddValues.length] ?? value;
    return column.unique ? unlike(value, row, column.kind) : value;
  });
}

/** A value that no other row has. */
function unlike(value: Value, row: number, kind: Kind): Value {
  const text = kind === 'word' ? `${(value.text ?? '').slice(0, 40)}#${row}` : String(row * 3 - 7);
  return kind === 'word' ? { sql: quoted(text), wire: text, text } : { sql: text, wire: Number(text), text };
}

function keyValue(column: Column, row: number, drawn: Value | undefined): Value {
  if (column.kind === 'uid') return drawn ?? nothing;
  return unlike(drawn ?? nothing, row, column.kind);
}

function targetKeys({ reference }: Column, table: Table, rows: readonly (readonly Value[])[], before: readonly Table[]): Value[] {
  const target = before[reference?.table ?? -1];
  return (target?.rows ?? rows).flatMap((row) => row[0] ?? []).slice(0, target ? undefined : table.columns.length + 9);
}

interface Linking {
  readonly rows: Value[][];
  readonly place: number;
  readonly column: Column;
  readonly seed: number;
  readonly key: readonly Value[];
}

function link({ rows, place, column, seed, key }: Linking): void {
  rows.forEach((row, index) => {
    const isEmpty = column.null && (index * 5 + seed) % 4 === 0;
    row[place] = isEmpty ? nothing : (key[(index * 31 + seed) % key.length] ?? nothing);
  });
}
