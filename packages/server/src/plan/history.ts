import type { Field } from '../model/field.ts';
import type { FieldPath, Model } from '../model/model.ts';
import { exportKey } from '../model/build/build-export.ts';
import { allOf, anyOf, type Condition, equals, holdsText, isOneOf, noneOf } from './condition.ts';
import { type EntriesPage, planEntries } from './list.ts';
import type { ChangedRowsPlan, Filter, ListPlan } from './plan.ts';
import { keyIs, keyTextOf } from './keys.ts';
import type { KeyValues } from '../request/key.ts';
import { ownPath } from '../model/path.ts';

/** The rows of a row's inline that the reader may see. */
export interface HistoryLines {
  readonly model: Model;
  /** The foreign key to the row. */
  readonly field: Field;
  readonly keys: readonly string[];
  /** Whether the reader sees every row of the model: only then does the history include rows that were deleted or moved elsewhere. */
  readonly isWhole: boolean;
}

/** The largest number of rows of an inline that a history looks up by their keys. */
export const mostHistoryLines = 1000;

/** The rows of an inline that reference the row of this key, newest first. */
export function planHistoryLines(model: Model, path: FieldPath, key: string): ListPlan {
  const value = path.field.type.parse(key, path.field);
  const condition = equals(path, value);
  const plan = planEntries(model, [], { number: 1, size: mostHistoryLines, withDetails: false });
  return { ...plan, filters: [{ parameter: path.name, reads: [{ name: path.name, path }], condition }] };
}

/** The row of a history, with its inlines. */
export interface HistoryOf {
  readonly model: Model;
  readonly key: string;
  readonly lines: readonly HistoryLines[];
}

/** The actions that only read rows, as the log names them: they are in the log, and in the history of no row. The usual export may be switched off by now. */
function readsOf({ actions }: Model): string[] {
  const reads = actions.filter(({ returnsFile }) => returnsFile).map(({ key }) => key);
  const keys = actions.some(({ key }) => key === exportKey) ? reads : [...reads, exportKey];
  return keys.map((key) => `action:${key}`);
}

/** The entries about rows of a model, apart from those of runs that only read. */
function entriesOf(log: Model, model: Model): Condition {
  return allOf([equals(pathOf(log, 'model_label'), model.key), noneOf(isOneOf(pathOf(log, 'action'), readsOf(model)))]);
}

/** The entries about one row: its own, and those of actions that ran on it among other rows. Each condition finds them by an index. */
function entriesOfRow(log: Model, { model, key }: Pick<HistoryOf, 'model' | 'key'>): Condition[] {
  const isOfMany: Condition = { kind: 'null', path: pathOf(log, 'object_pk'), isNull: true };
  return [
    allOf([entriesOf(log, model), equals(pathOf(log, 'object_pk'), key)]),
    allOf([entriesOf(log, model), isOfMany, holdsText(pathOf(log, 'targets'), undefined, key)]),
  ];
}

/**
 * The log entries about a row, newest first: its own entries, those of actions that ran on it among other rows, and those of the rows of
 * its inlines, both current and former ones. Exports and other actions that answer with a file change nothing, and are left out.
 */
export function planHistory(log: Model, { model, key, lines }: HistoryOf, page: EntriesPage): ListPlan {
  const ofLines = lines.flatMap(({ model: line, field, keys, isWhole }) => {
    const present: Condition[] = keys.length > 0 ? [isOneOf(pathOf(log, 'object_pk'), keys)] : [];
    const changed = isWhole ? [holdsText(pathOf(log, 'diff'), field.name, key)] : [];
    return [...present, ...changed].map((condition) => allOf([entriesOf(log, line), condition]));
  });
  const condition = anyOf([...entriesOfRow(log, { model, key }), ...ofLines]);
  const filter: Filter = { parameter: 'history', reads: [{ name: 'history', path: pathOf(log, 'object_pk') }], condition };
  return { ...planEntries(log, [], page), filters: [filter] };
}

/** Changed rows of a history. */
type HistoryChanges = Pick<ChangedRowsPlan, 'kind' | 'model' | 'of' | 'entries'>;

/** The changes of a row of which no entry of the log tells. */
export function planChangesOfRow(log: Model, model: Model, key: KeyValues): HistoryChanges {
  const of = { kind: 'row', condition: keyIs(model, key) } as const;
  const entries = { model: log, condition: anyOf(entriesOfRow(log, { model, key: keyTextOf(model, key) })), isOfOneRow: true };
  return { kind: 'changed rows', model, of, entries };
}

/** The same of the rows of an inline, current and former ones. @param key that of the row that they reference. */
export function planChangesOfLines(log: Model, { model, field }: Pick<HistoryLines, 'model' | 'field'>, key: string): HistoryChanges {
  const path = ownPath(field);
  const of = { kind: 'rows', condition: equals(path, path.field.type.parse(key, path.field)) } as const;
  return { kind: 'changed rows', model, of, entries: { model: log, condition: entriesOf(log, model), isOfOneRow: false } };
}

function pathOf(model: Model, name: string): FieldPath {
  const field = model.fieldByName.get(name);
  if (!field) throw new Error(`${model.key} has no ${name}.`);
  return ownPath(field);
}
