import type { Dialect } from './dialects.ts';

/** A value as an SQL literal, and its form on the wire by CONTRACT §1. */
export type Case = readonly [sql: string, wire: unknown];

/** The test cases of one column: its type in both databases, and its type in the schema. */
export interface ColumnCases {
  readonly type: string;
  readonly postgres?: string;
  readonly sqlite?: string;
  readonly cases: readonly Case[];
  readonly postgresCases?: readonly Case[];
  readonly sqliteCases?: readonly Case[];
}

/** Every column type with its extreme values. */
const columns: Readonly<Record<string, ColumnCases>> = {
  small: {
    type: 'SmallIntegerField',
    postgres: 'smallint',
    sqlite: 'smallint',
    cases: [
      ['-32768', -32768],
      ['32767', 32767],
      ['0', 0],
    ],
  },
  int: {
    type: 'IntegerField',
    postgres: 'integer',
    sqlite: 'integer',
    cases: [
      ['-2147483648', -2147483648],
      ['2147483647', 2147483647],
    ],
  },
  big: {
    type: 'BigIntegerField',
    postgres: 'bigint',
    sqlite: 'bigint',
    cases: [
      ['9007199254740991', 9007199254740991],
      ['-9007199254740991', -9007199254740991],
      ['9007199254740992', '9007199254740992'],
      ['9223372036854775807', '9223372036854775807'],
      ['-9223372036854775808', '-9223372036854775808'],
    ],
    sqliteCases: [
      ["'not a number'", 'not a number'],
      ['1.5', '1.5'],
      ["x'C3A9'", 'é'],
    ],
  },
  dec: {
    type: 'DecimalField',
    postgres: 'numeric(20,2)',
    sqlite: 'numeric(20,2)',
    cases: [
      ['9.9', '9.90'],
      ['-0.01', '-0.01'],
      ['0', '0.00'],
      ['1234567890123.45', '1234567890123.45'],
    ],
    postgresCases: [
      ['999999999999999999.99', '999999999999999999.99'],
      ["'NaN'", 'NaN'],
    ],
    sqliteCases: [["'free of charge'", 'free of charge']],
  },
  loose: {
    type: 'DecimalField',
    postgres: 'numeric',
    cases: [
      ['1e-20', '0.00000000000000000001'],
      ['12345678901234567890.123', '12345678901234567890.123'],
    ],
  },
  float: {
    type: 'FloatField',
    postgres: 'double precision',
    sqlite: 'double',
    cases: [
      ['0.1', 0.1],
      ['-1.5e300', -1.5e300],
      ['5e-324', 5e-324],
      ['0', 0],
    ],
    postgresCases: [
      ["'NaN'", 'NaN'],
      ["'Infinity'", 'Infinity'],
      ["'-Infinity'", '-Infinity'],
    ],
    sqliteCases: [
      ['9e999', 'Infinity'],
      ['-9e999', '-Infinity'],
      ["'abc'", 'abc'],
    ],
  },
  flag: {
    type: 'BooleanField',
    postgres: 'boolean',
    sqlite: 'boolean',
    cases: [
      ['true', true],
      ['false', false],
    ],
    sqliteCases: [
      ['7', '7'],
      ["'maybe'", 'maybe'],
    ],
  },
  word: {
    type: 'CharField',
    postgres: 'varchar(200)',
    sqlite: 'varchar(200)',
    cases: [
      ["''", ''],
      ['\'ünïcödé 😀 "quoted" \\ back\'', 'ünïcödé 😀 "quoted" \\ back'],
      ["'line' || chr_10 || 'two'", 'line\ntwo'],
    ],
    sqliteCases: [
      ['42', '42'],
      ["x'41'", 'A'],
    ],
  },
  padded: { type: 'CharField', postgres: 'char(5)', cases: [["'ab'", 'ab']] },
  notes: { type: 'TextField', postgres: 'text', sqlite: 'text', cases: [["'long'", 'long']] },
  uid: {
    type: 'UUIDField',
    postgres: 'uuid',
    sqlite: 'uuid',
    cases: [["'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11'", 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11']],
  },
  day: {
    type: 'DateField',
    postgres: 'date',
    sqlite: 'date',
    cases: [
      ["'2026-11-21'", '2026-11-21'],
      ["'0001-01-01'", '0001-01-01'],
      ["'9999-12-31'", '9999-12-31'],
    ],
    postgresCases: [
      ["'infinity'", 'infinity'],
      ["'-infinity'", '-infinity'],
      ["'0044-03-15 BC'", '0044-03-15 BC'],
    ],
    sqliteCases: [["'tomorrow'", 'tomorrow']],
  },
  clock: {
    type: 'TimeField',
    postgres: 'time',
    sqlite: 'time',
    cases: [
      ["'08:30:00'", '08:30:00'],
      ["'23:59:59.999999'", '23:59:59.999999'],
      ["'24:00:00'", '24:00:00'],
    ],
  },
  moment: {
    type: 'DateTimeField',
    postgres: 'timestamptz',
    sqlite: 'timestamp',
    cases: [
      ["'2026-11-21 08:30:00+00:00'", '2026-11-21T08:30:00Z'],
      ["'2026-11-21 08:30:00.123456+02:00'", '2026-11-21T06:30:00.123456Z'],
      ["'2026-11-21 08:30:00.500+00:00'", '2026-11-21T08:30:00.5Z'],
    ],
    postgresCases: [
      ["'infinity'", 'infinity'],
      ["'0044-03-15 12:00:00+00 BC'", '0044-03-15T12:00:00 BC'],
    ],
    sqliteCases: [
      ["'someday'", 'someday'],
      ['20261121', '20261121'],
    ],
  },
  local: {
    type: 'DateTimeField',
    postgres: 'timestamp',
    sqlite: 'datetime',
    cases: [
      ["'2026-11-21 08:30:00'", '2026-11-21T08:30:00Z'],
      ["'2026-11-21 08:30:00.000001'", '2026-11-21T08:30:00.000001Z'],
    ],
  },
  span: {
    type: 'DurationField',
    postgres: 'interval',
    sqlite: 'interval',
    cases: [],
    postgresCases: [
      ["'1 year 2 months 3 days 04:05:06.5'", 'P1Y2M3DT4H5M6.5S'],
      ["'0'", 'PT0S'],
      ["'-1 day 26 hours'", 'P-1DT26H'],
      ["'2 days'", 'P2D'],
    ],
    sqliteCases: [["'P1DT2H'", 'P1DT2H']],
  },
  data: {
    type: 'JSONField',
    postgres: 'jsonb',
    sqlite: 'json',
    cases: [
      ['\'{"a":[1,2.50,null,"é"]}\'', { a: [1, 2.5, null, 'é'] }],
      ["'[]'", []],
      ['\'"text"\'', 'text'],
      ["'null'", null],
      ["'3'", 3],
    ],
    sqliteCases: [["'{broken'", '{broken']],
  },
  words: {
    type: 'ArrayField',
    postgres: 'text[]',
    cases: [
      ['\'{a,"b,c",NULL}\'', ['a', 'b,c', null]],
      ["'{}'", []],
      [
        "'{{1,2},{3,4}}'",
        [
          ['1', '2'],
          ['3', '4'],
        ],
      ],
    ],
  },
  numbers: { type: 'ArrayField', postgres: 'bigint[]', cases: [["'{1,9007199254740993}'", [1, '9007199254740993']]] },
  moments: { type: 'ArrayField', postgres: 'timestamptz[]', cases: [["'{2026-11-21 08:30:00+02}'", ['2026-11-21T06:30:00Z']]] },
  prices: { type: 'ArrayField', postgres: 'numeric[]', cases: [["'{1.10,2}'", ['1.10', '2']]] },
  address: {
    type: 'GenericIPAddressField',
    postgres: 'inet',
    sqlite: 'inet',
    cases: [
      ["'10.0.0.1'", '10.0.0.1'],
      ["'2001:db8::1'", '2001:db8::1'],
    ],
    postgresCases: [["'10.1.0.0/16'", '10.1.0.0/16']],
  },
  mood: { type: 'CharField', postgres: 'mood', cases: [["'so-so'", 'so-so']] },
  place: { type: 'TextField', postgres: 'point', cases: [["'(1,2)'", '(1,2)']] },
  ranged: { type: 'TextField', postgres: 'int4range', cases: [["'[1,5)'", '[1,5)']] },
  zoned: { type: 'TextField', postgres: 'timetz', cases: [["'08:30:00+02'", '08:30:00+02']] },
  untyped: {
    type: 'TextField',
    sqlite: '',
    cases: [
      ["'any'", 'any'],
      ['12', '12'],
    ],
  },
  doubled: {
    type: 'IntegerField',
    postgres: 'integer GENERATED ALWAYS AS (42) STORED',
    sqlite: 'integer GENERATED ALWAYS AS (42) STORED',
    cases: [],
  },
};

/** The columns that a database has. */
export function ownColumns(dialect: Dialect): readonly (readonly [name: string, column: ColumnCases])[] {
  return Object.entries(columns).filter(([, column]) => column[dialect] !== undefined);
}

/** The values of a column in a database. */
export function casesOn(dialect: Dialect, column: ColumnCases): readonly Case[] {
  return [...column.cases, ...((dialect === 'postgres' ? column.postgresCases : column.sqliteCases) ?? [])];
}

/** Statements that make the table `things`, which has each of these columns, and a row for each of their values. */
export function thingsTable(dialect: Dialect): string {
  const isPostgres = dialect === 'postgres';
  const own = ownColumns(dialect);
  const columnSql = own.map(([name, column]) => `"${name}" ${column[dialect]}`).join(', ');
  const inserts = own.flatMap(([name, column]) =>
    casesOn(dialect, column).map(([value], index) => {
      const text = value.replaceAll('chr_10', isPostgres ? 'chr(10)' : 'char(10)');
      return `INSERT INTO things (id, "${name}") VALUES ('${name} ${index}', ${text});`;
    }),
  );
  const mood = isPostgres ? `CREATE TYPE mood AS ENUM ('happy', 'so-so');` : '';
  return `${mood} CREATE TABLE things (id varchar(50) PRIMARY KEY, ${columnSql}, raw ${isPostgres ? 'bytea' : 'blob'});
    INSERT INTO things (id) VALUES ('empty'); ${inserts.join('\n')}
    INSERT INTO things (id, raw) VALUES ('raw', ${isPostgres ? String.raw`'\x00ff10'` : "x'00ff10'"});`;
}
