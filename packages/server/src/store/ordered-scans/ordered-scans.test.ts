import { describe, expect, it } from 'vitest';
import { authorize } from '../../authorize/authorize.ts';
import { Policy } from '../../authorize/policy.ts';
import type { OrderedTable, PageSearch } from '../../databases/catalog.ts';
import type { Database } from '../../databases/database.ts';
import { planFromEnd, planList } from '../../plan/list.ts';
import { parseListRequest } from '../../request/parameters.ts';
import { postgresDialect, sqliteDialect } from '../../test-models/dialects.ts';
import { modelOf, root, shopOf } from '../../test-models/models.ts';
import { said } from '../../test-models/said.ts';
import { OrderedScans } from './ordered-scans.ts';

const registry = shopOf();
const order = modelOf(registry, 'shop.Order');
const listOf = (query: string) => planList(order, parseListRequest(new URLSearchParams(query), { pageSize: 49, maxPageSize: 200 }));

const indexes = new Map([
  ['orders_pkey', ['id']],
  ['orders_placed', ['placed']],
  ['orders_total', ['total', 'id']],
  ['orders_status', ['status', 'id']],
]);

interface Facts {
  readonly rows?: number;
  readonly scan?: PageSearch | null;
  readonly wantsTotal?: boolean;
}

/** The limits of the scans of lists, and what the database was asked for them. */
async function limits(
  queries: readonly string[],
  { rows = 10_000_000, scan = { by: 'ordered scan', index: 'orders_pkey', matches: 50_000 }, wantsTotal = false }: Facts = {},
) {
  const calls: string[] = [];
  const table: OrderedTable = { rows, indexes };
  const scans = {
    table: async () => (calls.push('table'), table),
    ofPage: async () => (calls.push('plan'), scan),
  };
  const dialect = { ...postgresDialect, catalog: { ...postgresDialect.catalog, orderedScans: scans } };
  const limiting = new OrderedScans({ dialect } as unknown as Database);
  const results: (readonly [rows: unknown, within: string] | undefined)[] = [];
  for (const query of queries) {
    const list = authorize({ ...listOf(query), wantsTotal }, new Policy(root, registry));
    const { plan } = await limiting.limited(list, () => ({ sql: '', parameters: [] }));
    results.push(plan.bringsTotal ? ['total', ''] : plan.scan && [plan.scan.rows.binding.given, said(plan.scan.within)]);
  }
  return { found: results, asked: calls };
}

const range = 'placed__gte=2020-01-01T00:00:00Z';

describe('the limit of a scan', () => {
  it('is twice what the database expects', async () => {
    const rows = (await limits([range, `${range}&page=3`, `${range}&page_size=9`])).found.map((scan) => scan?.[0]);
    expect(rows).toEqual([20_000, 59_200, 4000]);
    expect((await limits([range], { scan: { by: 'ordered scan', index: 'orders_pkey', matches: 1 } })).found).toEqual([[100_000, 'true']]);
  });

  it('is set for ranges and orders of other columns, in both directions', async () => {
    const scan = { by: 'ordered scan', index: 'orders_total', matches: 50_000 } as const;
    const ordered = await limits([`${range}&ordering=-total`, `${range}&ordering=total`], { scan });
    expect(ordered.found).toEqual([
      [20_000, 'true'],
      [20_000, 'true'],
    ]);
    expect((await limits([`${range}&placed__lt=2021-01-01T00:00:00Z&status=paid&search=x`])).found).toEqual([[20_000, 'true']]);
  });

  it('is for the rows with the values that lead the index', async () => {
    const scan = { by: 'ordered scan', index: 'orders_status', matches: 50_000 } as const;
    expect((await limits([`${range}&status=paid`], { scan })).found).toEqual([[20_000, 'status = "paid"']]);
    expect((await limits([`${range}&status__in=paid,open`, `${range}&status=paid&ordering=-total`], { scan })).found).toEqual([
      undefined,
      undefined,
    ]);
  });

  it.each([
    ['no filter', ''],
    ['one value', 'status=paid'],
    ['a range of a column without an index', 'due__gte=2020-01-01'],
    ['a range of a key along a link', 'customer__id__gte=5'],
    ['a range of the column of the order', `${range}&ordering=placed`],
    ['an order whose column has one value', `${range}&total=5&ordering=total`],
    ['an order in two directions', `${range}&ordering=-total,pk`],
    ['ranges of another column and of the key, which is the order', `${range}&id__gt=5`],
  ])('asks the database for no plan of a list with %s', async (_, query) => {
    const { found, asked } = await limits([query]);
    expect([found, asked.includes('plan')]).toEqual([[undefined], false]);
  });

  it('asks for the plan of each list, and for the table once', async () => {
    expect((await limits([range, range])).asked).toEqual(['table', 'plan', 'plan']);
    expect(await limits([range, range], { rows: 499_999 })).toEqual({ found: [undefined, undefined], asked: ['table'] });
    expect(await limits([range], { rows: -1 })).toEqual({ found: [undefined], asked: ['table'] });
    expect((await limits(['', 'status=paid'])).asked).toEqual([]);
  });

  it.each<[string, Facts]>([
    ['the database does not scan', { scan: null }],
    [
      'it scans along an index that has not the order of the whole table',
      { scan: { by: 'ordered scan', index: 'orders_status', matches: 50_000 } },
    ],
    ['it scans along an index of some rows', { scan: { by: 'ordered scan', index: 'orders_pkey_of_some', matches: 50_000 } }],
    ['many rows match', { scan: { by: 'ordered scan', index: 'orders_pkey', matches: 200_001 } }],
    ['a large share of the table matches', { rows: 900_000, scan: { by: 'ordered scan', index: 'orders_pkey', matches: 45_001 } }],
  ])('is not set where %s', async (_, facts) => {
    expect(await limits([range], facts)).toEqual({ found: [undefined], asked: ['table', 'plan'] });
  });

  it('is not set by a dialect that can not be asked', async () => {
    const list = authorize(planFromEnd(listOf(range), 100), new Policy(root, registry));
    const limiting = new OrderedScans({ dialect: sqliteDialect } as unknown as Database);
    expect(await limiting.limited(list, () => ({ sql: '', parameters: [] }))).toBe(list);
  });
});

describe('the number of all rows that match', () => {
  const sorted = { by: 'sort', matches: 100 } as const;

  it.each(['search=x', range, 'status__in=paid,open&search=x', `${range}&ordering=placed`])(
    'comes with a page that is found by sorting them all: %s',
    async (query) => {
      expect((await limits([query], { scan: sorted, wantsTotal: true })).found).toEqual([['total', '']]);
    },
  );

  it.each<[string, string, Facts]>([
    ['it is not wanted', 'search=x', { scan: sorted }],
    ['how many rows match does not depend on the values', 'status=paid', { scan: sorted, wantsTotal: true }],
    ['the table is small', 'search=x', { rows: 49_999, scan: sorted, wantsTotal: true }],
    ['a large share of the table matches', 'search=x', { rows: 50_000, scan: { by: 'sort', matches: 2501 }, wantsTotal: true }],
    ['the page is found by a scan', 'search=x', { wantsTotal: true }],
  ])('does not where %s', async (_, query, facts) => {
    expect((await limits([query], facts)).found).toEqual([undefined]);
  });
});
