import { describe, expect, it } from 'vitest';
import { authorize } from '../authorize/authorize.ts';
import { authorizeWrite } from '../authorize/authorize-write.ts';
import { Policy } from '../authorize/policy.ts';
import { postgresDialect, sqliteDialect } from '../test-models/dialects.ts';
import { fieldOf, modelOf, pathOf, policyOf, root, shopOf } from '../test-models/models.ts';
import { planAggregates } from '../plan/aggregate.ts';
import { planCascade } from '../plan/cascade.ts';
import { equals, everyRow } from '../plan/condition.ts';
import { planCount, planList, planRow, planAutocomplete } from '../plan/list.ts';
import { Parameter } from '../plan/parameter.ts';
import type { Plan } from '../plan/plan.ts';
import type { WritePlan } from '../plan/write.ts';
import { parseListRequest } from '../request/parameters.ts';
import { where } from '../model/config/row-rule.ts';
import { Compiler } from './compile.ts';

const registry = shopOf({
  configs: {
    'shop.Order': { actions: { send: () => {} } },
    'shop.Tag': { rows: ({ actor }) => (actor.isSuperuser ? where('name', '!=', 'x') : where('name', '=', actor.username)) },
  },
});
const order = modelOf(registry, 'shop.Order');
const tag = modelOf(registry, 'shop.Tag');
const superuser = new Policy(root, registry);
const list = (query: string, model = order) =>
  planList(model, parseListRequest(new URLSearchParams(query), { pageSize: 50, maxPageSize: 200 }));
const compiled = (plan: Plan, compiler = new Compiler(sqliteDialect), policy = superuser) => compiler.compile(authorize(plan, policy));
const written = (plan: WritePlan) => new Compiler(sqliteDialect).compile(authorizeWrite(plan, superuser));

describe('the statement of a plan', () => {
  const cascade = planCascade(order, registry, (models) => models[0]);
  const [send] = order.actions;
  const memo = fieldOf(order, 'memo');
  const values = [{ field: memo, written: new Parameter('stored', { given: 'm', field: memo }), origin: 'service' }] as const;
  const targets = new Parameter('values', { given: [3n], field: fieldOf(tag, 'id') });
  const keys = [[7n]];
  const [referencing] = cascade.referencingTables;
  if (!send || !referencing?.model) throw new Error('The shop has no action, or nothing references an order.');
  const unlinked = { ...referencing, model: referencing.model };
  const writes: readonly (readonly [WritePlan, RegExp])[] = [
    [
      { kind: 'rows for write', model: order, right: 'change', keys, mode: 'lock' },
      /^SELECT .* FROM "orders" AS "t" WHERE "t"\."id" = \?/s,
    ],
    [{ kind: 'insert', model: order, values }, /^INSERT INTO "orders"/],
    [{ kind: 'update', model: order, right: 'change', keys, values }, /^UPDATE "orders"/],
    [{ kind: 'delete', model: order, right: 'delete', keys }, /^DELETE FROM "orders"/],
    [{ kind: 'link', model: order, isNew: false, field: fieldOf(order, 'tags'), key: [7n], targets }, /^INSERT INTO "order_tags"/],
    [{ kind: 'unlink', model: order, isNew: false, field: fieldOf(order, 'tags'), key: [7n], targets }, /^DELETE FROM "order_tags"/],
    [
      {
        kind: 'checks',
        model: order,
        right: 'change',
        checks: [{ kind: 'row', model: tag, condition: equals(pathOf(tag, 'id'), 3n), isScoped: true }],
      },
      /EXISTS/,
    ],
    [{ kind: 'impact', model: order, right: 'view', keys, cascade, cap: 10 }, /payments/],
    [{ kind: 'cascaded keys', model: order, right: 'delete', keys, cascade, limit: 3 }, /lines/],
    [{ kind: 'unlinked', model: order, right: 'delete', keys, cascade, referencing: unlinked, limit: 3 }, /payments/],
    [
      { kind: 'action', model: order, action: send, chosen: { kind: 'keys', keys }, narrowing: everyRow, job: { do: 'count' } },
      /^SELECT count/,
    ],
  ];

  it('is made for each kind of write', () => {
    for (const [plan, text] of writes) {
      const { statement, parameters } = written(plan);
      expect(statement.sql).toMatch(text);
      expect(statement).toMatchObject({
        helperColumns: 0,
        cursor: 'none',
        isOneText: false,
        computed: [],
        isLong: true,
      });
      expect(parameters.some((value) => typeof value === 'object' && value !== null)).toBe(false);
    }
  });

  it('is made for each kind of read', () => {
    expect(compiled(list('')).statement).toMatchObject({ cursor: ['id'], isLong: true, sql: expect.stringContaining('ORDER BY') });
    expect(compiled(planCount(list(''), 'exact')).statement.sql).toMatch(/^SELECT count\(\*\)/);
    expect(compiled(planRow(order, [7n])).parameters).toContain(7n);
    const suggestions = planAutocomplete(order, { text: 'a', words: ['a'], page: 1 });
    expect(compiled(suggestions).parameters).toContain('%a%');
  });

  it('has a column for cursors only where the rows do not show them: a row shows a number in a column of texts as a text', () => {
    const cursorOf = (query: string) => compiled(list(query)).statement.cursor;
    expect(cursorOf('ordering=-id')).toEqual(['id']);
    expect(cursorOf('ordering=number')).toBe('column');
    expect(compiled(list('')).statement.sql).not.toContain('json_array(');
    expect(compiled(list('ordering=number')).statement.sql).toContain('json_array(');
  });

  it('locks rows in the order of their keys, so that two writers never wait for one another', () => {
    const choose = { kind: 'action', model: order, action: send, chosen: { kind: 'keys', keys }, narrowing: everyRow } as const;
    const plans: readonly WritePlan[] = [
      { kind: 'rows for write', model: order, right: 'change', keys, mode: 'lock' },
      { kind: 'rows for write', model: order, right: 'delete', keys, mode: 'lock and read' },
      { kind: 'unlinked', model: order, right: 'delete', keys, cascade, referencing: unlinked, limit: 3 },
      { ...choose, job: { do: 'keys', locks: true, limit: undefined } },
      { ...choose, job: { do: 'keys', locks: true, limit: 3 } },
      { ...choose, job: { do: 'collect', locks: true } },
    ];
    for (const plan of plans) {
      const { sql } = new Compiler(postgresDialect).compile(authorizeWrite(plan, superuser)).statement;
      expect(sql).toMatch(/ ORDER BY "t"\."id"( LIMIT \d+)? FOR (NO KEY )?UPDATE OF "t"/);
    }
  });

  it('joins the labels of an export on PostgreSQL, which then finds each once for all rows that point to it', () => {
    const fields = [fieldOf(order, 'number'), fieldOf(order, 'customer')];
    const about = { kind: 'action', model: order, action: send, chosen: { kind: 'keys', keys }, narrowing: everyRow } as const;
    const jobs = [
      { do: 'texts', fields, isRaw: false, withKey: true, order: [] },
      { do: 'show', fields },
    ] as const;
    for (const job of jobs) {
      const plan = authorizeWrite({ ...about, job }, superuser);
      const onPostgres = new Compiler(postgresDialect).compile(plan).statement.sql;
      // The rows are found first, in a subquery that PostgreSQL keeps apart.
      expect(onPostgres).toMatch(
        /FROM \(SELECT [^()]* FROM "orders" AS "t" WHERE .* ORDER BY "t"\."id"\) AS "t" LEFT JOIN LATERAL \(SELECT .* LIMIT 1\) AS "r2" \("value"\) ON true ORDER BY "t"\."id"$/,
      );
      expect(onPostgres).toContain(`coalesce("r2"."value", `);
      expect(new Compiler(sqliteDialect).compile(plan).statement.sql).toMatch(/coalesce\(\(SELECT .* LIMIT 1\), /);
    }
  });

  it('may have parameters that belong to the model', () => {
    const choices = [{ value: 'open', label: 'a\\b' }];
    const spelled = shopOf({ configs: { 'shop.Order': { fields: { status: { choices } } } } });
    const policy = new Policy(root, spelled);
    expect(compiled(planRow(modelOf(spelled, 'shop.Order'), [7n]), new Compiler(sqliteDialect), policy).parameters).toContain('a\\b');
  });

  it('has a short name of its own', () => {
    const names = [compiled(list('')), compiled(list('')), compiled(list('total=1'))].map(({ statement }) => statement.name);
    for (const name of names) expect(name).toMatch(/^grimoire_\d+$/);
    const numbers = names.map((name) => Number(name.slice('grimoire_'.length)));
    expect(numbers).toEqual([numbers[0], Number(numbers[0]) + 1, Number(numbers[0]) + 2]);
  });

  it('may be long, but for a row of a table that is found by its key alone', () => {
    const isLong = (plan: Plan, policy = superuser): boolean => compiled(plan, new Compiler(sqliteDialect), policy).statement.isLong;
    expect(isLong(planRow(tag, [7n]))).toBe(false);
    expect(isLong(planRow(modelOf(registry, 'shop.Sales'), ['a']))).toBe(true);
    // The links of an order may have no index.
    expect(isLong(planRow(order, [7n]))).toBe(true);
    const hidden = shopOf({ configs: { 'shop.Order': { fields: { tags: { view: 'shop.see_tags' } } } } });
    const bare = policyOf(hidden, 'order:view_order');
    expect(isLong(planRow(modelOf(hidden, 'shop.Order'), [7n]), bare)).toBe(false);
    expect(isLong(planCount(list('', tag), 'exact'))).toBe(true);
    expect(isLong(list('', tag))).toBe(true);
  });
});

describe('what is known of a statement', () => {
  const keys = [[7n]];
  const cascade = planCascade(order, registry, (models) => models[0]);
  const lockOf = (given: readonly (readonly bigint[])[], model = tag): WritePlan => ({
    kind: 'rows for write',
    model,
    right: 'change',
    keys: given,
    mode: 'lock',
  });

  it('names the models whose rows the scope of the actor may limit in it', () => {
    const scoped = (plan: Plan): string[] => compiled(plan).statement.scoped.map(({ key }) => key);
    expect(scoped(planRow(order, [7n]))).toEqual(['shop.Tag', 'shop.Customer']);
    expect(scoped(planRow(tag, [7n]))).toEqual([]);
  });

  it('is that a lock of one row takes no long time', () => {
    expect(written(lockOf(keys)).statement.isLong).toBe(false);
    expect(written(lockOf([[7n], [8n]])).statement.isLong).toBe(true);
    expect(written({ kind: 'update', model: tag, right: 'change', keys, values: [] }).statement.isLong).toBe(true);
  });

  it('is that a count of references up to a limit is mostly short', () => {
    const isUsuallyShort = (plan: WritePlan) => written(plan).statement.hints.isUsuallyShort;
    const impact = { kind: 'impact', model: order, right: 'view', keys, cascade, cap: 10 } as const;
    expect(isUsuallyShort(impact)).toBe(true);
    expect(isUsuallyShort({ ...impact, cap: undefined })).toBe(false);
    expect(isUsuallyShort({ ...impact, model: { ...order, isTable: false } })).toBe(false);
    expect(isUsuallyShort(lockOf(keys))).toBe(false);
  });

  it('is that lists by patterns and ranges are planned for their values', () => {
    const isPlanned = (plan: Plan) => compiled(plan).statement.hints.isPlannedForValues;
    expect(isPlanned(list('total__gte=1'))).toBe(true);
    expect(isPlanned(planCount(list('number__contains=a'), 'exact'))).toBe(true);
    expect(isPlanned(planAutocomplete(order, { text: 'a', words: ['a'], page: 1 }))).toBe(true);
    const rows = { filters: [{ name: 'total__gte', values: ['1'] }], search: [], isOfTrash: false };
    expect(isPlanned(planAggregates(order, { rows, sum: ['total'], avg: [], min: [], max: [], groupBy: null }).all)).toBe(true);
    expect(isPlanned(list('status=open'))).toBe(false);
    expect(isPlanned(planRow(order, [7n]))).toBe(false);
  });
});

describe('the cache of statements', () => {
  it('shares a statement between plans that differ in parameters only', () => {
    const compiler = new Compiler(sqliteDialect);
    const [one, two, other] = ['total=1', 'total=2', 'due=2026-01-01'].map((query) => compiled(list(query), compiler));
    expect(one?.statement).toBe(two?.statement);
    expect(one?.statement).not.toBe(other?.statement);
    expect([one?.parameters.includes('1'), two?.parameters.includes('2'), two?.parameters.includes('1')]).toEqual([true, true, false]);
  });

  it('tells actors apart by the answers to the questions of the SQL, and takes their parameters from these', () => {
    const compiler = new Compiler(sqliteDialect);
    const clerkOf = (username: string, ...permissions: string[]): Policy =>
      new Policy({ ...policyOf(registry, 'order:view_order', ...permissions).actor, username }, registry);
    const of = (policy: Policy) => compiled(planRow(order, [7n]), compiler, policy);
    const [ann, bob] = [of(clerkOf('ann', 'tag:view_tag')), of(clerkOf('bob', 'tag:view_tag'))];
    expect(ann.statement).toBe(bob.statement);
    expect([ann.parameters.includes('ann'), bob.parameters.includes('bob'), bob.parameters.includes('ann')]).toEqual([true, true, false]);
    const others = [superuser, clerkOf('ann', 'order:see_margin', 'tag:view_tag'), clerkOf('ann', 'customer:view_customer')].map(of);
    expect(new Set([ann, ...others].map(({ statement }) => statement)).size).toBe(4);
    expect([of(clerkOf('eve', 'tag:view_tag')).statement, of(superuser).statement]).toEqual([ann.statement, others[0]?.statement]);
    expect(of(superuser).statement).toBe(others[0]?.statement);
  });

  it('keeps two thousand statements, and forgets the plan that was used least recently, with all of its own', () => {
    const compiler = new Compiler(sqliteDialect);
    const reminder = modelOf(registry, 'shop.Reminder');
    const clerks = [['reminder:view_reminder'], ['reminder:view_reminder', 'order:view_order']].map((each) => policyOf(registry, ...each));
    const of = (limit: number) => clerks.map((policy) => compiled({ ...list('', reminder), limit }, compiler, policy).statement);
    const first = of(0);
    const second = of(1);
    const third = of(2);
    for (let limit = 3; limit < 1000; limit++) of(limit);
    const isKept = (limit: number, before: readonly unknown[]): boolean =>
      of(limit).every((statement, index) => statement === before[index]);
    expect(new Set(first).size).toBe(2);
    expect(isKept(0, first)).toBe(true);
    // Two more: one plan with its two statements has to go.
    of(1000);
    expect(isKept(0, first)).toBe(true);
    expect(isKept(2, third)).toBe(true);
    expect(isKept(1, second)).toBe(false);
  });

  it('keeps no statement of a plan whose key is longer than ten thousand characters', () => {
    const compiler = new Compiler(sqliteDialect);
    const of = (count: number) => {
      const parts = Array.from({ length: count }, () => ({ total__gte: 1 }));
      return compiled(list(`_filter=${encodeURIComponent(JSON.stringify({ or: parts }))}`), compiler).statement;
    };
    expect(of(20)).toBe(of(20));
    expect(of(500)).not.toBe(of(500));
    expect(of(500).sql).toBe(of(500).sql);
  });

  it('keeps the statements of each compiler apart', () => {
    expect(compiled(list('')).statement).not.toBe(compiled(list('')).statement);
  });
});

describe('the table of a run', () => {
  it('is given an index once it is filled, and is dropped where the database keeps it', () => {
    expect(new Compiler(sqliteDialect).transactionTable()).toEqual({
      filled: ['CREATE INDEX temp."grimoire_collected_place" ON "grimoire_collected" ("place")'],
      done: ['DROP TABLE temp."grimoire_collected"'],
    });
    expect(new Compiler(postgresDialect).transactionTable().done).toEqual([]);
  });
});
