import { model } from 'grimoire';
import { describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { startService } from '../support/service.ts';
import { serviceOfTest } from '../support/started-service.ts';

const columns = `id integer PRIMARY KEY, word varchar(8), amount integer NOT NULL DEFAULT 0, code varchar(8) UNIQUE, owner_id integer REFERENCES owner (id)`;
/** Rows of which an input changes all, some or none of the fields. */
const rows = ['a', 'b', null].flatMap((word) => [0, 1].flatMap((amount) => [1, 2, null].map((owner) => ({ word, amount, owner }))));
const values = rows.map(({ word, amount, owner }, index) => {
  const text = word === null ? 'NULL' : `'${word}'`;
  return `(${index + 1}, ${text}, ${amount}, 'c${index}', ${owner ?? 'NULL'})`;
});
const setup = `CREATE TABLE owner (id integer PRIMARY KEY, name varchar(10)); INSERT INTO owner VALUES (1, 'o1'), (2, 'o2');
  ${['one', 'two'].map((table) => `CREATE TABLE ${table} (${columns}); INSERT INTO ${table} VALUES ${values.join(', ')};`).join('\n')}`;

describe.each(dialects)('a bulk update on %s', (dialect) => {
  it.each([
    [{ word: 'a' }, 200],
    [{ word: null, amount: '1' }, 200],
    [{ word: 'b', owner: 2 }, 200],
    [{ owner: null }, 200],
    [{ owner: '1', amount: 0, word: '' }, 200],
    [{ word: 'longer than eight' }, 400],
    [{ amount: null }, 400],
    [{ owner: 99 }, 400],
    [{ amount: 'x', word: 'a' }, 400],
  ])('with %j (%i) does to each row what a change of that row does', async (data, status) => {
    const { service, root } = await serviceOfTest(
      startService({ dialect, setup, models: [model('owner', 't.Owner'), model('one', 't.One'), model('two', 't.Two')] }),
    );
    const all = await root.post('/r/t.One/bulk/', { action: 'update', ids: rows.map((_, index) => index + 1), data });
    const each = [];
    for (const index of rows.keys()) each.push(await root.patch(`/r/t.Two/${index + 1}/`, data));
    expect(all.status).toBe(status);
    const refused = each.find((answer) => answer.status !== 200);
    if (refused) {
      const named = (body: Record<string, unknown>): unknown => ({ ...body, detail: null });
      expect([all.status, named(all.body)]).toEqual([refused.status, named(refused.body)]);
      expect(await service.database.query('SELECT word, amount, owner_id AS owner FROM one ORDER BY id')).toEqual(rows);
      return;
    }
    expect([all.status, all.body]).toEqual([200, { updated: rows.length }]);
    const stored = (table: string): Promise<unknown> => service.database.query(`SELECT * FROM ${table} ORDER BY id`);
    expect(await stored('one')).toEqual(await stored('two'));
    const log = (key: string): Promise<unknown> =>
      service.database.query('SELECT object_pk, object_repr, diff, status FROM grimoire_audit_log WHERE model_label = ? ORDER BY id', [
        key,
      ]);
    expect(await log('t.One')).toEqual(await log('t.Two'));
  });

  it('refuses a unique value for two rows', async () => {
    const { root } = await serviceOfTest(startService({ dialect, setup, models: [model('owner', 't.Owner'), model('one', 't.One')] }));
    const answer = await root.post('/r/t.One/bulk/', { action: 'update', ids: [1, 2], data: { code: 'new' } });
    expect([answer.status, Object.keys(answer.body)]).toEqual([400, ['detail', 'code']]);
  });
});
