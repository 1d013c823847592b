import fc from 'fast-check';
import { action, model } from 'grimoire';
import { describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { serviceForAll } from '../support/started-service.ts';
import { startService } from '../support/service.ts';

/** Keys around the largest number that JavaScript has exactly: beyond it, every second one is rounded to its neighbour. */
const first = 2n ** 53n - 4n;
const keys = Array.from({ length: 9 }, (_, index) => first + BigInt(index));

const setup = {
  sqlite: 'CREATE TABLE parcel (id INTEGER PRIMARY KEY, weight double precision, state varchar(10))',
  postgres: 'CREATE TABLE parcel (id bigint PRIMARY KEY, weight double precision, state varchar(10))',
};

const models = [
  model('parcel', 'p.Parcel', {
    actions: {
      send: action({
        async run(_context, rows) {
          await rows.update({ state: 'sent' });
          return { message: 'Sent.' };
        },
      }),
    },
  }),
];

describe.each(dialects)('a group of filters on %s', (dialect) => {
  const { root, service } = serviceForAll(() =>
    startService({
      dialect,
      models,
      setup: `${setup[dialect]}; INSERT INTO parcel VALUES ${keys.map((key) => `(${key}, 1e300, 'new')`).join()}`,
    }),
  );
  const list = (group: string) => root.get(`/r/p.Parcel/?_filter=${encodeURIComponent(group)}`);
  const run = (params: unknown) => root.post('/r/p.Parcel/action/send/', { all_filtered: true, params });
  /** Runs the action on rows, and puts them back. @returns the keys of the rows on which it ran. */
  const sent = async (params: string): Promise<[status: number, keys: string[]]> => {
    const answer = await root.request('POST', '/r/p.Parcel/action/send/', { body: `{"all_filtered": true, "params": ${params}}` });
    const rows = await service.database.query(`SELECT CAST(id AS text) AS id FROM parcel WHERE state = 'sent' ORDER BY parcel.id`);
    await service.database.execute(`UPDATE parcel SET state = 'new'`);
    return [answer.status, rows.map((row) => String(row['id']))];
  };

  it('never means another row than its number names, and takes every number as text', async () => {
    const near = fc.integer({ min: 0, max: keys.length - 1 }).map((index) => first + BigInt(index));
    const name = fc.constantFrom('id', 'pk', 'id__in', 'pk__in', 'id__exact');
    const form = fc.constantFrom<(number: bigint) => string>(
      String,
      (number) => `${number}.0`,
      (number) => `${number}e0`,
      (number) => `[${number}]`,
    );
    await fc.assert(
      fc.asyncProperty(near, name, form, async (number, filter, write) => {
        for (const group of [`{"${filter}": ${write(number)}}`, `{"not": {"not": {"${filter}": ${write(number)}}}}`]) {
          const { status, body } = await list(group);
          if (status === 200) expect(body.results.map((row: { id: unknown }) => String(row.id))).toEqual([String(number)]);
          else expect([group, status, Object.keys(body)]).toEqual([group, 400, ['detail', '_filter']]);
          for (const params of [`{"_filter": ${JSON.stringify(group)}}`, `{"${filter}": ${write(number)}}`]) {
            const [answer, rows] = await sent(params);
            expect([params, answer, rows]).toEqual([params, answer, answer === 200 ? [String(number)] : []]);
          }
        }
        const text = await list(`{"${filter}": "${number}"}`);
        expect([text.status, text.body.results.length]).toEqual([200, 1]);
      }),
      { numRuns: 40 },
    );
    const refusal = 'id: Too long for a JSON number: send a string.';
    for (const number of ['9007199254740992', '9007199254740993', '1e400'])
      expect((await list(`{"id": ${number}}`)).body).toEqual({ _filter: [refusal], detail: `_filter: ${refusal}` });
    // What a float holds has no neighbour that is another number.
    expect((await list('{"weight__gte": 1e299}')).body.count).toBe(keys.length);
    expect((await sent('{"weight__gte": 1e299}'))[1]).toHaveLength(keys.length);
  });

  it('selects no row by an empty list of values', async () => {
    const empty = 'id: a list of values needs at least one.';
    for (const group of ['{"id": []}', '{"or": [{"id": []}]}', '{"not": {"id": []}}', '{"and": [{"weight": 1}, {"id": []}]}']) {
      expect([group, (await list(group)).body]).toEqual([group, { _filter: [empty], detail: `_filter: ${empty}` }]);
      expect([group, await sent(`{"_filter": ${JSON.stringify(group)}}`)]).toEqual([group, [400, []]]);
    }
  });

  it('counts its filters before it reads them, wrong ones too, and names at most 100 of them', async () => {
    const many = 'Too many conditions: at most 1000 comparisons in one request.';
    const wrong = fc.constantFrom<object>({ id: 'x' }, { nothing: 1 }, { id__nothing: 1 }, {}, { not: {} }, { id: 1 });
    const grouped = (kind: string, leaves: readonly object[]): object => (kind === 'not' ? { not: { or: leaves } } : { [kind]: leaves });
    await fc.assert(
      fc.asyncProperty(wrong, fc.constantFrom('and', 'or', 'not'), fc.integer({ min: 1, max: 3000 }), async (leaf, kind, count) => {
        const group = JSON.stringify(
          grouped(
            kind,
            Array.from({ length: count }, () => leaf),
          ),
        );
        const { status, body } = await run({ _filter: group });
        if (count > 1000) expect([status, body]).toEqual([400, { non_field_errors: [many], detail: `non_field_errors: ${many}` }]);
        else if (status === 400) expect(body._filter.length).toBeLessThanOrEqual(100);
        else expect(status).toBe(200);
      }),
      {
        numRuns: 20,
        examples: [
          [{ id: 'x' }, 'or', 2000],
          [{ id: 'x' }, 'or', 1000],
          [{}, 'or', 1001],
        ],
      },
    );
    const values = JSON.stringify({ id__in: Array.from({ length: 20_001 }, () => 1) });
    expect((await run({ _filter: values })).body.non_field_errors).toEqual(['At most 20000 values.']);
    expect((await run({ id__in: '1,'.repeat(20_000) })).body.non_field_errors).toEqual(['At most 20000 values.']);
    expect((await run({ id__in: [...keys.map(String), ...Array.from({ length: 10_000 }, (_, index) => index)] })).status).toBe(200);
  });
});
