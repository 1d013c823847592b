import fc from 'fast-check';
import type { Dialect } from '../support/dialects.ts';
import { hostileText } from './hostile-text.ts';

/** The kinds of columns. */
export const kinds = [
  'int',
  'small',
  'big',
  'dec',
  'float',
  'flag',
  'word',
  'notes',
  'uid',
  'day',
  'clock',
  'moment',
  'data',
  'address',
  'blob',
  'list',
] as const;
export type Kind = (typeof kinds)[number];

/** A value of a column. */
export interface Value {
  /** As a literal of SQL. */
  readonly sql: string;
  /** As a client sends it. */
  readonly wire: unknown;
  /** Its text, for the kinds whose text is the same in the database and on the wire; otherwise undefined. */
  readonly text: string | null | undefined;
}

/** The column types of a kind. */
export const columnTypes: Readonly<Record<Kind, Readonly<Record<Dialect, string | null>>>> = {
  int: { sqlite: 'integer', postgres: 'integer' },
  small: { sqlite: 'smallint', postgres: 'smallint' },
  big: { sqlite: 'bigint', postgres: 'bigint' },
  dec: { sqlite: 'numeric(20,2)', postgres: 'numeric(20,2)' },
  float: { sqlite: 'double', postgres: 'double precision' },
  flag: { sqlite: 'boolean', postgres: 'boolean' },
  word: { sqlite: 'varchar(60)', postgres: 'varchar(60)' },
  notes: { sqlite: 'text', postgres: 'text' },
  uid: { sqlite: 'uuid', postgres: 'uuid' },
  day: { sqlite: 'date', postgres: 'date' },
  clock: { sqlite: 'time', postgres: 'time' },
  moment: { sqlite: 'timestamp', postgres: 'timestamptz' },
  data: { sqlite: 'json', postgres: 'jsonb' },
  address: { sqlite: 'inet', postgres: 'inet' },
  blob: { sqlite: 'blob', postgres: 'bytea' },
  list: { sqlite: null, postgres: 'text[]' },
};

export function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

export const nothing: Value = { sql: 'NULL', wire: null, text: null };

const exact = (text: string): Value => ({ sql: quoted(text), wire: text, text });
const inexact = (text: string): Value => ({ sql: quoted(text), wire: text, text: undefined });
const number = (value: number): Value => ({ sql: String(value), wire: value, text: String(value) });

const texts = hostileText.filter((text) => text.length <= 60).map(exact);
const day = fc.date({ min: new Date('0001-01-02'), max: new Date('9999-12-30'), noInvalidDate: true }).map((date) => date.toISOString());

/** Values that a column of a kind may have. */
export const valuesOf: Readonly<Record<Kind, (dialect: Dialect) => fc.Arbitrary<Value>>> = {
  int: () => fc.oneof(fc.integer({ min: -5, max: 20 }), fc.integer()).map(number),
  small: () => fc.integer({ min: -32_768, max: 32_767 }).map(number),
  big: () =>
    fc
      .oneof(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), fc.bigInt({ min: -9n, max: 99n }))
      .map((value) => ({ sql: String(value), wire: String(value), text: String(value) })),
  dec: () =>
    fc.integer({ min: -(10 ** 9), max: 10 ** 9 }).map((value) => ({ ...inexact((value / 100).toFixed(2)), sql: (value / 100).toFixed(2) })),
  float: () =>
    fc
      .double({ noNaN: true, noDefaultInfinity: true })
      .map((value) => ({ sql: value === 0 ? '0' : String(value), wire: value, text: undefined })),
  flag: () => fc.boolean().map((value) => ({ sql: String(value), wire: value, text: String(value) })),
  word: () => texts,
  notes: () => texts,
  uid: () => fc.uuid().map(exact),
  day: () => day.map((text) => exact(text.slice(0, 10))),
  clock: () => day.map((text) => inexact(text.slice(11, 19))),
  moment: () => day.map((text) => ({ ...inexact(`${text.slice(0, 19)}Z`), sql: quoted(`${text.slice(0, 19).replace('T', ' ')}+00:00`) })),
  data: () =>
    fc
      .oneof(fc.jsonValue({ maxDepth: 3 }), fc.constant({ a: [1, null, 'ü'] }))
      .filter(isStorable)
      .map((wire) => ({ ...inexact(JSON.stringify(wire)), wire })),
  address: () => fc.oneof(fc.ipV4(), fc.ipV6()).map(inexact),
  blob: (dialect) =>
    fc.uint8Array({ maxLength: 12 }).map((bytes) => {
      const hex = Buffer.from(bytes).toString('hex');
      return { sql: dialect === 'postgres' ? `'\\x${hex}'` : `x'${hex}'`, wire: 'AAEC', text: undefined };
    }),
  list: () =>
    fc.array(fc.constantFrom('a', 'b,c', 'ü "q"', '', '\\', 'NULL'), { maxLength: 3 }).map((words) => ({
      sql: `ARRAY[${words.map(quoted).join(',')}]::text[]`,
      wire: words,
      text: undefined,
    })),
};

/** PostgreSQL takes neither NUL nor half of a surrogate pair in JSON. */
function isStorable(value: unknown): boolean {
  const text = JSON.stringify(value);
  return !text.includes('\\u0000') && !/\\ud[89a-f]/i.test(text);
}

/** What SQLite holds in a column of another type. */
export const oddValues: readonly Value[] = ["'not a number'", "x'C3A9'", '1.5', '7', '9e999', "''", "'2026'", '-9223372036854775808'].map(
  (sql) => ({
    sql,
    wire: 'odd',
    text: undefined,
  }),
);
