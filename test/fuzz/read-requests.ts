import { objectOf, objectsOf, textOf } from './answers.ts';
import { type Filter, filterOf, isMatch, parametersOf } from './filters.ts';
import { groupOf, isGroupMatch, toJson } from './filter-groups.ts';
import { type Generator, isReachable, segment } from './generator.ts';
import { keyOfRow } from './row-checks.ts';
import type { Got, Sent } from './session.ts';
import type { FuzzUser } from './users.ts';
import type { Written } from './write-checks.ts';
import type { ModelPlan } from './world-config.ts';

/** A request with what is known of its answer. */
export interface Move {
  readonly request: Sent;
  /** What is wrong with the answer, beside what is checked of every answer. */
  readonly check?: (got: Got) => string[];
  /** What it leaves in the database if it is acknowledged. */
  readonly written?: Written;
  /** The next request, such as that of the next page. */
  readonly follow?: (got: Got) => Move | null;
}

export function get(kind: string, user: FuzzUser, path: string): Sent {
  return { kind, user, method: 'GET', path };
}

/** A page of a list with filters whose matching rows are known. */
export function listMove(generator: Generator): Move {
  const { dice, session } = generator;
  const { oracle } = session;
  const [user, plan] = [generator.user(), generator.plan()];
  const filters = Array.from({ length: dice.below(3) }, () => filterOf(oracle, user, plan, dice)).flatMap((filter) => filter ?? []);
  const unlike = filters.filter((filter, place) => filters.findIndex((other) => nameOf(other) === nameOf(filter)) === place);
  const inTrash = dice.chance(0.15) && oracle.maySeeTrash(user, plan);
  const order = dice.some(orderable(generator, user, plan), 0.3).map((name) => (dice.chance(0.5) ? `-${name}` : name));
  const parameters = new URLSearchParams([
    ...unlike.flatMap(parametersOf),
    ...(inTrash ? [['_trash', 'only'] as [string, string]] : []),
    ...(order.length > 0 ? [['ordering', order.join(',')] as [string, string]] : []),
    ...(dice.chance(0.8) ? [['page_size', String(1 + dice.below(30))] as [string, string]] : []),
  ]);
  const group = dice.chance(0.25) ? groupOf(() => filterOf(oracle, user, plan, dice), dice, 2) : null;
  if (group) parameters.append('_filter', JSON.stringify(toJson(group)));
  const path = `/r/${plan.key}/${dice.chance(0.95) ? '?' : '?&'}${parameters.toString()}`;
  const expected = oracle
    .visible(user, plan, inTrash)
    .filter(
      (row) =>
        unlike.every((filter) => isMatch(oracle, user, plan, filter, row)) &&
        (!group || isGroupMatch(group, (filter) => isMatch(oracle, user, plan, filter, row))),
    );
  const wanted = new Set(expected.map(({ key }) => key));
  const isSeen = user.credentials === 'good' && oracle.may(user, plan, 'view');
  const request = get('list', user, path);
  if (!isSeen) return { request };
  return dice.chance(0.4) ? walk(plan, request, wanted, new Set()) : { request, check: (got) => pageProblems(plan, got, wanted) };
}

function nameOf({ path, lookup, isNegated }: Filter): string {
  return `${path.join('__')} ${lookup === 'exact' ? '' : lookup} ${isNegated}`;
}

/** Fields with names that stand for themselves in an ordering. */
function orderable({ session }: Generator, user: FuzzUser, plan: ModelPlan): string[] {
  return session.oracle
    .fields(user, plan)
    .filter(({ field, kind }) => !plan.unqueryable.has(field) && !/[,]|^-|^pk$/.test(field) && kind !== 'blob')
    .map(({ field }) => field);
}

function keysOf(plan: ModelPlan, got: Got): string[] {
  return objectsOf(objectOf(got.body)?.['results']).map((row) => keyOfRow(plan, row) ?? '');
}

export function pageProblems(plan: ModelPlan, got: Got, wanted: ReadonlySet<string>): string[] {
  if (got.status !== 200) return [`${got.status} where a list was expected: ${got.text.slice(0, 200)}`];
  const count = objectOf(got.body)?.['count'];
  const keys = keysOf(plan, got);
  const wrong = keys.filter((key) => !wanted.has(key)).map((key) => `the row ${JSON.stringify(key)}, which the filters do not match`);
  const other = count === wanted.size ? [] : [`count ${String(count)}, and ${wanted.size} rows match`];
  return [...wrong, ...other];
}

/** Follows `next` to the end: each row once, and no other. */
function walk(plan: ModelPlan, request: Sent, wanted: ReadonlySet<string>, seen: ReadonlySet<string>): Move {
  const nextOf = (got: Got): string | null => textOf(objectOf(got.body)?.['next']);
  return {
    request,
    check(got) {
      const keys = keysOf(plan, got);
      const twice = keys.filter((key) => seen.has(key)).map((key) => `the row ${JSON.stringify(key)} on a second page`);
      const missing =
        nextOf(got) === null
          ? [...wanted].filter((key) => !seen.has(key) && !keys.includes(key)).map((key) => `the row ${JSON.stringify(key)} on no page`)
          : [];
      return [...pageProblems(plan, got, wanted), ...twice, ...missing];
    },
    follow(got) {
      const next = nextOf(got);
      if (next === null) return null;
      const url = new URL(next);
      const after: Sent = { ...request, kind: 'walk', path: `${url.pathname.slice('/api'.length)}${url.search}` };
      return walk(plan, after, wanted, new Set([...seen, ...keysOf(plan, got)]));
    },
  };
}

/** A row, with what hangs on it. */
export function rowMove(generator: Generator): Move {
  const { dice, session } = generator;
  const { oracle } = session;
  const [user, plan] = [generator.user(), generator.plan()];
  const inTrash = dice.chance(0.15);
  const key = generator.key(user, plan, inTrash);
  const part = dice.pick(['', '', '', 'related/', 'history/']);
  const request = get('row', user, `/r/${plan.key}/${segment(key)}/${part}${inTrash ? '?_trash=only' : ''}`);
  if (user.credentials !== 'good' || !isReachable(key)) return { request };
  const isSeen = oracle.visible(user, plan, inTrash).some((row) => row.key === key);
  return {
    request,
    check: (got) => ((got.status === 200) === isSeen ? [] : [`${got.status}, and ${user.name} may ${isSeen ? '' : 'not '}see the row`]),
  };
}

/** Suggestions: all that the user may see where nothing is typed. */
export function suggestionsMove(generator: Generator): Move {
  const { dice, session } = generator;
  const { oracle } = session;
  const [user, plan] = [generator.user(), generator.plan()];
  const path = `/r/${plan.key}/autocomplete/`;
  if (dice.chance(0.6))
    return { request: get('suggestions', user, `${path}?q=${generator.encoded()}&page=${dice.pick(['1', '2', '0', 'x'])}`) };
  const request = get('suggestions', user, path);
  if (user.credentials !== 'good' || !oracle.may(user, plan, 'view')) return { request };
  const size = oracle.visible(user, plan).length;
  return {
    request,
    check: (got) => {
      const found = objectsOf(objectOf(got.body)?.['results']).length;
      return found === Math.min(20, size) ? [] : [`${found} suggestions of ${size} rows`];
    },
  };
}

/** A filter, sort or search by a field that the user may not see: 400, in the words of a field that does not exist. */
export function hiddenMove(generator: Generator): Move {
  const { dice, session } = generator;
  const { oracle } = session;
  const [user, plan] = [generator.user(), generator.plan()];
  const seen = new Set(oracle.fields(user, plan).map(({ field }) => field));
  const hidden = plan.table.columns
    .map(({ field }) => field)
    .filter(
      (field) =>
        (!seen.has(field) || plan.unqueryable.has(field)) &&
        !/^(page|page_size|ordering|search|after|before|format|_filter|_trash)$/.test(field),
    );
  const field = dice.pick(hidden);
  const lookup = dice.pick(['', '__in', '__isnull', '__not', '__gt', '__icontains', '__isempty']);
  const value = lookup === '__isnull' || lookup === '__isempty' ? 'true' : generator.value('word').text || 'a';
  const query = dice.chance(0.25)
    ? `ordering=${encodeURIComponent(field ?? '')}`
    : `${encodeURIComponent(field ?? 'nothing')}${lookup}=${encodeURIComponent(value)}`;
  const request = get('hidden field', user, `/r/${plan.key}/?${query}`);
  if (field === undefined || /[,]|^-/.test(field) || field.includes('__') || !oracle.may(user, plan, 'view') || user.credentials !== 'good')
    return { request };
  return {
    request,
    check: (got) => (got.status === 400 ? [] : [`${got.status} for a filter or sort by ${field}, which ${user.name} may not use`]),
  };
}

/** What is about no model: schemas, the log, widgets. */
export function serviceMove(generator: Generator): Move {
  const { dice } = generator;
  const user = generator.user();
  const path = dice.pick([
    `/schema/${generator.plan().key}/`,
    '/schema/',
    '/views/',
    `/views/?model=${generator.plan().key}`,
    '/widgets/',
    '/widgets/model-counts/',
    '/widgets/recent-audit/',
    '/r/admin.AdminAuditLog/?page_size=20',
    '/r/auth.User/',
    '/r/auth.Group/',
    '/auth/me/',
    '/config/',
    `/openapi.json?model=${generator.plan().key}`,
    `/r/admin.AdminAuditLog/?model_label=${generator.plan().key}`,
  ]);
  return { request: get('service', user, path) };
}
