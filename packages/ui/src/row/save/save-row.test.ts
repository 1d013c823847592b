import { RowTaken } from '@grimoire/client';
import type { ServedRecord } from '@grimoire/client/react-admin';
import { describe, expect, it } from 'vitest';
import { Attempts } from '../../form/attempt.ts';
import { fakeService, type Sent } from '../../testing/fake-service.tsx';
import { field, schemaOf } from '../../testing/schemas.ts';
import type { Children } from '../lines/children.ts';
import { plannedFor, type RowValues, type Save, saveRow } from './save-row.ts';

const inline = { model: 'shop.Line', fk_field: 'order', verbose_name: 'line' };
const order = schemaOf('shop.Order', [field('id', { editable: false }), field('number'), field('note')], { inlines: [inline] });
const line = schemaOf('shop.Line', [field('id', { editable: false }), field('order'), field('product'), field('amount', { default: 1 })]);

function served(values: Readonly<Record<string, unknown>>): ServedRecord {
  return { _label: 'row', ...values } as unknown as ServedRecord;
}

const previous = served({ id: 7, number: 'A-7', note: 'old', _etag: '"v1"' });
const lines = [served({ id: 1, order: 7, product: 'tea', amount: 2 }), served({ id: 2, order: 7, product: 'cake', amount: 1 })];
const children: readonly Children[] = [{ inline, schema: line, rows: lines, total: 2 }];

function saveOf(values: RowValues, more: Partial<Save> = {}): Save {
  return { schema: order, values, previous, children, attempts: new Attempts(), ...more };
}

const storedLines = [
  { _pk: 1, id: 1, order: 7, product: 'tea', amount: 2 },
  { _pk: 2, id: 2, order: 7, product: 'cake', amount: 1 },
];

describe('the children of a row that is saved', () => {
  const planOf = (rows: readonly Readonly<Record<string, unknown>>[], more: Partial<Save> = {}) =>
    plannedFor(saveOf({ _inlines: [{ rows }] }, more)).map(({ operation, path }) => ({ operation, path }));

  it('are not written where nothing of them changed', () => {
    expect(planOf(storedLines)).toEqual([]);
  });

  it('are changed by the fields that changed alone', () => {
    expect(planOf([storedLines[0] ?? {}, { ...storedLines[1], amount: 5 }])).toEqual([
      { operation: { op: 'update', model: 'shop.Line', pk: 2, data: { amount: 5 } }, path: '_inlines.0.rows.1' },
    ]);
  });

  it('are deleted before others are made, and made under their parent', () => {
    expect(planOf([storedLines[1] ?? {}, { product: 'milk', amount: null, id: null }])).toEqual([
      { operation: { op: 'delete', model: 'shop.Line', pk: 1 }, path: null },
      { operation: { op: 'create', model: 'shop.Line', data: { product: 'milk', amount: null, order: 7 } }, path: '_inlines.0.rows.1' },
    ]);
  });

  it('say nothing of what was left empty and has no default', () => {
    const [made] = planOf([...storedLines, { product: null, amount: 3 }]);
    expect(made?.operation).toEqual({ op: 'create', model: 'shop.Line', data: { amount: 3, order: 7 } });
  });

  it('of a new parent refer to it', () => {
    const [made] = planOf([{ product: 'milk' }], { previous: undefined, children: [{ inline, schema: line, rows: [], total: 0 }] });
    expect(made?.operation).toMatchObject({ op: 'create', data: { product: 'milk', order: { $ref: 0 } } });
  });

  it('beyond those that the form shows are left alone', () => {
    expect(planOf(storedLines, { children: [{ inline, schema: line, rows: lines, total: 900 }] })).toEqual([]);
  });
});

describe('a row that is saved', () => {
  const row = { id: 7, number: 'A-7', note: 'new', _label: 'A-7' };
  const writes = (sent: readonly Sent[]) => sent.filter(({ method }) => method !== 'GET');

  it('by itself is a change of the fields that changed, held against what was read', async () => {
    const service = fakeService([order, line], { 'PATCH r/shop.Order/7/': () => ({ body: row }) });
    expect(await saveRow(service.client, saveOf({ ...previous, note: 'new', _inlines: [{ rows: storedLines }] }))).toBe(7);
    const [write, ...more] = writes(service.sent);
    expect([write?.body, write?.headers.get('if-match'), more]).toEqual([{ note: 'new' }, '"v1"', []]);
  });

  it('that is new is made with one key, however often it is sent', async () => {
    const unavailable = { status: 503, body: { detail: 'Later.', code: 'unavailable' } };
    const answers = [unavailable, { status: 201, body: { ...row, id: 8 } }];
    const service = fakeService([order], { 'POST r/shop.Order/': () => answers.shift() ?? unavailable });
    const save = saveOf({ number: 'A-8' }, { previous: undefined, children: [] });
    await expect(saveRow(service.client, save)).rejects.toThrow();
    expect(await saveRow(service.client, save)).toBe(8);
    const keys = writes(service.sent).map(({ headers }) => headers.get('idempotency-key'));
    expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
  });

  it('that is new says nothing of what is empty and gets a default that is not known before', async () => {
    const schema = schemaOf('shop.Order', [
      field('id', { editable: false }),
      field('number', { has_default: true }),
      field('note', { default: 'x' }),
    ]);
    const service = fakeService([], { 'POST r/shop.Order/': () => ({ body: { id: 8 } }) });
    const save = { schema, previous: undefined, children: [] };
    await saveRow(service.client, saveOf({ number: null, note: null }, save));
    await saveRow(service.client, saveOf({ number: 'A-8', note: null }, save));
    expect(service.sent.map(({ body }) => body)).toEqual([{ note: null }, { number: 'A-8', note: null }]);
  });

  it('and that the database takes out of its table has no key: what it says is told', async () => {
    const taken = { detail: 'It is in the archive.', current: null };
    const service = fakeService([order], {
      'PATCH r/shop.Order/7/': () => ({ body: taken }),
      'POST r/shop.Order/': () => ({ status: 201, body: taken }),
    });
    await expect(saveRow(service.client, saveOf({ ...previous, note: 'new', _inlines: [{ rows: storedLines }] }))).rejects.toThrow(
      RowTaken,
    );
    await expect(saveRow(service.client, saveOf({ number: 'A-8' }, { previous: undefined, children: [] }))).rejects.toThrow(
      'It is in the archive.',
    );
  });

  it('goes with its children in one request, each held against the row as it is', async () => {
    const service = fakeService([order, line], {
      'GET r/shop.Line/2/': () => ({ body: { id: 2, order: 7, product: 'cake', amount: 1, _label: 'cake' }, etag: '"line"' }),
      'POST r/shop.Order/bulk/': () => ({
        body: {
          results: [
            { op: 'update', pk: 7 },
            { op: 'update', pk: 2 },
          ],
        },
      }),
    });
    await saveRow(
      service.client,
      saveOf({ ...previous, note: 'new', _inlines: [{ rows: [storedLines[0] ?? {}, { ...storedLines[1], amount: 5 }] }] }),
    );
    expect(writes(service.sent).map(({ body }) => body)).toEqual([
      {
        operations: [
          { op: 'update', pk: 7, data: { note: 'new' }, if_match: '"v1"' },
          { op: 'update', model: 'shop.Line', pk: 2, data: { amount: 5 }, if_match: '"line"' },
        ],
      },
    ]);
  });

  it('is not sent where somebody else changed one of its children, or deleted it', async () => {
    const changed = { body: { id: 2, order: 7, product: 'bread', amount: 1, _label: 'bread' }, etag: '"line"' };
    const gone = { status: 404, body: { detail: 'Not found.', code: 'not_found' } };
    for (const [answer, what] of [
      [changed, 'changed'],
      [gone, 'deleted'],
    ] as const) {
      const service = fakeService([order, line], { 'GET r/shop.Line/2/': () => answer });
      const save = saveOf({ ...previous, _inlines: [{ rows: [storedLines[0] ?? {}] }] });
      await expect(saveRow(service.client, save)).rejects.toThrow(`The line “row” has been ${what} since you opened this page`);
      expect(writes(service.sent)).toEqual([]);
    }
  });
});
