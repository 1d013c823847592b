import type { Generator } from './generator.ts';
import { isReachable, segment } from './generator.ts';
import { isComparable } from './rules.ts';
import type { Move } from './read-requests.ts';
import type { Sent } from './session.ts';
import type { FuzzUser } from './users.ts';
import type { Column } from './world.ts';
import type { ModelPlan } from './world-config.ts';

/** Values of a row as they are sent, with the texts that they become in the database. */
interface Sending {
  readonly body: Readonly<Record<string, unknown>>;
  readonly texts: ReadonlyMap<string, string | null>;
}

export function sendingOf(generator: Generator, user: FuzzUser, plan: ModelPlan, isNew: boolean): Sending {
  const { dice, session } = generator;
  const readable = session.oracle.fields(user, plan);
  const own = plan.table.columns.filter((column) => isNew || !plan.table.key.includes(column));
  const writable = own.filter(
    ({ field }) =>
      !plan.locked.has(field) &&
      field !== plan.softDelete &&
      (readable.some((column) => column.field === field) || plan.writeOnly.has(field)),
  );
  const chosen = writable.filter((column) =>
    isNew ? !column.null || plan.table.key.includes(column) || dice.chance(0.6) : dice.chance(0.3),
  );
  const body: [string, unknown][] = [];
  const texts = new Map<string, string | null>();
  for (const column of chosen) {
    if (column.kind === 'blob' || (isNew && plan.table.isGenerated && plan.table.key.includes(column))) continue;
    const { wire, text } = valueFor(generator, user, column);
    body.push([column.field, wire]);
    if (text !== undefined && isComparable(column) && !plan.writeOnly.has(column.field)) texts.set(column.field, text);
  }
  return { body: Object.fromEntries(body), texts };
}

function valueFor(
  generator: Generator,
  user: FuzzUser,
  column: Column,
): { readonly wire: unknown; readonly text: string | null | undefined } {
  const { dice, session } = generator;
  const target = column.reference && session.plans[column.reference.table];
  if (column.null && dice.chance(0.15)) return { wire: null, text: null };
  if (target) {
    const key = generator.key(user, target);
    return { wire: key, text: key };
  }
  const value = generator.value(column.kind);
  // An empty text may be taken as no value.
  return value.text === '' || (column.kind === 'word' && column.unique) ? { wire: value.wire, text: undefined } : value;
}

export function write(kind: string, user: FuzzUser, method: string, path: string, body?: unknown): Sent {
  return { kind, user, method, path, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
}

/** A create of a row with good values. */
export function createMove(generator: Generator): Move {
  const [user, plan] = [generator.user(), generator.plan()];
  const { body, texts } = sendingOf(generator, user, plan, true);
  return { request: write('create', user, 'POST', `/r/${plan.key}/`, body), written: { plan, key: null, fields: texts } };
}

/** A change of a row with good values. */
export function updateMove(generator: Generator): Move {
  const [user, plan] = [generator.user(), generator.plan()];
  const key = generator.key(user, plan);
  const { body, texts } = sendingOf(generator, user, plan, false);
  const request = write('update', user, 'PATCH', `/r/${plan.key}/${segment(key)}/`, body);
  return isReachable(key) ? { request, written: { plan, key, fields: texts } } : { request };
}

/** A delete, and what a trash has beside it. */
export function deleteMove(generator: Generator): Move {
  const job = generator.dice.pick(['', '', 'restore/', 'purge/']);
  const withTrash = generator.session.plans.filter(({ softDelete }) => softDelete !== null);
  const [user, plan] = [generator.user(), (job === '' ? undefined : generator.dice.pick(withTrash)) ?? generator.plan()];
  const key = generator.key(user, plan, job !== '');
  const path = `/r/${plan.key}/${segment(key)}/${job}`;
  const request = write(job === '' ? 'delete' : 'trash', user, job === '' ? 'DELETE' : 'POST', path);
  const headers = generator.dice.chance(0.2) ? { 'if-match': generator.dice.pick(['"x"', '*', 'W/"a"', '"a", "b"', '']) } : {};
  return { request: { ...request, headers } };
}

/** A bulk call with keys of rows, some of them out of the user's reach. */
export function bulkMove(generator: Generator): Move {
  const { dice } = generator;
  const [user, plan] = [generator.user(), generator.plan()];
  const ids = Array.from({ length: 1 + dice.below(3) }, () => generator.key(user, plan));
  const data = (other: ModelPlan, isNew: boolean): unknown => sendingOf(generator, user, other, isNew).body;
  const kind = dice.pick(['delete', 'update', 'update', 'restore', 'purge', 'operations', 'operations']);
  if (kind === 'operations') {
    const operations = Array.from({ length: dice.below(4) }, (_, place) => {
      const other = dice.chance(0.4) ? generator.plan() : plan;
      const op = dice.pick(['create', 'update', 'update', 'delete']);
      const pk = place > 0 && dice.chance(0.1) ? { $ref: place - 1 } : generator.key(user, other);
      const model = other === plan ? {} : { model: other.key };
      return { op, ...model, ...(op === 'create' ? {} : { pk }), ...(op === 'delete' ? {} : { data: data(other, op === 'create') }) };
    });
    return { request: write('bulk', user, 'POST', `/r/${plan.key}/bulk/`, { operations }) };
  }
  const body = { action: kind, ids, ...(kind === 'update' ? { data: data(plan, false) } : {}) };
  return { request: write('bulk', user, 'POST', `/r/${plan.key}/bulk/`, body) };
}

/** A run of an action, by keys or by filters. */
export function actionMove(generator: Generator): Move {
  const { dice, session } = generator;
  const [user, plan] = [generator.user(), generator.plan()];
  const name = dice.pick(['show', `export_${plan.key.slice(plan.key.indexOf('.') + 1).toLowerCase()}`]);
  const input = name === 'show' ? {} : { values: dice.pick(['raw', 'raw', 'display']) };
  const field = session.oracle.fields(user, plan)[0]?.field ?? 'pk';
  const chosen = dice.chance(0.5)
    ? { ids: Array.from({ length: dice.below(4) }, () => generator.key(user, plan)), input }
    : { all_filtered: true, params: dice.chance(0.5) ? {} : { [`${field}__isnull`]: false }, input };
  return { request: write(name === 'show' ? 'action' : 'export', user, 'POST', `/r/${plan.key}/action/${name}/`, chosen) };
}
