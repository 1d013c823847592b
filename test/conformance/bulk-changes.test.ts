import { model } from 'grimoire';
import { describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { startService } from '../support/service.ts';
import { serviceForEach } from '../support/started-service.ts';

const longText = 'x'.repeat(10_001);

/** CONTRACT §6: changes that depend on the value of each row, and rows by filters. */
describe.each(dialects)('relative changes of many rows on %s', (dialect) => {
  const moment = dialect === 'postgres' ? 'timestamptz' : 'timestamp';
  const setup = `CREATE TABLE item (id integer PRIMARY KEY, name varchar(20), memo text, status varchar(9) NOT NULL DEFAULT 'new', price numeric(8, 2),
      free numeric, stock integer, big bigint, ratio double precision, code varchar(20) UNIQUE, due date, due_at ${moment}, level integer,
      secret varchar(20), fixed integer DEFAULT 5, tags json);
    INSERT INTO item (id, name, price, stock, due, code) VALUES
      (1, 'a.b.c', '10.05', 3, '2026-01-31', 'A1'), (2, 'A.b', '0.10', 7, '2024-02-29', 'A2'), (3, NULL, NULL, NULL, NULL, NULL);
    UPDATE item SET free = '0.3', big = 9007199254740993, ratio = 0.1, due_at = '2026-03-28 08:30:00.5', level = 1, secret = 'hush', memo = '' WHERE id = 1`;
  const item = model('item', 'shop.Item', {
    fields: {
      status: {
        choices: ['new', 'done'],
      },
      level: {
        choices: [
          { value: 1, label: 'Low' },
          { value: 2, label: 'High' },
        ],
      },
      secret: { writeOnly: true },
      fixed: { readonly: true },
    },
  });
  const { service, root } = serviceForEach(() => startService({ dialect, setup, models: [item] }));
  const change = (changes: object, more: object = { ids: [1, 2, 3] }) =>
    root.post('/r/shop.Item/bulk/', { action: 'update', changes, ...more });
  const values = async (field: string): Promise<unknown[]> =>
    (await root.get('/r/shop.Item/?ordering=id')).body.results.map((row: any) => row[field]);
  const valueOf = async (field: string): Promise<unknown> => (await root.get('/r/shop.Item/1/')).body[field];

  it('add exactly, and leave rows without a value as they are', async () => {
    const answer = await change({ price: { add: '0.20' }, stock: { add: -2 } });
    expect([answer.status, answer.body]).toEqual([200, { updated: 3, empty: { price: 1, stock: 1 } }]);
    expect([await values('price'), await values('stock')]).toEqual([
      ['10.25', '0.30', null],
      [1, 5, null],
    ]);
    expect((await change({ big: { add: 1 }, ratio: { add: '0.2' }, free: { add: '0.0000000001' } }, { ids: [1] })).status).toBe(200);
    expect([await valueOf('big'), await valueOf('ratio'), await valueOf('free')]).toEqual(['9007199254740994', 0.3, '0.3000000001']);
  });

  it.each([
    ['10', ['11.06', '0.11', null]],
    // 9.0450 and 0.0900
    ['-10', ['9.05', '0.09', null]],
    // 10.0550005 and 0.100050
    ['0.05', ['10.06', '0.10', null]],
    ['-100', ['0.00', '0.00', null]],
    [19, ['11.96', '0.12', null]],
  ])('add %s percent, rounded to the places of the column, halves away from zero', async (percent, after) => {
    expect((await change({ price: { percent } })).status).toBe(200);
    expect(await values('price')).toEqual(after);
  });

  it('round whole numbers, also below zero', async () => {
    await service.database.execute('UPDATE item SET stock = -5 WHERE id = 2');
    await change({ stock: { percent: 50 }, ratio: { percent: 10 }, free: { percent: '10' } });
    expect([await values('stock'), await valueOf('ratio'), await valueOf('free')]).toEqual([[5, -8, null], 0.11, '0.33']);
  });

  it('move dates, to the end of a month that is shorter', async () => {
    await change({ due: { add: { months: 1 } } });
    expect(await values('due')).toEqual(['2026-02-28', '2024-03-29', null]);
    await change({ due: { add: { months: -12, weeks: 1, days: -1 } } });
    expect(await values('due')).toEqual(['2025-03-06', '2023-04-04', null]);
    expect((await change({ due: { add: { days: 1, zone: 'UTC' } } })).status).toBe(400);
  });

  it('keep the time that clocks of the zone show', async () => {
    await change({ due_at: { add: { days: 1 } } }, { ids: [1] });
    expect(await valueOf('due_at')).toBe('2026-03-29T08:30:00.5Z');
    // In Berlin, 9:30 on March 28th, and 9:30 in summer time three days later.
    await change({ due_at: { add: { days: -1 } } }, { ids: [1] });
    await change({ due_at: { add: { days: 3, zone: 'Europe/Berlin' } } }, { ids: [1] });
    expect(await valueOf('due_at')).toBe('2026-03-31T07:30:00.5Z');
  });

  it('append to texts, and replace in them what is no pattern', async () => {
    expect((await change({ name: { replace: { find: '.b', with: '$&' } }, memo: { append: ' seen' } })).body).toEqual({
      updated: 3,
      empty: { name: 1, memo: 2 },
    });
    expect([await values('name'), await valueOf('memo')]).toEqual([['a$&.c', 'A$&', null], ' seen']);
    await change({ name: { replace: { find: 'a', with: '' } }, code: { append: '-x' } }, { ids: [1, 2] });
    expect([await values('name'), await values('code')]).toEqual([
      ['$&.c', 'A$&', null],
      ['A1-x', 'A2-x', null],
    ]);
  });

  it('stand beside values that all rows get, and are one change set that can be undone', async () => {
    const answer = await root.post('/r/shop.Item/bulk/', {
      action: 'update',
      ids: [1, 2],
      data: { status: 'done', stock: null },
      changes: { price: { add: 1 } },
    });
    expect([answer.body, await values('status'), await values('stock'), await values('price')]).toEqual([
      { updated: 2 },
      ['done', 'done', 'new'],
      [null, null, null],
      ['11.05', '1.10', null],
    ]);
    expect((await root.post(`/changes/${answer.headers.get('x-change-set')}/undo/`, {})).status).toBe(200);
    expect([await values('status'), await values('price')]).toEqual([
      ['new', 'new', 'new'],
      ['10.05', '0.10', null],
    ]);
  });

  it('are refused with the row and the field', async () => {
    const cases: readonly (readonly [changes: object, name: string, message: RegExp])[] = [
      [{ price: { add: 'x' } }, 'price', /number/],
      [{ price: { add: '1e3' } }, 'price', /number/],
      [{ price: { add: 'NaN' } }, 'price', /number/],
      [{ price: { add: '0.001' } }, 'price', /decimal places/],
      [{ price: { add: 999_999 } }, 'price', /before the decimal point/],
      [{ stock: { add: 0.5 } }, 'stock', /integer/],
      [{ stock: { add: '9223372036854775807' } }, 'stock', /between/],
      [{ price: { append: 'x' } }, 'price', /"append" does not fit/],
      [{ price: { add: 1, percent: 1 } }, 'price', /"add, percent" does not fit/],
      [{ price: {} }, 'price', /object is required/],
      [{ price: 1 }, 'price', /object is required/],
      [{ level: { add: 5 } }, 'level', /"6" is not a valid choice/],
      [{ status: { append: 'x' } }, 'status', /does not fit/],
      [{ name: { append: 'long enough to be too long' } }, 'name', /no more than 20/],
      [{ name: { append: 5 } }, 'name', /text/],
      [{ name: { replace: { find: '', with: 'x' } } }, 'name', /not empty/],
      [{ name: { replace: { find: 'a' } } }, 'name', /replace it/],
      [{ name: { replace: { find: 'a', with: 'b', flags: 'g' } } }, 'name', /replace it/],
      [{ memo: { append: longText } }, 'memo', /more than 10,?000/],
      [{ due: { add: 5 } }, 'due', /Days/],
      [{ due: { add: {} } }, 'due', /Days/],
      [{ due: { add: { days: 1.5 } } }, 'due', /Days/],
      [{ due: { add: { months: 100_000 } } }, 'due', /years 1 to 9999/],
      [{ due_at: { add: { days: 1, zone: 'Mars/Base' } } }, 'due_at', /Days/],
      [{ id: { add: 1 } }, 'id', /can not be changed|does not fit/],
      [{ fixed: { add: 1 } }, 'fixed', /can not be changed/],
      [{ secret: { replace: { find: 'h', with: 'x' } } }, 'secret', /does not fit/],
      [{ tags: { append: 'x' } }, 'tags', /does not fit/],
      [{ nothing: { add: 1 } }, 'nothing', /Unknown/],
    ];
    for (const [changes, name, message] of cases) {
      const answer = await change(changes, { ids: [1, 2] });
      expect([changes, answer.status, answer.body.detail]).toEqual([changes, 400, expect.stringMatching(/^Row [12]: /)]);
      expect(answer.body[name]).toEqual([expect.stringMatching(message)]);
    }
    expect(await values('price')).toEqual(['10.05', '0.10', null]);
  });

  it('are shown before, with what has no value, and then done as shown or not at all', async () => {
    const body = { ids: [1, 2, 3], dry_run: true };
    const dry = await change({ price: { percent: '-10' } }, body);
    expect(dry.body).toMatchObject({ counts: [{ update: 2 }], empty: { price: 1 } });
    const diffs = dry.body.sample.map((row: any) => row.diff.price);
    expect(diffs).toEqual([
      ['10.05', '9.05'],
      ['0.10', '0.09'],
    ]);
    await service.database.execute("UPDATE item SET price = '20.00' WHERE id = 2");
    const late = await change({ price: { percent: '-10' } }, { ids: [1, 2, 3], if_preview: dry.body.preview });
    expect([late.status, late.body.code]).toEqual([409, 'preview_changed']);
    expect(await values('price')).toEqual(['10.05', '20.00', null]);
    const again = await change({ price: { percent: '-10' } }, body);
    const other = await change({ price: { percent: '-20' } }, { ids: [1, 2, 3], if_preview: again.body.preview });
    expect(other.body.code).toBe('preview_unknown');
    const done = await change({ price: { percent: '-10' } }, { ids: [1, 2, 3], if_preview: again.body.preview });
    expect([done.status, await values('price')]).toEqual([200, ['9.05', '18.00', null]]);
  });

  it('are of all rows that filters match', async () => {
    const filtered = await change({ stock: { add: 1 } }, { all_filtered: true, params: { stock__gte: 7, ordering: 'name', page: 3 } });
    expect([filtered.body, await values('stock')]).toEqual([{ updated: 1 }, [3, 8, null]]);
    const data = await root.post('/r/shop.Item/bulk/', {
      action: 'update',
      all_filtered: true,
      params: { search: 'a.b' },
      data: { level: 2 },
    });
    expect([data.body, await values('level')]).toEqual([{ updated: 2 }, [2, 2, null]]);
    expect((await change({ stock: { add: 1 } }, { all_filtered: true, params: { name: 'nobody' } })).body).toEqual({ updated: 0 });
  });

  it('are refused with rows that are not said, or said twice', async () => {
    const cases: readonly (readonly [more: object, name: string])[] = [
      [{ all_filtered: true, ids: [1] }, 'ids'],
      [{ all_filtered: true, params: { nme: 'x' } }, 'nme'],
      [{ all_filtered: true, params: { secret: 'hush' } }, 'secret'],
      [{ all_filtered: true, params: { name__in: [] } }, 'name__in'],
      [{ all_filtered: true, params: { trash: 'only' } }, 'trash'],
      [{ ids: [1], params: { name: 'x' } }, 'params'],
      [{ all_filtered: false }, 'ids'],
      [{ ids: [1], data: { stock: 1 } }, 'stock'],
    ];
    for (const [more, name] of cases) {
      const answer = await change({ stock: { add: 1 } }, more);
      expect([more, answer.status, Object.keys(answer.body)]).toEqual([more, 400, expect.arrayContaining(['detail', name])]);
    }
    expect(await values('stock')).toEqual([3, 7, null]);
  });

  it('take a row that a filter matches as it is once it is locked', async () => {
    const dry = await change({ stock: { add: 1 } }, { all_filtered: true, params: { stock__gte: 7 }, dry_run: true });
    await service.database.execute('UPDATE item SET stock = 9 WHERE id = 3');
    const body = { all_filtered: true, params: { stock__gte: 7 }, if_preview: dry.body.preview };
    const answer = await change({ stock: { add: 1 } }, body);
    expect([answer.status, answer.body.rows]).toEqual([409, [{ model: 'shop.Item', pk: '3', state: 'added' }]]);
  });
});
