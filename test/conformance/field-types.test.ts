import { model } from 'grimoire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects, type TestValue } from '../support/databases.ts';
import { type Client, startService, type TestService } from '../support/service.ts';

/** A value as SQL writes it, and as CONTRACT §1 wants it on the wire. */
type Case = readonly [sql: string, wire: unknown];

/** The cases of one column; the types of both databases, and what the schema calls them. */
interface ColumnCases {
  readonly type: string;
  readonly postgres?: string;
  readonly sqlite?: string;
  readonly cases: readonly Case[];
  readonly postgresCases?: readonly Case[];
  readonly sqliteCases?: readonly Case[];
}

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

describe.each(dialects)('field types on %s', (dialect) => {
  let service: TestService;
  let client: Client;
  const own = Object.entries(columns).filter(([, column]) => column[dialect] !== undefined);
  const casesOf = (column: ColumnCases): readonly Case[] => [
    ...column.cases,
    ...((dialect === 'postgres' ? column.postgresCases : column.sqliteCases) ?? []),
  ];

  beforeAll(async () => {
    const columnSql = own.map(([name, column]) => `"${name}" ${column[dialect]}`).join(', ');
    const inserts = own.flatMap(([name, column]) =>
      casesOf(column).map(([value], index) => {
        const text = value.replaceAll('chr_10', dialect === 'postgres' ? 'chr(10)' : 'char(10)');
        return `INSERT INTO things (id, "${name}") VALUES ('${name} ${index}', ${text});`;
      }),
    );
    const mood = dialect === 'postgres' ? `CREATE TYPE mood AS ENUM ('happy', 'so-so');` : '';
    const binary = dialect === 'postgres' ? 'bytea' : 'blob';
    service = await startService({
      dialect,
      setup: `${mood} CREATE TABLE things (id varchar(50) PRIMARY KEY, ${columnSql}, raw ${binary});
        INSERT INTO things (id) VALUES ('empty'); ${inserts.join('\n')}
        INSERT INTO things (id, raw) VALUES ('raw', ${dialect === 'postgres' ? String.raw`'\x00ff10'` : "x'00ff10'"});`,
    });
    client = await service.superuser();
  });
  afterAll(() => service.close());

  it.each(own)('%s has its type in the schema', async (name, column) => {
    const { body } = await client.get('/schema/main.Things/');
    const field = body.fields.find((candidate: { name: string }) => candidate.name === name);
    expect(field.type).toBe(column.type);
  });

  it.each(own.flatMap(([name, column]) => casesOf(column).map(([sql, wire], index) => [name, index, sql, wire] as const)))(
    '%s %i: %s is served exactly',
    async (name, index, _sql, wire) => {
      const { status, body } = await client.get(`/r/main.Things/${encodeURIComponent(`${name} ${index}`)}/`);
      expect(status).toBe(200);
      expect(body[name]).toEqual(wire);
    },
  );

  it('serves the same values in a list as in a row', async () => {
    const list = await client.get('/r/main.Things/?page_size=200');
    expect(list.status).toBe(200);
    for (const row of list.body.results) {
      const { body } = await client.get(`/r/main.Things/${encodeURIComponent(row.id)}/`);
      const { raw: _, ...others } = body;
      expect(row).toEqual(others);
    }
  });

  it('serves nulls as nulls', async () => {
    const { body } = await client.get('/r/main.Things/empty/');
    for (const [name] of own) if (name !== 'doubled') expect([name, body[name]]).toEqual([name, null]);
  });

  it('writes numbers beyond 2^53 as text in the bytes, never rounded', async () => {
    const { text } = await client.get('/r/main.Things/big%203/');
    expect(text).toMatch(/"big"\s?:\s?"9223372036854775807"/);
  });

  it('serves binary as base64, only in a row', async () => {
    const { body } = await client.get('/r/main.Things/raw/');
    expect(body.raw).toBe('AP8Q');
    const list = await client.get('/r/main.Things/?page_size=1');
    expect(list.body.results[0]).not.toHaveProperty('raw');
    const schema = await client.get('/schema/main.Things/');
    expect(schema.body.fields.find((field: { name: string }) => field.name === 'raw')).toMatchObject({
      type: 'BinaryField',
      editable: false,
    });
  });

  it('finds each value by an exact filter on what it was served as', async () => {
    for (const [name, column] of own) {
      const { body: schema } = await client.get('/schema/main.Things/');
      const field = schema.fields.find((candidate: { name: string }) => candidate.name === name);
      for (const [index, [, wire]] of casesOf(column).entries()) {
        const isComparable = wire !== null && typeof wire !== 'object' && !['JSONField', 'ArrayField'].includes(field.type);
        const isProper =
          isComparable &&
          !(dialect === 'sqlite' && (column.sqliteCases ?? []).some(([, odd]) => odd === wire)) &&
          !/infinity| BC$|NaN/i.test(String(wire));
        if (!isProper || wire === '') continue;
        const { status, body } = await client.get(`/r/main.Things/?${name}=${encodeURIComponent(String(wire))}`);
        expect([name, wire, status]).toEqual([name, wire, 200]);
        expect([name, wire, body.results.map((row: { id: string }) => row.id)]).toEqual([
          name,
          wire,
          expect.arrayContaining([`${name} ${index}`]),
        ]);
      }
    }
  });

  it('marks opaque and generated columns as not editable, with the database’s type where no field type fits', async () => {
    const { body } = await client.get('/schema/main.Things/');
    const byName = Object.fromEntries(body.fields.map((field: { name: string }) => [field.name, field]));
    expect(byName['doubled']).toMatchObject({ editable: false });
    if (dialect === 'postgres') expect(byName['place']).toMatchObject({ editable: false, db_type: 'point' });
    else expect(byName['untyped']).toMatchObject({ editable: false, db_type: '' });
  });
});

describe.each(dialects)('times of Drizzle on %s', (dialect) => {
  it('reads epoch columns of SQLite and filters them by text', async () => {
    if (dialect === 'postgres') return;
    const { integer, sqliteTable, text } = await import('drizzle-orm/sqlite-core');
    const logs = sqliteTable('logs', {
      id: integer().primaryKey(),
      seconds: integer({ mode: 'timestamp' }),
      millis: integer({ mode: 'timestamp_ms' }),
      flag: integer({ mode: 'boolean' }),
      data: text({ mode: 'json' }),
    });
    const values: readonly TestValue[] = [1, 1795250000, 1795250000123, 1, '{"a":1}'];
    const service = await startService({
      dialect,
      setup: async (database) => {
        await database.execute('CREATE TABLE logs (id integer primary key, seconds integer, millis integer, flag integer, data text)');
        await database.query('INSERT INTO logs VALUES (?, ?, ?, ?, ?)', values);
      },
      models: [model(logs, 'ops.Log')],
    });
    const client = await service.superuser();
    const { body } = await client.get('/r/ops.Log/1/');
    expect(body).toMatchObject({ seconds: '2026-11-21T08:33:20Z', millis: '2026-11-21T08:33:20.123Z', flag: true, data: { a: 1 } });
    for (const filter of [
      'millis=2026-11-21T08:33:20.123Z',
      'seconds__gte=2026-11-21',
      'seconds__date=2026-11-21',
      'millis__lt=2026-11-21T08:33:21%2B00:00',
      'flag=yes',
    ]) {
      expect([filter, (await client.get(`/r/ops.Log/?${filter}`)).body.count]).toEqual([filter, 1]);
    }
    for (const filter of ['millis__lt=2026-11-21T08:33:20.123Z', 'seconds__date=2026-11-20', 'flag=0']) {
      expect([filter, (await client.get(`/r/ops.Log/?${filter}`)).body.count]).toEqual([filter, 0]);
    }
    await service.close();
  });
});
