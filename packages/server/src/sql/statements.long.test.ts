import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { authorize, type AuthorizedPlan } from '../authorize/authorize.ts';
import { authorizeWrite } from '../authorize/authorize-write.ts';
import { AdminError } from '../errors/errors.ts';
import { Policy } from '../authorize/policy.ts';
import type { Actor } from '../model/actor.ts';
import { References } from '../model/references.ts';
import { Problems } from '../model/build/checks.ts';
import { LeftOut } from '../model/build/left-out.ts';
import type { AdminConfig } from '../model/config/config.ts';
import { buildRegistry } from '../model/build/build-registry.ts';
import type { Registry } from '../model/registry.ts';
import { all, where } from '../model/config/row-rule.ts';
import type { ColumnDescription, TableDescription } from '../model/table.ts';
import { planCount, planFromCursor, planList, planRow, planAutocomplete } from '../plan/list.ts';
import type { ListPlan, Plan } from '../plan/plan.ts';
import type { WritePlan } from '../plan/write.ts';
import { parseListRequest, parseSuggestionsRequest } from '../request/parameters.ts';
import { Compiler } from './compile.ts';
import { postgresDialect, sqliteDialect } from '../test-models/dialects.ts';

const column = (name: string, type: ColumnDescription['type'], more: Partial<ColumnDescription> = {}): ColumnDescription => ({
  name,
  column: name,
  type,
  dbType: type,
  null: false,
  ...more,
});
const integer = { range: [-2147483648n, 2147483647n] as const };

const people: TableDescription = {
  table: { schema: 'crm', name: 'people' },
  isView: false,
  columns: [column('id', 'AutoField', { hasDefault: true, isAutomatic: true, ...integer }), column('name', 'CharField', { maxLength: 50 })],
  primaryKey: ['id'],
  uniques: [],
  foreignKeys: [],
};
const tasks: TableDescription = {
  table: { schema: undefined, name: 'order' },
  isView: false,
  columns: [
    column('id', 'AutoField', { hasDefault: true, isAutomatic: true, ...integer }),
    column('title', 'CharField', { null: true }),
    column('owner', 'IntegerField', { column: 'owner "id"', null: true, ...integer }),
  ],
  primaryKey: ['id'],
  uniques: [],
  foreignKeys: [{ columns: ['owner "id"'], table: people.table, targetColumns: ['id'], onDelete: 'cascade' }],
};

function registryOf(config: AdminConfig = {}): Registry {
  const problems = new Problems();
  const registrations = [
    {
      key: 'crm.Person',
      description: people,
      config: { rows: ({ actor }: { actor: Actor }) => (actor.isSuperuser ? where('id', '>', 0) : where('name', '=', actor.username)) },
    },
    { key: 'ops.Task', description: tasks, config: { listFilter: ['owner.name'], ...config } },
  ];
  const registry = buildRegistry({
    userTable: { schema: undefined, name: 'grimoire_user' },
    registrations,
    describe: () => undefined,
    storesAnyType: false,
    problems,
    references: new References([]),
    leftOut: new LeftOut(() => undefined),
    adminActions: [],
    failed: () => {},
  });
  problems.throwIfAny();
  return registry;
}

const root: Actor = { id: '1', username: 'root', isSuperuser: true, groups: [], permissions: new Set() };

describe('the SQL of a plan', () => {
  let registry: Registry;
  const task = () => registry.find('ops.Task') ?? fail();
  const fail = (): never => {
    throw new Error('no such model');
  };
  const compile = (plan: Plan, dialect = postgresDialect) => {
    const { statement, parameters } = new Compiler(dialect).compile(authorize(plan, new Policy(root, registry)));
    return { sql: statement.sql, parameters };
  };
  const list = (query: string) => planList(task(), parseListRequest(new URLSearchParams(query), { pageSize: 50, maxPageSize: 200 }));
  beforeAll(() => {
    registry = registryOf();
  });

  const taskRow = `json_build_object('id', "t"."id", 'title', "t"."title"::text, 'owner', "t"."owner ""id""", '_label', coalesce(nullif(trim("t"."title"::text), ''), 'task ' || "t"."id"::text), 'owner_label', coalesce((SELECT coalesce(nullif(trim("r1"."name"::text), ''), 'person ' || "r1"."id"::text) FROM "crm"."people" AS "r1" WHERE "r1"."id" = "t"."owner ""id""" AND "r1"."id" > $1 LIMIT 1), "t"."owner ""id"""::text))::text`;

  it('cuts a page out of its own table before labels are made, inside the scope of each target', () => {
    expect(compile(list('title=x&page_size=20'))).toEqual({
      sql: `SELECT string_agg("row", ','), count(*), min("cursor") FILTER (WHERE "place" = 1), min("cursor") FILTER (WHERE "place" = 20) FROM (SELECT CASE WHEN row_number() OVER "ordered" <= 20 THEN ${taskRow} END AS "row", CASE WHEN row_number() OVER "ordered" IN (1, 20) THEN json_build_array("t"."id")::text END AS "cursor", row_number() OVER "ordered" AS "place" FROM (SELECT "t"."id", "t"."title", "t"."owner ""id""" FROM "order" AS "t" WHERE "t"."title" = $2 ORDER BY "t"."id" DESC LIMIT 21) AS "t" WINDOW "ordered" AS (ORDER BY "t"."id" DESC) ORDER BY "t"."id" DESC) AS "page"`,
      parameters: ['0', 'x'],
    });
  });

  it('walks the keys alone behind an offset', () => {
    const { sql, parameters } = compile(list('page=3&page_size=20'));
    expect(sql).toContain(
      `FROM (SELECT "t"."id" FROM "order" AS "t" WHERE 1 = 1 ORDER BY "t"."id" DESC LIMIT 21 OFFSET $2) AS "k" JOIN "order" AS "t" ON "t"."id" = "k"."id"`,
    );
    expect(parameters).toEqual(['0', 40]);
  });

  it('has a form on SQLite for a page whose rows an index has in their order, with the same parameters', () => {
    const belowSix = planFromCursor(list('title=x&page_size=20'), 'after', [6]) ?? fail();
    const { statement, parameters } = new Compiler(sqliteDialect).compile(authorize(belowSix, new Policy(root, registry)));
    const page = `"order" AS "t" WHERE "t"."title" = ? AND ("t"."id") < (?) ORDER BY "t"."id" DESC LIMIT 21`;
    const ending = ` FROM (SELECT "t"."id", "t"."title", "t"."owner ""id""" FROM ${page}) AS "t" ORDER BY "t"."id" DESC`;
    expect(statement.sql.endsWith(ending)).toBe(true);
    expect(statement.hints.access).toMatchObject({ of: 'page', sql: `${statement.sql.slice(0, -ending.length)} FROM ${page}` });
    expect(parameters).toEqual([0n, 'x', 6n]);
  });

  it('says the same in SQLite’s words', () => {
    const wireInteger = (name: string): string =>
      `CASE WHEN typeof(${name}) = 'integer' AND ${name} BETWEEN -9007199254740991 AND 9007199254740991 THEN ${name} ELSE CAST(${name} AS TEXT) END`;
    const [id, owner, person] = [wireInteger('"t"."id"'), wireInteger('"t"."owner ""id"""'), wireInteger('"r1"."id"')];
    expect(compile(planRow(task(), [7n]), sqliteDialect)).toEqual({
      sql: `SELECT json_object('id', ${id}, 'title', CAST("t"."title" AS TEXT), 'owner', ${owner}), json_object('_label', coalesce(nullif(trim(CAST("t"."title" AS TEXT)), ''), 'task ' || CAST(${id} AS TEXT)), 'owner_label', coalesce((SELECT coalesce(nullif(trim(CAST("r1"."name" AS TEXT)), ''), 'person ' || CAST(${person} AS TEXT)) FROM "crm"."people" AS "r1" WHERE "r1"."id" = "t"."owner ""id""" AND "r1"."id" > ? LIMIT 1), CAST(${owner} AS TEXT))) FROM "order" AS "t" WHERE "t"."id" = ?`,
      parameters: [0n, 7n],
    });
  });

  it('locks rows in the order of their keys, so that two writers never wait for one another', () => {
    const policy = new Policy(root, registry);
    const keys = [[2n], [1n]];
    const plans: readonly WritePlan[] = (['lock', 'lock and read'] as const).map((mode) => ({
      kind: 'rows for write',
      model: task(),
      right: 'change',
      keys,
      mode,
    }));
    for (const plan of plans) {
      const { statement } = new Compiler(postgresDialect).compile(authorizeWrite(plan, policy));
      expect(statement.sql).toMatch(/ ORDER BY "t"\."id" FOR NO KEY UPDATE OF "t"$/);
    }
  });

  it('brings the rows of a write as one list from SQLite, but a single row as it is', () => {
    const rows = (...keys: (readonly [bigint])[]): WritePlan => ({
      kind: 'rows for write',
      model: task(),
      right: 'change',
      keys,
      mode: 'lock and read',
    });
    const statements = [rows([1n], [2n]), rows([1n])].flatMap((plan) =>
      [sqliteDialect, postgresDialect].map(
        (dialect) => new Compiler(dialect).compile(authorizeWrite(plan, new Policy(root, registry))).statement,
      ),
    );
    expect(
      statements.map(({ isJsonList, sql }) => [
        isJsonList,
        sql.startsWith(`SELECT '[' || coalesce(group_concat("json"), '') || ']' FROM (SELECT`),
      ]),
    ).toEqual([true, false, false, false].map((isJsonList) => [isJsonList, isJsonList]));
  });

  it('counts without joining anything, and asks SQLite to stop at a number', () => {
    expect(compile(planCount(list('owner__name__icontains=%25a'), 'exact'))).toEqual({
      sql: `SELECT count(*) FROM "order" AS "t" WHERE EXISTS (SELECT 1 FROM "crm"."people" AS "r1" WHERE "r1"."id" = "t"."owner ""id""" AND "r1"."id" > $1 AND "r1"."name"::text ILIKE $2)`,
      parameters: ['0', '%\\%a%'],
    });
    expect(compile(planCount(list(''), 'exact', 10), sqliteDialect).sql).toBe(`SELECT count(*) FROM "order" AS "t" WHERE 1 = 1`);
    expect(compile(planCount(list('title=x'), 'exact', 10), sqliteDialect)).toEqual({
      sql: `SELECT count(*) FROM (SELECT 1 FROM "order" AS "t" WHERE "t"."title" = ? LIMIT 11) AS "counted"`,
      parameters: ['x'],
    });
  });

  it('starts a page at a row, in either direction', () => {
    const after = planFromCursor(list('ordering=id'), 'after', [41]);
    const before = planFromCursor(list('ordering=id'), 'before', [41]);
    expect(after && compile(after).sql).toContain(`AND ("t"."id") > ($2) ORDER BY "t"."id" ASC LIMIT 51`);
    expect(before && compile(before).sql).toContain(`AND ("t"."id") < ($2) ORDER BY "t"."id" DESC LIMIT 51`);
  });

  it('takes a list of any length as one parameter, and shares the statement between plans of one shape', () => {
    const compiler = new Compiler(postgresDialect);
    const bound = ['id__in=1,2', 'id__in=3,4,5,6'].map((query) => compiler.compile(authorize(list(query), new Policy(root, registry))));
    expect(bound[0]?.statement).toBe(bound[1]?.statement);
    expect(bound.map(({ parameters }) => parameters[1])).toEqual([
      ['1', '2'],
      ['3', '4', '5', '6'],
    ]);
    const other = compiler.compile(authorize(list('id__in=1&title=x'), new Policy(root, registry)));
    expect(other.statement).not.toBe(bound[0]?.statement);
  });

  it('does not share a statement between actors who see other fields or rows', () => {
    const compiler = new Compiler(postgresDialect);
    const permissions = new Set(['ops.task:view_task', 'crm.person:view_person']);
    const clerk: Actor = { id: '2', username: 'clerk', isSuperuser: false, groups: [], permissions };
    const bare: Actor = { ...clerk, permissions: new Set(['ops.task:view_task']) };
    const compiled = [root, clerk, bare].map((actor) => compiler.compile(authorize(list(''), new Policy(actor, registry))));
    expect(new Set(compiled.map(({ statement }) => statement)).size).toBe(3);
    expect(compiled[1]?.parameters).toContain('clerk');
    expect(compiled[2]?.statement.sql).not.toContain('people');
  });
});

/** Which changes of a plan lead to another statement, and which do not. */
describe('the statements that plans share', () => {
  const registry = registryOf({
    fields: { title: { view: 'ops.see_title' } },
    rows: ({ actor }) =>
      actor.groups.includes('own') ? where('owner', '=', 7) : actor.groups.includes('named') ? where('title', '=', actor.username) : all,
  });
  const model = registry.find('ops.Task');
  if (!model) throw new Error('no such model');
  const sizes = { pageSize: 50, maxPageSize: 200 };
  const listOf = (query: string): Plan => planList(model, parseListRequest(new URLSearchParams(query), sizes));

  /** Plans with these values, in each form. */
  const forms: readonly ((number: number, text: string) => Plan)[] = [
    ...['', '&ordering=owner', '&ordering=-owner,id', '&page_size=20', '&search={t}', '&page=2', '&page=3&page_size=20'].flatMap((end) =>
      [
        '',
        'owner={n}',
        'owner__in={n},{n}',
        'owner__gte={n}',
        'owner__lt={n}',
        'owner__isnull=true',
        'owner__isnull=false',
        'owner__name={t}',
      ].map(
        (filter) => (number: number, text: string) => listOf(`${filter}${end}`.replaceAll('{n}', String(number)).replaceAll('{t}', text)),
      ),
    ),
    (number) => planRow(model, [BigInt(number)]),
    (number) => planRow(model, [BigInt(number)], { forWriter: true }),
    ...(['exact', 'capped', 'estimate', 'span'] as const).flatMap((mode) =>
      [undefined, 10, 20].map((limit) => (number: number) => planCount(listOf(`owner=${number}`) as ListPlan, mode, limit)),
    ),
    (_, text) => planAutocomplete(model, parseSuggestionsRequest(new URLSearchParams({ q: text }))),
  ];
  const rights = ['ops.task:view_task', 'ops.task:change_task', 'ops.task:see_title', 'crm.person:view_person'];
  const actor = fc.record({
    id: fc.constantFrom('2', '3'),
    username: fc.constantFrom('ann', 'bob'),
    isSuperuser: fc.boolean(),
    groups: fc.subarray(['own', 'named']),
    permissions: fc.subarray(rights.slice(1)).map((some) => new Set([rights[0] ?? '', ...some])),
  });
  const request = fc.record({
    form: fc.constantFrom(...forms),
    number: fc.integer({ min: 1, max: 9 }),
    text: fc.constantFrom('ab', 'cd', 'é', 'ü'),
    actor,
    dialect: fc.constantFrom(postgresDialect, sqliteDialect),
  });
  const others = { ab: 'cd', cd: 'ab', é: 'ü', ü: 'é' } as const;
  type Request = typeof request extends fc.Arbitrary<infer R> ? R : never;
  /** Undefined if the actor may not run the plan. */
  const authorized = ({ form, number, text, actor: who }: Request): AuthorizedPlan | undefined => {
    try {
      return authorize(form(number, text), new Policy(who, registry));
    } catch (error) {
      if (error instanceof AdminError) return undefined;
      throw error;
    }
  };

  it('are those that each would have alone', () => {
    const compilers = new Map([postgresDialect, sqliteDialect].map((dialect) => [dialect, new Compiler(dialect)]));
    fc.assert(
      fc.property(request, (asked) => {
        const plan = authorized(asked);
        if (!plan) return;
        const { statement, parameters } = compilers.get(asked.dialect)?.compile(plan) ?? fail();
        const alone = new Compiler(asked.dialect).compile(plan);
        expect([statement.sql, parameters]).toEqual([alone.statement.sql, alone.parameters]);
      }),
      { numRuns: 4000 },
    );
  });

  it('are forgotten from the oldest on, one for one', () => {
    const compiler = new Compiler(postgresDialect);
    const list = listOf('owner=1') as ListPlan;
    const compile = (limit: number): unknown =>
      compiler.compile(authorize(planCount(list, 'exact', limit), new Policy(root, registry))).statement;
    const statements = Array.from({ length: 4500 }, (_, limit) => compile(limit));
    const newest = statements.map((statement, limit) => [limit, statement] as const).slice(-2000);
    for (const [limit, statement] of newest) expect(compile(limit)).toBe(statement);
    expect(compile(0)).not.toBe(statements[0]);
  });

  it('are not kept for plans of any size', () => {
    const compiler = new Compiler(postgresDialect);
    const compile = (leaves: number): unknown => {
      const group = JSON.stringify({ or: Array.from({ length: leaves }, () => ({ owner__gte: 1 })) });
      return compiler.compile(authorize(listOf(`_filter=${group}`), new Policy(root, registry))).statement;
    };
    expect(compile(10)).toBe(compile(10));
    expect(compile(900)).not.toBe(compile(900));
  });

  it('are one for plans that differ in values alone', () => {
    fc.assert(
      fc.property(request, fc.integer({ min: 1, max: 9 }), (asked, number) => {
        // The SQL of a search depends on whether its text is ASCII.
        const text = others[asked.text];
        const plans = [authorized(asked), authorized({ ...asked, number, text })];
        const compiler = new Compiler(asked.dialect);
        const [first, second] = plans.map((plan) => plan && compiler.compile(plan).statement);
        expect(first).toBe(second);
      }),
      { numRuns: 1000 },
    );
  });

  const fail = (): never => {
    throw new Error('no such dialect');
  };
});
