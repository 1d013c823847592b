import { action, defineAdmin, model } from 'grimoire';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { dialects } from '../support/databases.ts';
import { asking, startService } from '../support/service.ts';
import { serviceOfTest } from '../support/started-service.ts';

const setup = 'CREATE TABLE thing (id integer PRIMARY KEY, name varchar(20), data json, other integer)';

const size = {
  type: 'object',
  title: 'Size',
  properties: {
    label: { type: 'string', minLength: 1, maxLength: 10 },
    made: { type: 'string', format: 'date' },
    weight: { type: 'number', exclusiveMinimum: 0, maximum: 100, multipleOf: 0.5 },
    lines: { type: 'array', maxItems: 3, items: { $ref: '#/$defs/line' } },
    state: { enum: ['new', 'used'] },
  },
  required: ['label'],
  $defs: {
    line: {
      type: 'object',
      properties: { sku: { type: 'string', pattern: '^[A-Z]+$' }, count: { type: 'integer', minimum: 1 } },
      required: ['sku'],
      additionalProperties: false,
    },
  },
};

/** A library's own schema, by the standard: texts of at most three characters, which it turns into capitals. */
const capitals = {
  '~standard': {
    version: 1 as const,
    vendor: 'hand',
    validate: (value: unknown) =>
      typeof value === 'string' && value.length <= 3
        ? { value: value.toUpperCase() }
        : { issues: [{ message: 'Three characters at most.', path: [] }] },
    jsonSchema: { input: () => ({ type: 'string', maxLength: 3 }), output: () => ({ type: 'string' }) },
  },
};

/** One that fails as `push(...problems)` does for very many of them. */
const withoutRoom = {
  '~standard': {
    ...capitals['~standard'],
    validate: (value: unknown) => {
      if (JSON.stringify(value).length > 100_000) throw new RangeError('Maximum call stack size exceeded');
      return { value };
    },
  },
};

describe.each(dialects)('the schemas of JSON fields on %s', (dialect) => {
  const served = async (schema: object, more: object = {}) => {
    const models = [model('thing', 't.Thing', { fields: { data: { schema } }, ...more } as object)];
    return serviceOfTest(startService({ dialect, setup, models }));
  };

  it('name each part of a value that does not fit, whichever write it is', async () => {
    const { root } = await served(size);
    const data = { label: '', made: '2026-02-30', weight: 100.5, lines: [{ sku: 'A' }, { sku: 'b', count: 0, more: 1 }, {}], state: 'old' };
    const messages = [
      'label: This field is required.',
      'made: A valid date is required: YYYY-MM-DD.',
      'weight: Must be 100 or less.',
      'lines.1.sku: Does not have the form that is required.',
      'lines.1.count: Must be 1 or more.',
      'lines.1.more: Unknown field.',
      'lines.2.sku: This field is required.',
      'state: "old" is not a valid choice.',
    ];
    const created = await root.post('/r/t.Thing/', { id: 1, data });
    expect(created).toMatchObject({ status: 400, body: { data: messages, detail: `data: ${messages[0]}` } });
    expect((await root.post('/r/t.Thing/', { id: 1, data: { label: 'S' } })).status).toBe(201);
    expect((await root.patch('/r/t.Thing/1/', { data })).body).toMatchObject({ data: messages });
    const bulk = await root.post('/r/t.Thing/bulk/', { action: 'update', ids: [1], data: { data } });
    expect(bulk).toMatchObject({ status: 400, body: { data: messages } });
    const operations = [{ op: 'update', pk: 1, data: { data } }];
    expect((await root.post('/r/t.Thing/bulk/', { operations })).body).toMatchObject({ operations: { 0: { data: messages } } });
    expect((await root.get('/r/t.Thing/1/')).body.data).toEqual({ label: 'S' });
    const french = await asking(root, 'fr').patch('/r/t.Thing/1/', { data: { lines: 1 } });
    expect(french.body.data).toEqual(['label : Ce champ est obligatoire.', 'lines : Une liste est attendue.']);
  });

  it('are in the schema of the model, and in the OpenAPI document of what is sent', async () => {
    const { root } = await served(size);
    const { fields } = (await root.get('/schema/t.Thing/')).body;
    expect(fields.find(({ name }: { name: string }) => name === 'data').json_schema).toEqual(size);
    const { components } = (await root.get('/openapi.json')).body;
    const sent = components.schemas['t.Thing.Create'].properties.data;
    expect(sent.properties.lines.items).toEqual(size.$defs.line);
    expect(sent.type).toEqual(['object', 'null']);
    expect(JSON.stringify(sent)).not.toContain('$ref');
  });

  it('have titles and descriptions in each language', async () => {
    const titled = {
      type: 'object',
      properties: { title: { type: 'string', title: 'Heading' }, rows: { items: { description: 'One row' } } },
    };
    const fields = { data: { schema: { Heading: 'Überschrift', 'One row': 'Eine Zeile' } } };
    const models = [model('thing', 't.Thing', { fields: { data: { schema: titled } } })];
    const languages = { de: { models: { 't.Thing': { fields } } } };
    const { root } = await serviceOfTest(
      startService({ dialect, setup, models, languages } as object as Parameters<typeof startService>[0]),
    );
    const { body } = await asking(root, 'de').get('/schema/t.Thing/');
    expect(body.fields.find(({ name }: { name: string }) => name === 'data').json_schema).toEqual({
      type: 'object',
      properties: { title: { type: 'string', title: 'Überschrift' }, rows: { items: { description: 'Eine Zeile' } } },
    });
  });

  it('leave rows alone that are older, and members that they do not name', async () => {
    const { service, root } = await served(size);
    await service.database.execute(`INSERT INTO thing (id, data) VALUES (1, '{"label": 5, "mine": {"a": [1]}}')`);
    expect((await root.get('/r/t.Thing/1/')).body.data).toEqual({ label: 5, mine: { a: [1] } });
    expect((await root.patch('/r/t.Thing/1/', { name: 'A', data: { label: 5, mine: { a: [1] } } })).status).toBe(200);
    expect((await root.patch('/r/t.Thing/1/', { data: { label: 6, mine: { a: [1] } } })).body.data).toEqual(['label: Must be a text.']);
    const saved = await root.patch('/r/t.Thing/1/', { data: { label: 'S', mine: { a: [1] } } });
    expect(saved.body.data).toEqual({ label: 'S', mine: { a: [1] } });
    expect((await root.patch('/r/t.Thing/1/', { data: null })).body.data).toBeNull();
  });

  it('of Zod store what they make of a value, and keep what they do not name', async () => {
    const schema = z.object({
      code: z.string().trim().min(2),
      tags: z.array(z.object({ word: z.string() })).default([]),
      amount: z.number().optional(),
    });
    const { root } = await served(schema);
    const bad = await root.post('/r/t.Thing/', { id: 1, data: { code: 'x', tags: [{ word: 1 }] } });
    expect(bad.body.data).toEqual([
      'code: Too small: expected string to have >=2 characters',
      'tags.0.word: Invalid input: expected string, received number',
    ]);
    const made = await root.post('/r/t.Thing/', { id: 1, data: { code: ' abc ', mine: 1, amount: 0.1 } });
    expect(made.body.data).toEqual({ code: 'abc', tags: [], mine: 1, amount: 0.1 });
    const { fields } = (await root.get('/schema/t.Thing/')).body;
    const field = fields.find(({ name }: { name: string }) => name === 'data');
    expect(field.json_schema).toMatchObject({ properties: { code: { type: 'string', minLength: 2 } }, required: ['code'] });
    const again = await root.patch('/r/t.Thing/1/', { data: { code: ' abc', mine: 1, amount: 0.1 } });
    expect([again.status, again.body.data]).toEqual([200, made.body.data]);
    const history = await root.get('/r/t.Thing/1/history/');
    expect(history.body.count).toBe(1);
  });

  it('keep the digits of numbers that JavaScript would round', async () => {
    const { root } = await served(z.object({ code: z.string().trim(), big: z.number() }));
    const text = '{"id":1,"data":{"code":" a","big":12345678901234567890.5,"mine":0.12345678901234567890}}';
    expect((await root.request('POST', '/r/t.Thing/', { body: text })).status).toBe(201);
    const { text: answer } = await root.get('/r/t.Thing/1/');
    expect(answer).toContain('12345678901234567890.5');
    expect(answer).toContain('0.12345678901234567890');
  });

  it('check what actions and hooks write, and the input of actions', async () => {
    const written = { label: 5 };
    const { root } = await served(size, {
      hooks: { beforeSave: ({ row }: { row: { name: unknown } }) => (row.name === 'hook' ? { data: written } : {}) },
      actions: {
        spoil: action({ run: async (_context, rows) => void (await rows.update({ data: written })) }),
        take: action({
          params: { sizes: { type: 'JSONField', schema: z.object({ n: z.number(), m: z.string().default('none') }) } },
          run: ({ input }) => ({ got: input['sizes'] }),
        }),
      },
    });
    expect((await root.post('/r/t.Thing/', { id: 1, name: 'hook' })).body.data).toEqual(['label: Must be a text.']);
    await root.post('/r/t.Thing/', { id: 1, data: { label: 'S' } });
    const spoilt = await root.post('/r/t.Thing/action/spoil/', { ids: [1] });
    expect(spoilt).toMatchObject({
      status: 400,
      body: { code: 'action_failed', detail: expect.stringContaining('label: Must be a text.') },
    });
    const refused = await root.post('/r/t.Thing/action/take/', { ids: [1], params: { sizes: { n: 'x' } } });
    expect(refused).toMatchObject({ status: 400, body: { sizes: ['n: Invalid input: expected number, received string'] } });
    const taken = await root.post('/r/t.Thing/action/take/', { ids: [1], params: { sizes: { n: 1 } } });
    expect(taken.body).toMatchObject({ got: { n: 1, m: 'none' } });
  });

  it('name the meant alternative, and refuse what has none of the forms', async () => {
    const circle = {
      type: 'object',
      properties: { kind: { const: 'circle' }, radius: { type: 'number', minimum: 1 } },
      required: ['kind', 'radius'],
    };
    const text = { type: 'object', properties: { kind: { const: 'text' }, words: { type: 'string' } }, required: ['kind', 'words'] };
    const { root } = await served({ type: 'array', uniqueItems: true, items: { oneOf: [circle, text] } });
    const data = [{ kind: 'circle', radius: 0 }, { kind: 'text' }, { kind: 'square' }, 5];
    expect((await root.post('/r/t.Thing/', { id: 1, data })).body.data).toEqual([
      '0.radius: Must be 1 or more.',
      '1.words: This field is required.',
      '2: Has none of the forms that are allowed here.',
      '3: Has none of the forms that are allowed here.',
    ]);
    const twice = [
      { kind: 'circle', radius: 1 },
      { radius: 1, kind: 'circle' },
    ];
    expect((await root.post('/r/t.Thing/', { id: 1, data: twice })).body.data).toEqual(['Two entries are the same.']);
  });

  it('stand what is hostile: names of prototypes, depth, and alternatives that multiply', async () => {
    const branch = (kind: string) => ({
      type: 'object',
      properties: { next: { $ref: '#' }, [kind]: { type: 'string' } },
      required: [kind],
    });
    const { root } = await served({ anyOf: [branch('a'), branch('b'), { type: 'null' }] });
    const text = '{"id":1,"data":{"a":"x","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"toString":1}}';
    expect((await root.request('POST', '/r/t.Thing/', { body: text })).status).toBe(201);
    expect((await root.get('/r/t.Thing/1/')).text).toContain('"__proto__":{"polluted":1}');
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
    let deep: unknown = { c: 'no' };
    for (let level = 0; level < 60; level++) deep = { a: 'x', b: 'y', next: deep };
    const started = performance.now();
    expect((await root.patch('/r/t.Thing/1/', { data: deep })).body).toMatchObject({ data: ['Has too many parts to be checked.'] });
    expect(performance.now() - started).toBeLessThan(5000);
  });

  it.each([
    ['JSON Schema', { schema: { type: 'object', properties: { list: { type: 'array', items: { type: 'number' } } } }, isNamed: true }],
    ['Zod', { schema: z.object({ list: z.array(z.number()) }), isNamed: true }],
    ['Zod, which passes on too many at once', { schema: z.object({ list: z.array(z.array(z.number())) }), isNested: true }],
    ['a library that has no room for them', { schema: withoutRoom }],
  ])(
    'name the first of many parts that do not fit, or say that there are too many, by %s',
    async (_, { schema, isNested = false, isNamed = false }: { schema: object; isNested?: boolean; isNamed?: boolean }) => {
      const { root } = await served(schema);
      const list = Array.from({ length: 190_000 }, () => '');
      const data = { list: isNested ? [list] : list };
      const refused = await root.post('/r/t.Thing/', { id: 1, data });
      expect([refused.status, refused.body.data.length]).toEqual([400, isNamed ? 100 : 1]);
      const bulk = await root.post('/r/t.Thing/bulk/', { operations: [{ op: 'create', data: { id: 1, data } }] });
      expect(bulk.status).toBe(400);
    },
  );

  it('of libraries refuse long numbers that they would store with other digits', async () => {
    const sorted = z.object({
      ids: z.array(z.number()).transform((ids) => ids.toSorted((a, b) => b - a)),
      other: z.coerce.string().optional(),
    });
    const { root } = await served(sorted);
    const post = (data: string) => root.request('POST', '/r/t.Thing/', { body: `{"id":1,"data":${data}}` });
    for (const data of ['{"ids":[3,9007199254740993]}', '{"ids":[3],"other":9007199254740993}'])
      expect(await post(data)).toMatchObject({ status: 400, body: { data: ['Too long for a JSON number: send a string.'] } });
    expect((await post('{"ids":[3,4],"mine":9007199254740993}')).status).toBe(201);
    expect((await root.get('/r/t.Thing/1/')).text.replaceAll(' ', '')).toContain('{"ids":[4,3],"mine":9007199254740993}');
  });

  it('of libraries may be functions, and keep members with names of prototypes', async () => {
    const { root } = await served(z.object({ code: z.string().trim() }));
    const text = '{"id":1,"data":{"code":" a","__proto__":{"polluted":1}}}';
    expect((await root.request('POST', '/r/t.Thing/', { body: text })).status).toBe(201);
    expect((await root.get('/r/t.Thing/1/')).text).toContain('"__proto__":{"polluted":1}');
    const other = await served(Object.assign(() => undefined, capitals));
    expect((await other.root.post('/r/t.Thing/', { id: 1, data: 'abcd' })).body.data).toEqual(['Three characters at most.']);
    expect((await other.root.post('/r/t.Thing/', { id: 1, data: 'abc' })).body.data).toBe('ABC');
  });

  it('of libraries decide about each member of a record: what they leave out is not stored', async () => {
    const { root } = await served(
      z.record(z.string(), z.number()).transform((all) => Object.fromEntries(Object.entries(all).filter(([, n]) => n > 0))),
    );
    const text = '{"id":1,"data":{"a":1,"b":0,"__proto__":{"polluted":1}}}';
    expect((await root.request('POST', '/r/t.Thing/', { body: text })).status).toBe(201);
    expect((await root.get('/r/t.Thing/1/')).body.data).toEqual({ a: 1 });
  });

  it('that turn out to be asynchronous store nothing', async () => {
    const { root } = await served(z.object({ code: z.string().refine(async () => true) }));
    expect((await root.post('/r/t.Thing/', { id: 1, data: { code: 'x' } })).status).toBe(500);
    expect((await root.get('/r/t.Thing/1/')).status).toBe(404);
  });

  const asked = z.any().refine(async () => true);
  it.each([
    [
      'an unknown type',
      { type: 'object', properties: { a: { type: 'text' } } },
      /E070 t\.Thing fields\.data schema\.properties\.a\.type: .*It takes one of/,
    ],
    ['an unknown keyword', { items: { minimun: 1 } }, /schema\.items\.minimun: .*Did you mean "minimum"\?/],
    ['a keyword that is not carried', { patternProperties: {} }, /schema\.patternProperties: .*no keyword that is carried/],
    ['a reference to nowhere', { $ref: '#/$defs/a' }, /schema\.\$ref: .*nowhere in the schema/],
    ['a remote reference', { $ref: 'https://example.org/a' }, /schema\.\$ref: .*nowhere in the schema/],
    ['a circle', { anyOf: [{ $ref: '#' }, { type: 'null' }] }, /leads back to itself/],
    ['a pattern that is none', { pattern: '(' }, /schema\.pattern: .*It takes a regular expression/],
    ['an unknown format', { format: 'phone' }, /schema\.format: .*It takes one of date, time/],
    ['no object', 5, /schema: .*It is no schema/],
    ['what JSON has not', z.object({ at: z.date() }), /schema: .*none of JSON values/],
    ['asynchronous checks', asked, /schema: .*asynchronous/],
    [
      'a library without JSON Schema',
      { '~standard': { ...capitals['~standard'], jsonSchema: undefined } },
      /does not say what it is as JSON Schema/,
    ],
  ])('are refused at start: %s', async (_, schema, message) => {
    const { service } = await serviceOfTest(startService({ dialect, setup }));
    const models = [model('thing', 't.Thing', { fields: { data: { schema } } } as object)];
    const admin = defineAdmin({ database: service.database.source(), models });
    onTestFinished(() => admin.close());
    await expect(admin.ready()).rejects.toThrow(message);
  });

  it('are refused of fields that are no JSON', async () => {
    const { service } = await serviceOfTest(startService({ dialect, setup }));
    const models = [model('thing', 't.Thing', { fields: { name: { schema: {} } } })];
    const admin = defineAdmin({ database: service.database.source(), models });
    onTestFinished(() => admin.close());
    await expect(admin.ready()).rejects.toThrow(/E070 t\.Thing fields\.name schema: .*A CharField has none/);
  });
});
