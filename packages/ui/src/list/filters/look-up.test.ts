import type { Key } from '@grimoire/protocol';
import { describe, expect, it } from 'vitest';
import { field, schemaOf } from '../../testing/schemas.ts';
import { filterablesOf } from './filterable.ts';
import { fieldOfPaste, fieldsOfPaste, listOperator, matchesOf, missingOf, pastedFields, rowsOfPaste } from './look-up.ts';

const schema = schemaOf(
  'shop.Order',
  [
    field('id', { type: 'AutoField', null: false, unique: true }),
    field('number', { null: false }),
    field('reference', { unique: true }),
    field('total', { type: 'DecimalField' }),
    field('customer', { type: 'ForeignKey', related_model: 'shop.Customer' }),
  ],
  { search_fields: ['number', 'customer__email'], pk_field: 'id' },
);
const filterables = filterablesOf(schema, { models: [], related: new Map() });

type Row = Readonly<Record<string, unknown>> & { readonly id: Key };

interface Pages {
  readonly size?: number;
  readonly labels?: Readonly<Record<string, Key>>;
}

/** A service with these rows, of which a page has at most so many. */
function serviceOf(rows: readonly Row[], { size = 200, labels = {} }: Pages = {}) {
  const queries: string[] = [];
  const list = async (query: Readonly<Record<string, unknown>>) => {
    const [name = '', values = []] = Object.entries(query).find(([one]) => one.endsWith('__in')) ?? [];
    const column = name.replace(/__in$/, '');
    queries.push(`${column} ${(values as string[]).length}`);
    const all = rows.filter((row) => (values as string[]).some((value) => value.toLowerCase() === String(row[column]).toLowerCase()));
    return { results: all.slice(0, size), next: all.length > size ? 'more' : null, count: all.length };
  };
  const autocomplete = async (q: string) => ({
    results: Object.entries(labels).flatMap(([label, value]) => (label.includes(q) ? [{ value, label }] : [])),
    has_more: false,
  });
  return { client: { model: () => ({ list, autocomplete }) } as never, queries };
}

const orders = Array.from(
  { length: 40 },
  (_, index): Row => ({ id: index + 1, number: `A-${index}`, reference: `R${index}`, total: '7.50' }),
);
const wanted = (name: string, values: readonly string[]) => {
  const one = filterables.find(({ path }) => path === name);
  if (!one) throw new Error(name);
  return { model: schema.model, field: one.field, compared: listOperator(one)?.compared, name: `${name}__in`, values };
};

describe('values that are looked up', () => {
  it('are missing where no row has them, as the database compares them', async () => {
    const { client } = serviceOf(orders);
    const numbers = wanted('number', ['a-1', 'A-2', 'B-1']);
    const matches = await matchesOf(client, numbers);
    expect(matches && missingOf(numbers, matches)).toEqual(['B-1']);
    const totals = wanted('total', ['7.5', '8']);
    expect(missingOf(totals, new Map([['7.5', 1]]))).toEqual(['8']);
  });

  it('are read page by page, each without those that rows of earlier ones have', async () => {
    const { client, queries } = serviceOf(orders, { size: 15 });
    const numbers = wanted('number', [...orders.map(({ number }) => String(number)), 'B-1']);
    const matches = await matchesOf(client, numbers);
    expect(matches && missingOf(numbers, matches)).toEqual(['B-1']);
    expect(queries).toEqual(['number 41', 'number 26', 'number 11']);
  });

  it('are not known where too many rows have the same', async () => {
    const same = Array.from({ length: 50 }, (_, index): Row => ({ id: index, number: index < 45 ? 'A' : `B${index}` }));
    expect(await matchesOf(serviceOf(same, { size: 2 }).client, wanted('number', ['A', 'B46']))).not.toBeNull();
    const endless = { model: () => ({ list: async () => ({ results: [{ id: 1, number: 'other' }], next: 'more', count: 9 }) }) };
    expect(await matchesOf(endless as never, wanted('number', ['A']))).toBeNull();
  });
});

describe('a pasted column', () => {
  it('is looked up in the fields of the search, in unique ones and in the key', () => {
    expect(fieldsOfPaste(schema, filterables).map(({ path }) => path)).toEqual(['number', 'id', 'reference']);
  });

  it('is a filter by the first field that has all values, or else most of them', async () => {
    const find = async (values: readonly string[]) => {
      const { client, queries } = serviceOf(orders);
      const best = await fieldOfPaste(client, schema, pastedFields(schema, filterables, values));
      return [best?.filterable.path, best?.values.length, best?.leftOut, queries.length];
    };
    expect(await find(['A-1', 'A-2'])).toEqual(['number', 2, [], 1]);
    expect(await find(['R1', 'R2', 'A-1'])).toEqual(['reference', 3, [], 2]);
    expect(await find(['Number', '7', '8'])).toEqual(['id', 2, ['Number'], 3]);
    expect(await find(['X', 'Y'])).toEqual([undefined, undefined, undefined, 2]);
  });

  it('picks the rows that it names by fields, keys and labels', async () => {
    const { client } = serviceOf(orders, { labels: { 'Ada Lovelace': 77, 'Ada Lovelace II': 78 } });
    expect(await rowsOfPaste(client, schema, ['A-3', '9', 'ada lovelace', 'Ada Lovelace', 'nobody'])).toEqual({
      keys: [4, 9, 77],
      missing: ['ada lovelace', 'nobody'],
    });
  });
});
