import fc from 'fast-check';
import { all, model, where } from 'grimoire';
import { describe, expect, it } from 'vitest';
import { hasPostgres } from '../support/databases.ts';
import { type Client, startService, type TestService } from '../support/service.ts';
import { serviceOfTest } from '../support/started-service.ts';
import { nodesOf, type PlanNode, watchPlans } from '../support/watched-plans.ts';

const rows = 60_000;

/** Twice what the server expects to walk for the lists below, and less than a walk to their ranges. */
const fewRows = 25_000;

/** How much larger the server is told that the tables are: it then expects of a walk what it would in a table of 6,000,000 rows. */
const factor = 100;

/** The columns of keys, and their values in the n-th row: keys grow with the dates. */
const keys = {
  int: ['id integer', 'id', 'n'],
  uuid: ['id uuid', 'id', `lpad(to_hex(n), 32, '0')::uuid`],
  text: ['id varchar(20)', 'id', `'k' || lpad(n::text, 8, '0')`],
  parts: ['region integer, number integer', 'region, number', 'n / 1000, n % 1000'],
} as const;

type Key = keyof typeof keys;

const tableOf = (
  key: Key,
): string => `CREATE TABLE sale_${key} (${keys[key][0]}, n integer NOT NULL, created timestamptz NOT NULL, total integer NOT NULL,
    status varchar(5) NOT NULL, note text, PRIMARY KEY (${keys[key][1]})) WITH (autovacuum_enabled = false);
  INSERT INTO sale_${key} SELECT ${keys[key][2]}, n, timestamptz '2020-01-01 00:00Z' + n * interval '1 minute', n * 7919 % 10007, 's' || n % 4, 'note ' || n
    FROM generate_series(1, ${rows}) n;
  CREATE INDEX sale_${key}_created ON sale_${key} (created);
  CREATE INDEX sale_${key}_total ON sale_${key} (total, ${keys[key][1]});
  CREATE INDEX sale_${key}_status ON sale_${key} (status, ${keys[key][1]});
  ANALYZE sale_${key};`;

const models = (Object.keys(keys) as Key[]).map((key) =>
  model(`sale_${key}`, `t.Sale_${key}`, { rows: ({ actor }) => (actor.isSuperuser ? all : where('status', '=', 's1')) }),
);

async function startLarge(tables: readonly Key[]): Promise<TestService> {
  const { service } = await serviceOfTest(
    startService({ dialect: 'postgres', setup: tables.map(tableOf).join('\n'), models: modelsOf(tables) }),
  );
  await service.database.execute(`UPDATE pg_class SET reltuples = reltuples * ${factor} WHERE relname LIKE 'sale%'`);
  return service;
}

const modelsOf = (tables: readonly Key[]): typeof models =>
  models.filter((_, index) => tables.includes((Object.keys(keys) as Key[])[index] ?? 'int'));

const at = (n: number): string => new Date(Date.UTC(2020, 0, 1) + n * 60_000).toISOString();
const days = (from: number, to: number): string => `created__gte=${at(from)}&created__lt=${at(to)}`;

/** The largest number of rows of the table that one node of a plan has read. */
function mostRead(plans: readonly PlanNode[]): number {
  const read = plans.flatMap(nodesOf).map((node) => {
    const [found = 0, removed = 0, loops = 1] = [node['Actual Rows'], node['Rows Removed by Filter'], node['Actual Loops']];
    return node['Relation Name']?.startsWith('sale') === true ? (found + removed) * loops : 0;
  });
  return Math.max(0, ...read);
}

const follow = ({ next }: { readonly next: string | null }): string => {
  const { pathname, search } = new URL(String(next));
  return pathname.replace('/api', '') + search;
};

describe.runIf(hasPostgres)('a list of a range, in a large table of PostgreSQL', () => {
  const settings = ['auto_explain.log_analyze=on', 'auto_explain.log_timing=off'];

  it('reads few rows, wherever they are in the order of the list', async () => {
    const service = await startLarge(['int']);
    const { plans, signIn } = watchPlans(service, modelsOf(['int']), settings);
    const root = await signIn('root');
    const read = async (path: string): Promise<{ most: number; body: any }> => {
      plans.length = 0;
      const { status, body } = await root.get(path);
      expect([path, status]).toEqual([path, 200]);
      return { most: mostRead(plans), body };
    };
    const path = '/r/t.Sale_int/';
    const [old, middle, latest] = [days(500, 1500), days(30_000, 31_000), days(rows - 1000, rows + 1)];
    // Without a limit, the walk begins with the newest row and reads all rows that are newer than the range.
    for (const query of [old, middle, `${old}&page=3`, `${old}&ordering=-total`]) {
      const { most, body } = await read(`${path}?${query}`);
      expect(body.results.length).toBe(50);
      expect([query, most < fewRows]).toEqual([query, true]);
    }
    // A walk along the index of statuses would read all rows with that status.
    expect((await read(`${path}?${days(500, 2500)}&status=s1&page_size=10`)).most).toBeLessThan(6000);
    // What the walk finds soon, it finds as before. The count reads the range.
    expect((await read(`${path}?${latest}&page_size=10`)).most).toBeLessThanOrEqual(1001);
    // The last page by cursor ends the range, and not the table.
    const first = await read(`${path}?${middle}&page=19`);
    const last = await read(follow(first.body));
    expect(last.body.next).toBe(null);
    expect(last.most).toBeLessThan(fewRows);
  });

  it('has the same rows in the same order, for keys of any type', async () => {
    const tables = Object.keys(keys) as Key[];
    const service = await startLarge(tables);
    const { plans, signIn } = watchPlans(service, modelsOf(tables), []);
    await service.user({ username: 'clerk', permissions: tables.map((key) => `t.sale_${key}:view_sale_${key}`) });
    const clients = { root: await signIn('root'), clerk: await signIn('clerk') };
    const times = { walked: 0, counted: 0 };
    await fc.assert(
      fc.asyncProperty(question(tables), async (asked) => {
        plans.length = 0;
        await answersAs(clients[asked.user], asked);
        if (plans.some((plan) => nodesOf(plan).some(({ Alias }) => Alias === '~scanned'))) times.walked += 1;
        if (plans.some(countsMatches)) times.counted += 1;
      }),
      { numRuns: 100 },
    );
    // Otherwise the test would say nothing.
    expect([times.walked > 5, times.counted > 5]).toEqual([true, true]);
  });
});

/** Whether a page counts the rows that match: each numbers its own rows by a window, and this one has a second window. */
function countsMatches(plan: PlanNode): boolean {
  return nodesOf(plan).filter(({ 'Node Type': type }) => type === 'WindowAgg').length > 1;
}

describe.runIf(hasPostgres)('a search that no index serves, in a large table of PostgreSQL', () => {
  it('reads the table once for the page and the number of all rows that match', async () => {
    const service = await startLarge(['int']);
    const { plans, signIn } = watchPlans(service, modelsOf(['int']), []);
    const root = await signIn('root');
    const asked: readonly (readonly [query: string, count: number])[] = [
      ['note__contains=999', 114],
      ['note__contains=999&page=2', 114],
      ['note__contains=999&ordering=-total', 114],
      ['note__contains=599', 220],
    ];
    for (const [query, count] of asked) {
      plans.length = 0;
      const { body } = await root.get(`/r/t.Sale_int/?${query}`);
      expect([query, body.count, body.count_exact]).toEqual([query, count, true]);
      const scans = plans.flatMap(nodesOf).filter((node) => node['Node Type'] === 'Seq Scan' && node['Relation Name'] === 'sale_int');
      expect([query, scans.length]).toEqual([query, 1]);
    }
  });

  it('has no page beyond its last one', async () => {
    const service = await startLarge(['int']);
    const { signIn } = watchPlans(service, modelsOf(['int']), []);
    const root = await signIn('root');
    expect((await root.get('/r/t.Sale_int/?note__contains=999&page=4')).status).toBe(404);
    expect((await root.get('/r/t.Sale_int/?note__contains=nothing')).body).toMatchObject({ count: 0, count_exact: true, results: [] });
  });
});

/** A list that is asked for. */
interface Question {
  readonly table: Key;
  readonly user: 'clerk' | 'root';
  /** The first minute of the range, and its length. */
  readonly from: number;
  readonly length: number;
  readonly totalBelow: number | null;
  readonly status: string | null;
  /** What the note contains. */
  readonly note: string | null;
  readonly order: 'total' | '-total' | '-created' | null;
  readonly page: number;
  readonly size: number;
}

function question(tables: readonly Key[]): fc.Arbitrary<Question> {
  return fc.record({
    table: fc.constantFrom(...tables),
    user: fc.constantFrom('clerk', 'root'),
    from: fc.oneof(fc.integer({ min: 0, max: 3000 }), fc.integer({ min: 0, max: rows })),
    length: fc.constantFrom(1, 40, 200, 1000, 1500, 4000, rows),
    totalBelow: fc.constantFrom(null, null, 500, 5000),
    status: fc.constantFrom(null, null, 's1', 's2'),
    note: fc.constantFrom(null, null, '99', '1234', 'x'),
    order: fc.constantFrom(null, null, 'total', '-total', '-created'),
    page: fc.constantFrom(1, 1, 2, 5),
    size: fc.constantFrom(3, 20, 50),
  });
}

/** The rows that match, by a second implementation. */
function expectedOf({ user, from, length, totalBelow, status, note, order }: Question): number[] {
  const total = (n: number): number => (n * 7919) % 10_007;
  const found = Array.from({ length: rows }, (_, index) => index + 1).filter(
    (n) =>
      n >= from &&
      n < from + length &&
      (totalBelow === null || total(n) < totalBelow) &&
      (status === null || `s${n % 4}` === status) &&
      (note === null || `note ${n}`.includes(note)) &&
      (user === 'root' || n % 4 === 1),
  );
  if (order === 'total') return found.toSorted((a, b) => total(a) - total(b) || a - b);
  if (order === '-total') return found.toSorted((a, b) => total(b) - total(a) || b - a);
  return found.toReversed();
}

/** Asks for a page, the one after it by its cursor, and the one before that. */
async function answersAs(client: Client, asked: Question): Promise<void> {
  const { table, from, length, totalBelow, status, note, order, page, size } = asked;
  const parts = [days(from, from + length), `page=${page}&page_size=${size}`];
  if (totalBelow !== null) parts.push(`total__lt=${totalBelow}`);
  if (status !== null) parts.push(`status=${status}`);
  if (note !== null) parts.push(`note__contains=${note}`);
  if (order !== null) parts.push(`ordering=${order}`);
  const expected = expectedOf(asked);
  const pageOf = (number: number): number[] => expected.slice((number - 1) * size, number * size);
  const read = async (path: string): Promise<any> => {
    const { status: code, body } = await client.get(path);
    return { ...body, code, found: body.results?.map(({ n }: { n: number }) => n) };
  };
  const first = await read(`/r/t.Sale_${table}/?${parts.join('&')}`);
  if (page > 1 && pageOf(page).length === 0) return expect(first.code).toBe(404);
  expect(first).toMatchObject({ code: 200, found: pageOf(page), count: expected.length });
  if (first.next === null) return expect(expected.length).toBeLessThanOrEqual(page * size);
  const second = await read(follow(first));
  expect(second.found).toEqual(pageOf(page + 1));
  expect((await read(follow({ next: second.previous }))).found).toEqual(pageOf(page));
}
