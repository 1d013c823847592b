import { action, type ActionRows, AdminError, type AdminAction, all, exportCsv, file, model, type Queries, where } from 'grimoire';
import { describe, expect, it } from 'vitest';
import { dialects, hasPostgres } from '../support/databases.ts';
import { type Answer, startService } from '../support/service.ts';
import { serviceForAll, serviceOfTest } from '../support/started-service.ts';

const tables = `
  CREATE TABLE maker (id integer PRIMARY KEY, name varchar(40) NOT NULL);
  CREATE TABLE item (id integer PRIMARY KEY, name varchar(60), amount numeric(8,2), kind varchar(10), maker_id integer REFERENCES maker (id),
    is_new boolean, extra json, secret varchar(10), pin varchar(10), made date);
  INSERT INTO maker VALUES (1, '=Evil & "Co"'), (2, 'Bob');
  INSERT INTO item (id, name, amount, kind, maker_id, is_new, extra, secret, pin, made) VALUES
    (1, '=1+1', -1.50, 'a', 1, true, '{"a":[1]}', 's1', 'p1', '2026-01-02'),
    (2, '+49 170', 0.00, 'b', NULL, false, NULL, 's2', 'p2', NULL),
    (3, '-2', 12.30, NULL, 2, NULL, NULL, 's3', 'p3', NULL),
    (4, '@SUM(A1)', NULL, 'a', 1, true, NULL, 's4', 'p4', NULL),
    (5, 'a "b", c', NULL, 'a', 2, true, NULL, 's5', 'p5', NULL),
    (6, ' =2', NULL, 'a', 2, true, NULL, 's6', 'p6', NULL),
    (7, '－x', NULL, 'a', 2, true, NULL, 's7', 'p7', NULL),
    (8, 'né 😀', NULL, 'a', 2, true, NULL, 's8', 'p8', NULL);`;

/** A view of which one row can not be read. */
const brokenView = `CREATE VIEW broken AS SELECT id, 12 / (id - 5) AS part FROM item`;

/** Lets a test hold a download in its middle. */
let gate = Promise.withResolvers<void>();

async function* slowly(rows: ActionRows): AsyncGenerator<string> {
  let first = true;
  for await (const row of rows.stream({ batch: 2 })) {
    yield `${String(row['id'])}:${String(row['name'])};`;
    if (first) await gate.promise;
    first = false;
  }
}

async function* endlessly(rows: ActionRows): AsyncGenerator<string> {
  for (;;) for await (const row of rows.stream({ batch: 2 })) yield String(row['id']);
}

async function* shown(rows: ActionRows): AsyncGenerator<string> {
  for await (const row of rows.asSeen()) yield String(row['id']);
}

const models = [
  model('maker', 'f.Maker', { label: 'name' }),
  model('item', 'f.Item', {
    label: 'name',
    searchFields: ['name'],
    rows: ({ actor }) => (actor.groups.includes('few') ? where('id', '<=', 2) : all),
    fields: {
      kind: { label: '=kind', choices: [{ value: 'a', label: '+Alpha' }, 'b'] },
      secret: { hidden: true },
      pin: { view: 'f.view_pin' },
    },
    actions: {
      slow: action({ returns: 'file', run: (_context, rows) => file({ name: 'slow.txt', type: 'text/plain', body: slowly(rows) }) }),
      whole: action({
        returns: 'file',
        run: () => file({ name: '/../"a\r\n\u202Eb\\ü😀%".bin', type: 'application/x-b', body: new Uint8Array([0, 255]) }),
      }),
      none: action({ returns: 'file', run: () => ({ message: 'Nothing to tell.' }) }),
      empty: action({ returns: 'file', run: () => {} }),
      refuses: action({
        returns: 'file',
        run: () => {
          throw new AdminError('action_failed', { detail: 'No paper.' });
        },
      }),
      breaks: action({
        returns: 'file',
        run: (_context, rows) =>
          file({
            name: 'x.txt',
            type: 'text/plain',
            body: (async function* () {
              yield String(await rows.count());
              throw new Error('in the middle');
            })(),
          }),
      }),
      late: action({
        returns: 'file',
        // It looks at what it may only when it is read.
        run: (_context, rows) => file({ name: 'x.txt', type: 'text/plain', body: shown(rows) }),
      }),
      writes: action({
        returns: 'file',
        async run({ transaction }, rows) {
          const tries = [
            () => rows.update({ name: 'x' }),
            () => rows.delete(),
            () => rows.each(() => {}),
            () => transaction.deleteFrom('item').execute(),
          ];
          const refused = await Promise.all(
            tries.map((attempt) =>
              attempt().then(
                () => false,
                () => true,
              ),
            ),
          );
          return { refused };
        },
      }),
      asks: action({
        returns: 'file',
        async run({ transaction }, rows) {
          const told: string[] = [];
          for await (const row of rows.stream({ batch: 2 })) {
            const makers = await transaction.selectFrom('maker').select('id').execute();
            told.push(`${String(row['id'])} ${makers.length}`);
            if (told.length === 3) break;
          }
          return file({ name: 'x.txt', type: 'text/plain', body: `${told.join()}, then ${await rows.count()}` });
        },
      }),
      short: action({
        returns: 'file',
        timeLimit: 1,
        run: (_context, rows) => file({ name: 's', type: 'text/plain', body: endlessly(rows) }),
      }),
      undeclared: () => file({ name: 'x', type: 'text/plain', body: 'x' }),
    },
  }),
];

const adminActions: AdminAction[] = [exportCsv('f.Item'), exportCsv('f.Maker', { name: 'Makers', columns: ['name'], scope: 'toolbar' })];

describe.each(dialects)('actions that answer with a file on %s', (dialect) => {
  const { service, root } = serviceForAll(() => startService({ processes: true, dialect, setup: tables, models, adminActions }));
  const run = (key: string, body: unknown = { all_filtered: true }, client = root): Promise<Answer> =>
    client.post(`/r/f.Item/action/${key}/`, body);
  const open = (key: string, body: unknown = { all_filtered: true }): Promise<Response> =>
    service.admin.fetch(
      new Request(`http://admin.test/api/r/f.Item/action/${key}/`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { authorization: `Bearer ${root.token}`, 'content-type': 'application/json' },
      }),
    );
  const lastEntry = async (): Promise<any> => {
    const [entry] = (await root.get('/r/admin.AdminAuditLog/?page_size=1')).body.results;
    return (await root.get(`/r/admin.AdminAuditLog/${entry.id}/`)).body;
  };
  const lines = (text: string): string[] => text.split('\r\n');

  it('downloads under a name that is safe, as bytes', async () => {
    const answer = await open('whole');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/x-b');
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="_..__ab_____.bin"; filename*=UTF-8''_.._%22ab_%C3%BC%F0%9F%98%80%25%22.bin`,
    );
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(new Uint8Array([0, 255]));
    expect(await lastEntry()).toMatchObject({ action: 'action:whole', status: 'ok', targets_count: 0 });
  });

  it('answers an object where the handler has no file, and refuses a file that was not declared', async () => {
    expect((await run('none')).body).toEqual({ message: 'Nothing to tell.' });
    expect((await run('empty')).body).toEqual({ message: '0 rows processed.' });
    expect((await run('undeclared', { ids: [1] })).status).toBe(500);
  });

  it('has its own queries while its rows are read ahead, and may leave them', async () => {
    expect(await run('asks')).toMatchObject({ status: 200, text: '1 2,2 2,3 2, then 8' });
    expect(await lastEntry()).toMatchObject({ action: 'action:asks', status: 'ok' });
  });

  it('only reads', async () => {
    expect((await run('writes')).body).toEqual({ refused: [true, true, true, true] });
    expect((await root.get('/r/f.Item/')).body.count).toBe(8);
  });

  it('reads one state of the database, without keeping anybody from writing', async () => {
    gate = Promise.withResolvers();
    const answer = await open('slow', { all_filtered: true, params: { id__gte: 2 } });
    const reader = answer.body?.getReader();
    const decoder = new TextDecoder();
    let text = decoder.decode((await reader?.read())?.value);
    // It is in the log before its first byte, as one that has not ended well.
    expect(await lastEntry()).toMatchObject({ action: 'action:slow', status: 'failed', targets_count: 0 });
    expect((await root.patch('/r/f.Item/8/', { name: 'changed' })).status).toBe(200);
    gate.resolve();
    for (;;) {
      const next = await reader?.read();
      if (!next || next.done) break;
      text += decoder.decode(next.value);
    }
    expect(text.split(';').filter(Boolean)).toHaveLength(7);
    expect(text).toContain('8:né 😀;');
    await root.patch('/r/f.Item/8/', { name: 'né 😀' });
    const entries = (await root.get('/r/admin.AdminAuditLog/?action=action:slow')).body.results;
    const entry = (await root.get(`/r/admin.AdminAuditLog/${entries[0].id}/`)).body;
    expect(entry).toMatchObject({ status: 'ok', targets_count: 7, object_repr: '7 items', targets: ['2', '3', '4', '5', '6', '7', '8'] });
  });

  it('tells in the log that a download was given up, or broke, or took too long', async () => {
    gate = Promise.withResolvers();
    const given = await open('slow');
    const reader = given.body?.getReader();
    await reader?.read();
    gate.resolve();
    await reader?.cancel();
    await expect.poll(async () => (await lastEntry()).targets_count).toBe(2);
    expect(await lastEntry()).toMatchObject({ action: 'action:slow', status: 'failed' });
    const broken = await open('breaks');
    await expect(broken.text()).rejects.toThrow();
    expect(await lastEntry()).toMatchObject({ action: 'action:breaks', status: 'failed' });
    const late = await open('short');
    await expect(late.text()).rejects.toThrow();
    expect(await lastEntry()).toMatchObject({ action: 'action:short', status: 'failed' });
    // Its connection was given back: others go on.
    expect((await root.get('/r/f.Item/')).status).toBe(200);
  });

  it('says before the first byte what is wrong, as any action does', async () => {
    const before = (await root.get('/r/admin.AdminAuditLog/')).body.count;
    expect((await run('slow', { ids: [1, 99] })).body.ids).toEqual(['There is no row with these ids: 99.']);
    expect((await run('slow', { all_filtered: true, params: { nam: 'x' } })).body.nam).toEqual(['Unknown parameter.']);
    expect((await root.get('/r/admin.AdminAuditLog/')).body.count).toBe(before);
    expect((await run('refuses', { ids: [1] })).body).toEqual({ detail: 'No paper.', code: 'action_failed' });
    expect(await lastEntry()).toMatchObject({ action: 'action:refuses', status: 'failed' });
  });

  it('can not be answered twice under one Idempotency-Key', async () => {
    const headers = { 'idempotency-key': `file-${dialect}` };
    const again = (): Promise<Answer> => root.request('POST', '/r/f.Item/action/whole/', { body: { ids: [1] }, headers });
    expect((await again()).status).toBe(200);
    expect((await again()).body).toMatchObject({ code: 'not_replayable' });
    expect((await again()).status).toBe(409);
    expect((await root.request('POST', '/r/f.Item/action/whole/', { body: { ids: [2] }, headers })).status).toBe(422);
  });

  it('exports CSV with labels, neutralised and quoted', async () => {
    const answer = await run('export_item');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="f-item-\d{4}-\d\d-\d\d\.csv"/);
    expect(lines(answer.text)).toEqual([
      `Id,Name,Amount,'=kind,Maker,Is new,Extra,Pin,Made`,
      `1,'=1+1,-1.50,'+Alpha,"'=Evil & ""Co""",true,"{""a"":[1]}",p1,2026-01-02`,
      `2,'+49 170,0.00,b,,false,,p2,`,
      `3,-2,12.30,,Bob,,,p3,`,
      `4,'@SUM(A1),,'+Alpha,"'=Evil & ""Co""",true,,p4,`,
      `5,"a ""b"", c",,'+Alpha,Bob,true,,p5,`,
      `6,' =2,,'+Alpha,Bob,true,,p6,`,
      `7,'－x,,'+Alpha,Bob,true,,p7,`,
      `8,né 😀,,'+Alpha,Bob,true,,p8,`,
      '',
    ]);
    expect(await lastEntry()).toMatchObject({ action: 'action:export_item', status: 'ok', targets_count: 8 });
  });

  it('says in its help text which columns an export has without a choice', async () => {
    const helpOf = async (key: string): Promise<string> => {
      const { actions } = (await root.get(`/schema/f.${key}/`)).body;
      const { params } = actions.find((one: any) => one.key === `export_${key.toLowerCase()}`);
      return params.find((param: any) => param.name === 'columns').help_text;
    };
    expect(await helpOf('Item')).toBe(
      'Names of fields, in their order, as an export of raw values heads its columns. Without any: all fields that you may see, but for those of many to many.',
    );
    expect(await helpOf('Maker')).toContain('Without any: the columns that this export is set up with.');
  });

  it('names the one row of an export in the log as other runs do', async () => {
    expect((await run('export_item', { ids: [8] })).status).toBe(200);
    expect(await lastEntry()).toMatchObject({ object_pk: '8', object_repr: 'né 😀', targets_count: 1, status: 'ok' });
    expect((await run('export_item', { all_filtered: true, params: { id__lte: 1 } })).status).toBe(200);
    expect(await lastEntry()).toMatchObject({ object_pk: '1', object_repr: '=1+1', targets_count: 1 });
  });

  it('exports the columns that were chosen, and raw values', async () => {
    const body = (input: unknown): unknown => ({ all_filtered: true, params: { id__lte: 2 }, input });
    const chosen = await run('export_item', body({ columns: ['maker', 'kind', 'id'] }));
    expect(lines(chosen.text)).toEqual(["Maker,'=kind,Id", `"'=Evil & ""Co""",'+Alpha,1`, ',b,2', '']);
    const raw = await run('export_item', body({ columns: 'maker,kind', values: 'raw' }));
    expect(lines(raw.text)).toEqual(['maker,kind', '1,a', ',b', '']);
    expect((await run('export_item', body({ columns: ['secret', 'nmae'] }))).body.columns).toEqual([
      'Unknown field "secret".',
      'Unknown field "nmae".',
    ]);
    expect((await run('export_item', body({ values: 'all' }))).status).toBe(400);
    const makers = await root.post('/r/f.Maker/action/export_maker/', { all_filtered: true });
    expect(lines(makers.text)).toEqual(['Name', `"'=Evil & ""Co"""`, 'Bob', '']);
    expect((await root.post('/r/f.Maker/action/export_maker/', {})).text).toBe('Name\r\n');
  });

  it('exports no more than its user may see, and needs view beside its own permission', async () => {
    const few = await service.user({
      username: `few-${dialect}`,
      groups: ['few'],
      permissions: ['f.item:export_item', 'f.item:view_item'],
    });
    const answer = await run('export_item', { all_filtered: true }, few);
    // No pin, no label of a model that they may not view, no row out of their reach.
    expect(lines(answer.text)).toEqual([
      `Id,Name,Amount,'=kind,Maker,Is new,Extra,Made`,
      `1,'=1+1,-1.50,'+Alpha,1,true,"{""a"":[1]}",2026-01-02`,
      `2,'+49 170,0.00,b,,false,,`,
      '',
    ]);
    expect((await run('export_item', { ids: [3] }, few)).status).toBe(400);
    expect((await run('export_item', { ids: [1], input: { columns: ['pin'] } }, few)).status).toBe(400);
    const blind = await service.user({ username: `blind-${dialect}`, permissions: ['f.item:export_item'] });
    expect((await run('export_item', { ids: [1] }, blind)).status).toBe(403);
    expect((await run('export_item', { all_filtered: true }, blind)).status).toBe(403);
    const changer = await service.user({ username: `changer-${dialect}`, permissions: ['f.item:change_item'] });
    expect((await run('late', { ids: [1] }, changer)).status).toBe(403);
    const viewer = await service.user({ username: `viewer-${dialect}`, permissions: ['f.item:change_item', 'f.item:view_item'] });
    expect((await run('export_item', { ids: [1] }, viewer)).status).toBe(403);
  });
});

describe.runIf(hasPostgres)('an action that answers with a file, of rows that can not all be read', () => {
  const told = async ({ transaction }: { readonly transaction: Queries }, rows: ActionRows): Promise<string> => {
    const errors: string[] = [];
    const note = (error: unknown): void => void errors.push(error instanceof Error ? error.message : String(error));
    try {
      for await (const _ of rows.stream({ batch: 2 })) await transaction.selectFrom('maker').select('id').execute().catch(note);
    } catch (error) {
      note(error);
    }
    return `${errors.length}: ${[...new Set(errors)].join()}`;
  };
  const asks = action({
    returns: 'file',
    run: async (context, rows) => file({ name: 'x.txt', type: 'text/plain', body: await told(context, rows) }),
  });

  it('gives its own queries the error of the rows that were read ahead', async () => {
    const { root } = await serviceOfTest(
      startService({
        processes: true,
        dialect: 'postgres',
        setup: `${tables}${brokenView}`,
        models: [model('maker', 'f.Maker'), model('broken', 'f.Broken', { primaryKey: ['id'], actions: { asks } })],
      }),
    );
    expect(await root.post('/r/f.Broken/action/asks/', { all_filtered: true })).toMatchObject({
      status: 200,
      text: '3: A value is not of the type that the database wants.',
    });
  });
});
