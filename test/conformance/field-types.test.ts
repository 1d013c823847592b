import { model } from 'grimoire';
import { postgresTypes } from '../../packages/server/src/databases/postgres/types.ts';
import { sqliteTypes } from '../../packages/server/src/databases/sqlite/types.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Case, type ColumnCases, casesOn, ownColumns, thingsTable } from '../support/column-cases.ts';
import { dialects, type TestValue } from '../support/databases.ts';
import { type Client, startService, type TestService } from '../support/service.ts';

describe.each(dialects)('field types on %s', (dialect) => {
  let service: TestService;
  let client: Client;
  const editable = new Set<string>();
  const own = ownColumns(dialect);
  const casesOf = (column: ColumnCases): readonly Case[] => casesOn(dialect, column);

  beforeAll(async () => {
    service = await startService({ dialect, setup: thingsTable(dialect) });
    client = await service.superuser();
    const { fields } = (await client.get('/schema/main.Things/')).body;
    for (const field of fields) if (field.editable) editable.add(field.name);
  });
  afterAll(() => service.close());

  it('has a column of every type that columns have', () => {
    const types = Object.entries(dialect === 'postgres' ? postgresTypes : sqliteTypes);
    const ofColumns = types.flatMap(([name, { columns }]) => (columns === undefined || name === 'opaque' ? [] : [name]));
    const cases = new Set([...own.map(([, { type }]) => type), 'BinaryField', 'PositiveIntegerField']);
    expect(ofColumns.filter((name) => !cases.has(name))).toEqual([]);
  });

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

  const written = own.filter(([, column]) => !['TextField'].includes(column.type) || column.postgres === 'text');

  it.each(own.flatMap(([name, column]) => casesOf(column).map((_, index) => `${name} ${index}`)))(
    'takes back what it served of %s, and changes nothing',
    async (key) => {
      const path = `/r/main.Things/${encodeURIComponent(key)}/`;
      const read = await client.get(path);
      const answer = await client.patch(path, read.body);
      expect([answer.status, answer.text]).toEqual([200, read.text]);
      expect((await client.get(`/r/admin.AdminAuditLog/?object_pk=${encodeURIComponent(key)}`)).body.count).toBe(0);
    },
  );

  it.each(written.flatMap(([name, column]) => column.cases.map(([, wire], index) => [name, index, wire] as const)))(
    'stores %s %i as it was sent',
    async (name, index, wire) => {
      if (name === 'doubled') return;
      const key = `sent ${name} ${index}`;
      const answer = await client.post('/r/main.Things/', { id: key, [name]: wire });
      expect([answer.status, answer.body[name]]).toEqual([201, wire]);
      const cleared = await client.patch(`/r/main.Things/${encodeURIComponent(key)}/`, { [name]: null });
      expect([cleared.status, cleared.body[name]]).toEqual([200, null]);
      const again = await client.patch(`/r/main.Things/${encodeURIComponent(key)}/`, { [name]: wire });
      expect([again.status, again.body[name]]).toEqual([200, wire]);
    },
  );

  it.each(
    own.flatMap(([name, column]) =>
      casesOf(column)
        .slice(column.cases.length)
        .map(([, wire], index) => [name, index, wire] as const),
    ),
  )('stores %s beyond the common, %i, as it was sent or says why not', async (name, index, wire) => {
    const answer = await client.post('/r/main.Things/', { id: `odd ${name} ${index}`, [name]: wire });
    if (answer.status === 400) expect(answer.body[name]).toEqual([expect.any(String)]);
    else expect([answer.status, answer.body[name]]).toEqual([201, editable.has(name) ? wire : null]);
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
        if (!isProper || wire === '' || typeof wire === 'object') continue;
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

describe('times of Drizzle', () => {
  it('reads epoch columns of SQLite and filters them by text', async () => {
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
      dialect: 'sqlite',
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

describe.each(dialects)('small integers on %s', (dialect) => {
  it('have their range, however wide their column is, and keys have that of their column', async () => {
    const service = await startService({
      dialect,
      setup: `CREATE TABLE line (id smallint PRIMARY KEY, quantity integer NOT NULL);
        INSERT INTO line VALUES (1, 1)${dialect === 'sqlite' ? ', (40000, 40000)' : ''};`,
      models: [model('line', 'm.Line', { fields: { quantity: { type: 'SmallIntegerField' } } })],
    });
    try {
      const client = await service.superuser();
      for (const quantity of [32768, -32769, 99999]) {
        const { status, body } = await client.patch('/r/m.Line/1/', { quantity });
        expect([quantity, status, body.quantity]).toEqual([quantity, 400, ['Must be between -32768 and 32767.']]);
      }
      for (const quantity of [32767, -32768]) expect((await client.patch('/r/m.Line/1/', { quantity })).status).toBe(200);
      const { components } = (await client.get('/openapi.json?model=m.Line')).body;
      const properties = Object.values(components.schemas).flatMap((schema: any) => schema.properties?.quantity ?? []);
      expect(properties).toContainEqual(expect.objectContaining({ minimum: -32768, maximum: 32767 }));
      // A row that is there is served and opened, and changed in its other fields.
      if (dialect === 'sqlite') expect((await client.get('/r/m.Line/40000/')).body).toMatchObject({ id: 40000, quantity: 40000 });
    } finally {
      await service.close();
    }
  });
});
