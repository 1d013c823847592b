import type { Field } from '../model/field.ts';
import type { FieldPath, Model } from '../model/model.ts';
import { exportKey } from '../model/build/build-export.ts';
import { allOf, anyOf, type Condition, equals, holdsText, isOneOf, noneOf } from './condition.ts';
import { type EntriesPage, planEntries } from './list.ts';
import type { Filter, ListPlan } from './plan.ts';
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

/**
 * The log entries about a row, newest first: its own entries, those of actions that ran on it among other rows, and those of the rows of
 * its inlines, both current and former ones. Exports and other actions that answer with a file change nothing, and are left out.
 */
export function planHistory(log: Model, { model, key, lines }: HistoryOf, page: EntriesPage): ListPlan {
  const path = (name: string): FieldPath => pathOf(log, name);
  const is = (name: string, value: string): Condition => equals(path(name), value);
  const holds = (name: string, member: string | undefined): Condition => holdsText(path(name), member, key);
  const of = (one: Model): Condition => allOf([is('model_label', one.key), noneOf(isOneOf(path('action'), readsOf(one)))]);
  const isOfMany: Condition = { kind: 'null', path: path('object_pk'), isNull: true };
  const ofLines = lines.flatMap(({ model: line, field, keys, isWhole }) => {
    const present: Condition[] = keys.length > 0 ? [isOneOf(path('object_pk'), keys)] : [];
    const changed = isWhole ? [holds('diff', field.name)] : [];
    return [...present, ...changed].map((condition) => allOf([of(line), condition]));
  });
  const condition = anyOf([
    allOf([of(model), is('object_pk', key)]),
    allOf([of(model), isOfMany, holds('targets', undefined)]),
    ...ofLines,
  ]);
  const filter: Filter = { parameter: 'history', reads: [{ name: 'history', path: path('object_pk') }], condition };
  return { ...planEntries(log, [], page), filters: [filter] };
}

function pathOf(model: Model, name: string): FieldPath {
  const field = model.fieldByName.get(name);
  if (!field) throw new Error(`${model.key} has no ${name}.`);
  return ownPath(field);
}
