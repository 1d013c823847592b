import { segmentsOf } from '../support/openapi.ts';
import { objectOf, objectsOf, textOf } from './answers.ts';
import type { Oracle } from './oracle.ts';
import { labelProblem, pickerProblems, type RowPlace, rowProblems } from './row-checks.ts';
import type { Got, Sent, Session } from './session.ts';
import type { FuzzUser } from './users.ts';
import type { ModelPlan } from './world-config.ts';

/** A request about a model of the world, taken apart. */
export interface Addressed {
  readonly plan: ModelPlan;
  /** The parts of the path after the model. */
  readonly rest: readonly string[];
  readonly query: URLSearchParams;
}

/** The model of the world that a request is about; null for another path. */
export function addressedBy(oracle: Oracle, { path }: Sent): Addressed | null {
  const segments = segmentsOf(path);
  if (segments?.[0] !== 'r') return null;
  const [, name = '', ...rest] = segments;
  const plan = oracle.plan(name) ?? oracle.plans.find(({ key }) => key.toLowerCase() === name.toLowerCase());
  const mark = path.indexOf('?');
  return plan ? { plan, rest, query: new URLSearchParams(mark < 0 ? '' : path.slice(mark + 1).split('#')[0]) } : null;
}

/** What an answer shows that the user may not see. */
export function policyProblems({ oracle }: Session, request: Sent, got: Got): string[] {
  const addressed = addressedBy(oracle, request);
  const { user } = request;
  const body = objectOf(got.body);
  if (!addressed || !body) return addressed ? exportProblems(oracle, user, addressed, got) : othersProblems(oracle, user, request, got);
  const { plan, rest, query } = addressed;
  const inTrash = query.get('_trash') === 'only';
  const place: RowPlace = { oracle, user, plan, isInList: false, inTrash };
  if (got.status === 412) {
    // A request for a restore or a purge is about a row in the trash.
    const isOfTrash = /^(restore|purge)$/.test(rest[1] ?? '');
    const current = objectOf(body['current']);
    return current ? rowProblems({ ...place, inTrash: isOfTrash, isPartial: !oracle.may(user, plan, 'view') }, current) : [];
  }
  if (got.status >= 300) return [];
  if (request.method !== 'GET' && request.method !== 'POST' && request.method !== 'PATCH') return [];
  const isRead = request.method === 'GET';
  if (isRead && !oracle.may(user, plan, 'view')) return [`${user.name} may not view ${plan.key}`];
  if (isRead && inTrash && rest[0] !== 'autocomplete' && !oracle.maySeeTrash(user, plan))
    return [`${user.name} may not see the trash of ${plan.key}`];
  return ofPath(place, rest, body, isRead);
}

function ofPath(place: RowPlace, rest: readonly string[], body: Readonly<Record<string, unknown>>, isRead: boolean): string[] {
  const { oracle, user, plan } = place;
  if (rest.length === 0 && isRead) return objectsOf(body['results']).flatMap((row) => rowProblems({ ...place, isInList: true }, row));
  if (rest[0] === 'autocomplete') return suggestionProblems(place, body['results']);
  if (rest[0] === 'aggregate' && rest.length === 1) return aggregateProblems(place, body);
  if (rest[0] === 'bulk' || rest[0] === 'suggest') return [];
  if (rest[0] === 'action') return shownProblems(place, body);
  if (rest[1] === 'history') return historyProblems(place, body['results']);
  if (rest[1] === 'related') return relatedProblems(oracle, user, body);
  if (rest.length > 1) return [];
  // Who may not view the model is shown the fields that were sent.
  return rowProblems({ ...place, isPartial: !oracle.may(user, plan, 'view') }, body);
}

function suggestionProblems(place: RowPlace, results: unknown): string[] {
  const { oracle, user, plan } = place;
  return objectsOf(results).flatMap((item) => {
    const key = textOf(item['value']) ?? '';
    const stored = oracle.snapshot.get(plan.key)?.get(key);
    if (!stored || !oracle.isInScope(user, plan, stored))
      return [`the suggestion ${plan.key} ${JSON.stringify(key)}, which ${user.name} may not see`];
    const beside = pickerProblems({ ...place, isInList: true }, objectOf(item['fields']) ?? {}, stored);
    return [...labelProblem(textOf(item['label']), { oracle, user, plan, stored }), ...beside];
  });
}

/** Aggregates are of rows and of fields that the user may see. */
function aggregateProblems({ oracle, user, plan, inTrash }: RowPlace, body: Readonly<Record<string, unknown>>): string[] {
  const rows = oracle.visible(user, plan, inTrash).length;
  const names = new Set(oracle.fields(user, plan).map(({ field }) => field));
  const asked = ['sum', 'avg', 'min', 'max'].flatMap((of) => Object.keys(objectOf(body[of]) ?? {}));
  const groups = objectsOf(body['groups']).reduce((count, group) => count + Number(group['count']), 0);
  return [
    ...(Number(body['count']) > rows || groups > rows
      ? [`${String(body['count'])} rows are counted, and ${user.name} may see ${rows}`]
      : []),
    ...asked.filter((name) => !names.has(name)).map((name) => `the aggregate of ${name}, which ${user.name} may not see`),
  ];
}

function shownProblems(place: RowPlace, body: Readonly<Record<string, unknown>>): string[] {
  const { oracle, user, plan } = place;
  const ids = Array.isArray(body['ids']) ? body['ids'] : [];
  const foreign = ids.filter((id) => {
    const stored = oracle.snapshot.get(plan.key)?.get(textOf(id) ?? '');
    return !stored || !oracle.isInScope(user, plan, stored);
  });
  return [
    ...foreign.map((id) => `an action ran on the row ${plan.key} ${JSON.stringify(id)}, which ${user.name} may not see`),
    ...objectsOf(body['seen']).flatMap((row) => rowProblems({ ...place, isPartial: true }, row)),
  ];
}

function historyProblems({ oracle, user, plan }: RowPlace, results: unknown): string[] {
  const names = new Set(oracle.fields(user, plan).map(({ field }) => field));
  return objectsOf(results).flatMap((entry) =>
    Object.keys(objectOf(entry['diff']) ?? {})
      .filter((name) => !names.has(name) && !plan.writeOnly.has(name))
      .map((name) => `the history of ${plan.key} shows the field ${name}, which ${user.name} may not see`),
  );
}

function relatedProblems(oracle: Oracle, user: FuzzUser, body: Readonly<Record<string, unknown>>): string[] {
  return ['related', 'blocked_by', 'unlinked'].flatMap((name) =>
    objectsOf(body[name]).flatMap((item) => {
      const plan = oracle.plan(textOf(item['model']) ?? '');
      return !plan || oracle.may(user, plan, 'view') ? [] : [`${name} names ${plan.key}, which ${user.name} may not view`];
    }),
  );
}

/** The raw values of an export: its header has the fields, and the column of the key the rows. */
function exportProblems(oracle: Oracle, user: FuzzUser, { plan, rest }: Addressed, got: Got): string[] {
  if (got.status !== 200 || rest[0] !== 'action' || !got.headers.get('content-type')?.startsWith('text/csv')) return [];
  const [header = [], ...rows] = cellsOf(got.text);
  const fields = oracle.fields(user, plan);
  const seen = oracle.visible(user, plan);
  const columns = header.map((name) => fields.find(({ field }) => field === name.replace(/^'/, '')));
  const isRaw = columns.every((column) => column !== undefined);
  // Without raw values the header has names for users: then only the number of rows is known.
  if (rows.length > seen.length) return [`an export of ${rows.length} rows, and ${user.name} may see ${seen.length}`];
  const place = columns.findIndex((column) => column !== undefined && column === plan.table.key[0]);
  if (!isRaw || place < 0 || plan.table.key.length > 1) return [];
  const keys = new Set(seen.flatMap(({ key }) => [key, `'${key}`]));
  return rows
    .filter((row) => !keys.has(row[place] ?? ''))
    .map((row) => `an export of the row ${plan.key} ${JSON.stringify(row[place])}, which ${user.name} may not see`);
}

/** The cells of a CSV of RFC 4180. */
export function cellsOf(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    if (end === '' && quoted === undefined && plain === '' && row.length === 0) break;
    row.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    rows.push(row);
    row = [];
    if (end === '') break;
  }
  return rows;
}

/** Schemas, widgets and the log tell of models alone that the user may view. */
function othersProblems(oracle: Oracle, user: FuzzUser, { path }: Sent, got: Got): string[] {
  const body = objectOf(got.body);
  if (got.status !== 200 || !body) return [];
  const isForbidden = (key: string | null): boolean => {
    const plan = oracle.plan(key ?? '');
    return plan !== undefined && !oracle.may(user, plan, 'view');
  };
  if (path.startsWith('/schema/f.')) return schemaProblems(oracle, user, body);
  const rows = path.startsWith('/widgets/model-counts')
    ? objectsOf(body['cards'])
    : path.startsWith('/widgets/recent-audit')
      ? objectsOf(body['rows'])
      : [];
  const entries = path.startsWith('/r/admin.AdminAuditLog/') ? [...objectsOf(body['results']), body] : rows;
  return entries.flatMap((entry) => {
    const key = textOf(entry['model_label'] ?? entry['key']);
    return isForbidden(key) ? [`${path} tells of ${key}, which ${user.name} may not view`] : cardProblems(oracle, user, entry);
  });
}

/** A card counts the rows that the user may see. */
function cardProblems(oracle: Oracle, user: FuzzUser, card: Readonly<Record<string, unknown>>): string[] {
  const plan = oracle.plan(textOf(card['key']) ?? '');
  if (!plan || typeof card['value'] !== 'number') return [];
  const count = oracle.visible(user, plan).length;
  return card['value'] === count ? [] : [`a card counts ${card['value']} rows of ${plan.key}, and ${user.name} may see ${count}`];
}

function schemaProblems(oracle: Oracle, user: FuzzUser, body: Readonly<Record<string, unknown>>): string[] {
  const plan = oracle.plan(textOf(body['model']) ?? '');
  if (!plan) return [];
  const names = new Set(oracle.may(user, plan, 'view') ? oracle.fields(user, plan).map(({ field }) => field) : []);
  const extra = objectsOf(body['fields']).filter(
    ({ name }) => !names.has(String(name)) && !plan.writeOnly.has(String(name)) && name !== 'pk',
  );
  return extra.map(({ name }) => `the schema of ${plan.key} has the field ${String(name)}, which ${user.name} may not see`);
}
