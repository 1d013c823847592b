import { authorizeWrite } from '../authorize/authorize-write.ts';
import { Policy } from '../authorize/policy.ts';
import { systemActor } from '../model/actor.ts';
import type { ChangedRow } from '../store/changed-rows.ts';
import type { SaidFields } from '../errors/errors.ts';
import type { StoredRow } from '../model/config/hooks.ts';
import type { Field } from '../model/field.ts';
import { InvalidValue, type Value } from '../model/field-type.ts';
import { checkValue, parseInput } from '../model/input.ts';
import type { Model } from '../model/model.ts';
import type { Assignment } from '../plan/write.ts';
import { type KeyValues, parseKey } from '../request/key.ts';
import { FieldProblems, nonField } from '../write/problems.ts';
import { byKeyText, type RowChange } from '../write/row.ts';
import { assignmentsOf, runChecks } from '../write/save.ts';
import { yieldEvery } from '../process/event-loop.ts';
import type { UnitOfWork } from '../write/unit-of-work.ts';
import { linkChanges, type LinkChanges, type OwnLinks, ownerName } from './link-changes.ts';
import { changedRows, mayNotUndo } from './load.ts';
import type { RowWork, TableWork, UndoWork } from './work.ts';

/** A row of a model that is about to be restored, as the code of the config has seen it. */
export interface CheckedRow {
  readonly table: TableWork;
  readonly model: Model;
  /** Undefined for a row of which only links change. */
  readonly work: RowWork | undefined;
  readonly key: KeyValues;
  /** As it is now; null for one that comes back. */
  readonly before: StoredRow | null;
  readonly changed: ReadonlySet<string>;
  /** The columns that get their recorded values. */
  readonly columns: readonly string[];
  /** What the service and the code of the config write beside them. */
  readonly values: readonly Assignment[];
  /** The rows that it references anew. */
  readonly targets: readonly Target[];
  /** The records of its links that are restored. */
  readonly links: readonly RowWork[];
}

/** A row that is referenced. */
export interface Target {
  readonly model: Model;
  readonly key: Value;
}

/** Runs guards, `beforeSave` and `validate` on the rows that change or come back. What they refuse is a conflict. */
export async function checkRows(work: UndoWork): Promise<CheckedRow[]> {
  const links = linkChanges(work);
  const all: CheckedRow[] = [];
  for (const table of work.tables) if (table.model) all.push(...(await checkTable(work, { table, model: table.model }, links)));
  const owners = new Set(work.tables.flatMap(({ model, rows }) => rows.filter(isRestored).map(({ seen }) => ownerName(model, seen?.key))));
  // The links of a row that goes, go with it; those of one that comes back or changes are checked with it.
  const others = [...links].flatMap(([name, own]) => (owners.has(name) ? [] : [own]));
  for (const [model, own] of Map.groupBy(others, (one) => one.model)) all.push(...(await checkOwners(work, model, own)));
  return all;
}

function isRestored({ verdict }: RowWork): boolean {
  return verdict.kind === 'restore';
}

async function checkTable(
  work: UndoWork,
  { table, model }: { readonly table: TableWork; readonly model: Model },
  links: LinkChanges,
): Promise<CheckedRow[]> {
  const changes = (one: RowWork): boolean => restoredColumns(table, one).length > 0 || links.has(ownerName(model, one.seen?.key));
  const pending = table.rows.filter((one) => one.row.operation !== 'create' && isRestored(one) && changes(one));
  if (model.isReadonly) return pending.map((one) => unchecked(table, model, one));
  const updated = pending.filter(({ row }) => row.operation === 'update');
  const now = await rowsNow(
    work,
    model,
    updated.map(({ seen }) => seen?.key ?? ''),
  );
  const whole = await wholeRows(work, model);
  const all: CheckedRow[] = [];
  for (const [index, one] of pending.entries()) {
    const key = one.seen?.key ?? '';
    const before = now.get(key) ?? null;
    await yieldEvery(index);
    if (one.row.operation === 'update' && !before) {
      // It is in the trash.
      for (const column of restoredColumns(table, one)) work.conflicts.add(table, one, column, { state: 'changed' });
      continue;
    }
    const ofRow = links.get(ownerName(model, key));
    const was = (whole?.get(one.row.rowKey) ?? one.seen)?.before ?? {};
    const checked = await checkRow(work, { table, model, work: one, key: keyOf(model, key), was, before, links: ofRow });
    if (checked) all.push(checked);
  }
  return all;
}

/** Whether a change moved the row to the trash, or out of it. */
export function movesTrash({ model }: TableWork, { row }: RowWork): boolean {
  const column = model?.softDelete?.column;
  return column !== undefined && row.operation === 'update' && row.after.has(column);
}

/** The columns that are restored; not the mark of the trash, which the trash sets by itself. */
function restoredColumns({ model }: TableWork, { row, verdict }: RowWork): readonly string[] {
  const mark = row.operation === 'update' ? model?.softDelete?.column : undefined;
  return verdict.kind === 'restore' ? verdict.columns.filter((column) => column !== mark) : [];
}

/** The rows as code of the config sees them, with every field; undefined if the user sees every field as well. */
async function wholeRows(work: UndoWork, model: Model): Promise<ReadonlyMap<string, ChangedRow> | undefined> {
  const { policy } = work.unit;
  if (policy.access(model).fields.length === model.fields.length) return undefined;
  const all = new Policy(systemActor, policy.registry, { deadline: policy.deadline });
  return changedRows(work, { model, set: work.set.id, policy: all });
}

/** Code and the database write the rows of a read-only model: no code of the config runs for them. */
function unchecked(table: TableWork, model: Model, one: RowWork): CheckedRow {
  const key = keyOf(model, one.seen?.key ?? '');
  return {
    table,
    model,
    work: one,
    key,
    before: null,
    changed: new Set(),
    columns: restoredColumns(table, one),
    values: [],
    targets: [],
    links: [],
  };
}

/** Checks rows of which only links change. */
async function checkOwners(work: UndoWork, model: Model, owners: readonly OwnLinks[]): Promise<CheckedRow[]> {
  const now = await rowsNow(
    work,
    model,
    owners.map(({ key }) => key),
  );
  const all: CheckedRow[] = [];
  for (const links of owners) {
    const before = now.get(links.key);
    const [record] = links.records;
    if (!before || !record) throw mayNotUndo();
    const checked = await checkRow(work, {
      table: record.table,
      model,
      work: undefined,
      key: keyOf(model, links.key),
      was: {},
      before,
      links,
    });
    if (checked) all.push(checked);
  }
  return all;
}

interface Pending {
  readonly table: TableWork;
  readonly model: Model;
  readonly work: RowWork | undefined;
  readonly key: KeyValues;
  /** As it was before the set. */
  readonly was: StoredRow;
  readonly before: StoredRow | null;
  readonly links: OwnLinks | undefined;
}

/** @returns undefined if the code of the config refuses it. */
async function checkRow(work: UndoWork, { table, model, work: one, key, was, before, links }: Pending): Promise<CheckedRow | undefined> {
  const { unit, conflicts } = work;
  const columns = one ? restoredColumns(table, one) : [];
  const problems = new FieldProblems();
  const change = changeOf(model, { columns, row: was, before, links }, problems);
  const requested = new Set([...change.values.keys(), ...change.links.keys()]);
  const changed = new Set(Array.from(requested, ({ name }) => name));
  const recorded = new Map(change.values);
  await runChecks(unit, { model, key: before ? key : null, before }, { change, changed }, problems);
  if (!problems.isEmpty) {
    // An owner of links has no row of its own in the set: the links are what is refused.
    for (const refusal of one ? [{ table, work: one }] : (links?.records ?? [])) refuse(conflicts, refusal, problems.asFields());
    return undefined;
  }
  const isRecorded = (field: Field): boolean => recorded.has(field) && recorded.get(field) === change.values.get(field);
  const own = change.values;
  const values =
    one || own.size > 0
      ? assignmentsOf(unit, { model, change, requested: new Set(), isNew: before === null }).filter(({ field }) => !isRecorded(field))
      : [];
  const overwritten = new Set(values.map(({ field }) => field.column));
  const targets = targetsOf(work, change, links);
  return {
    table,
    model,
    work: one,
    key,
    before,
    changed,
    columns: columns.filter((column) => !overwritten.has(column)),
    values,
    targets,
    links: (links?.records ?? []).map((record) => record.work),
  };
}

function targetsOf({ unit }: UndoWork, { values }: RowChange, links: Pending['links']): readonly Target[] {
  const { registry } = unit.policy;
  const references = [...values].flatMap(([field, key]): Target[] =>
    field.relation && key !== null ? [{ model: registry.targetOf(field), key }] : [],
  );
  const linked = [...(links?.byField ?? [])].flatMap(([field, { added }]): Target[] =>
    added.map((key) => ({ model: registry.targetOf(field), key: (field.inner ?? field).type.parse(key, field.inner ?? field) })),
  );
  return [...references, ...linked];
}

function refuse(
  conflicts: UndoWork['conflicts'],
  { table, work }: { readonly table: TableWork; readonly work: RowWork },
  fields: SaidFields,
): void {
  for (const [name, [detail]] of Object.entries(fields))
    conflicts.add(table, work, name === nonField ? '' : name, { state: 'blocked', detail });
}

/**
 * A change in the form in which the code of the config gets it. A value that the field of now does not take is a problem, but for a row that comes back:
 * it was stored as it was.
 */
function changeOf(
  model: Model,
  { columns, row, before, links }: { readonly columns: readonly string[]; readonly row: StoredRow } & Pick<Pending, 'before' | 'links'>,
  problems: FieldProblems,
): RowChange {
  const values = new Map<Field, Value>();
  for (const field of model.fields) {
    if (field.link || !columns.includes(field.column)) continue;
    const value = valueOf(field, row[field.name], before === null ? undefined : problems);
    if (value !== undefined) values.set(field, value);
  }
  const targets = new Map<Field, readonly Value[]>();
  for (const [field, { added, removed }] of links?.byField ?? []) {
    const stored = Array.isArray(before?.[field.name]) ? (before[field.name] as unknown[]).map(String) : [];
    const inner = field.inner ?? field;
    const wanted = [...stored.filter((key) => !removed.includes(key)), ...added.filter((key) => !stored.includes(key))];
    targets.set(
      field,
      wanted.map((key) => inner.type.parse(key, inner)),
    );
  }
  return { values, links: targets };
}

function valueOf(field: Field, wire: unknown, problems: FieldProblems | undefined): Value | undefined {
  if (wire === undefined) return undefined;
  try {
    return checkValue(field, parseInput(field, wire));
  } catch (error) {
    if (!(error instanceof InvalidValue)) throw error;
    problems?.add(field.name, ...error.all);
    return undefined;
  }
}

/** The rows as they are now, in the user's scope. Throws a 403 if one is out of it. */
async function rowsNow({ unit }: UndoWork, model: Model, keys: readonly string[]): Promise<ReadonlyMap<string, StoredRow>> {
  return readRows(
    unit,
    model,
    keys.map((key) => keyOf(model, key)),
    'change',
  );
}

/** The rows of these keys that are in the user's scope. Of a read-only model none are read: no code of the config runs for it. */
export async function readRows(
  unit: UnitOfWork,
  model: Model,
  keys: readonly KeyValues[],
  right: 'add' | 'change' | 'delete' | 'restore',
): Promise<ReadonlyMap<string, StoredRow>> {
  if (keys.length === 0 || !unit.policy.may(model, right)) return new Map();
  const rows: StoredRow[] = [];
  for (let from = 0; from < keys.length; from += batch) {
    const plan = { kind: 'rows for write', model, right, keys: keys.slice(from, from + batch), mode: 'read' } as const;
    rows.push(...(await unit.writes.rowsForWrite(authorizeWrite(plan, unit.policy))));
  }
  return byKeyText(model, rows);
}

/** How many rows one statement reads. */
const batch = 1000;

function keyOf(model: Model, text: string): KeyValues {
  const key = parseKey(model, text);
  if (!key) throw new Error(`The journal has a key of ${model.key} that is none: ${text}`);
  return key;
}
