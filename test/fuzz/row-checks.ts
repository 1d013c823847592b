import { type JsonObject, textOf } from './answers.ts';
import type { Oracle, StoredRow } from './oracle.ts';
import { isComparable } from './rules.ts';
import type { FuzzUser } from './users.ts';
import type { ModelPlan } from './world-config.ts';

/** Where a row of an answer stands. */
export interface RowPlace {
  readonly oracle: Oracle;
  readonly user: FuzzUser;
  readonly plan: ModelPlan;
  readonly isInList: boolean;
  readonly inTrash: boolean;
  /** A row of an action, that has not all of a row's helpers. */
  readonly isPartial?: boolean;
}

/** The key of a row of an answer. */
export function keyOfRow({ table }: ModelPlan, row: JsonObject): string | null {
  const [key] = table.key;
  return textOf(table.key.length > 1 || !key ? row['pk'] : row[key.field]);
}

/** What is wrong with a row of an answer: the user may not see it, or a field of it, or it is not as the database has it. */
export function rowProblems(place: RowPlace, row: JsonObject): string[] {
  const { oracle, user, plan } = place;
  const key = keyOfRow(plan, row);
  const stored = key === null ? undefined : oracle.snapshot.get(plan.key)?.get(key);
  if (!stored) return [`a row ${plan.key} ${JSON.stringify(key)} that does not exist`];
  if (!oracle.isInScope(user, plan, stored, place.inTrash))
    return [`the row ${plan.key} ${JSON.stringify(key)}, which ${user.name} may not see`];
  return [...fieldProblems(place, row, stored), ...labelProblems(place, row, stored), ...pickedProblems(place, row, stored)].map(
    (problem) => `${plan.key} ${JSON.stringify(key)}: ${problem}`,
  );
}

/** What is wrong with the fields beside the label of a row in a picker. */
export function pickerProblems(place: RowPlace, fields: JsonObject, stored: StoredRow): string[] {
  const { pickerFields } = place.plan;
  const expected = place.oracle.fields(place.user, place.plan).filter(({ field }) => pickerFields.includes(field));
  const names = new Set(expected.flatMap(({ field, reference }) => [field, ...(reference ? [`${field}_label`] : [])]));
  return [
    ...Object.keys(fields).flatMap((name) => (names.has(name) ? [] : [`${name}, which pickers do not show to ${place.user.name}`])),
    ...expected.flatMap(({ field }) => (Object.hasOwn(fields, field) ? [] : [`no field ${field}`])),
    ...fieldProblems({ ...place, isPartial: true }, fields, stored),
    ...labelProblems(place, fields, stored),
  ].map((problem) => `the suggestion ${place.plan.key} ${JSON.stringify(stored.key)}: ${problem}`);
}

function fieldProblems({ oracle, user, plan, isInList, isPartial }: RowPlace, row: JsonObject, stored: StoredRow): string[] {
  const fields = oracle.fields(user, plan);
  const beside = fields.filter(({ reference }) => reference);
  const picked = isInList ? [] : beside.map(({ field }) => `${field}_fields`);
  const helpers = new Set(['_label', '_cut', 'id', 'pk', ...beside.map(({ field }) => `${field}_label`), ...picked]);
  const shown = fields.filter(({ field, kind }) => !isInList || (!plan.detailOnly.has(field) && kind !== 'blob'));
  const names = new Set(shown.map(({ field }) => field));
  // What a list with `_cut` says that it has cut are fields, too.
  const cut = Array.isArray(row['_cut']) ? row['_cut'].map(String) : [];
  const extra = [...Object.keys(row).filter((name) => !helpers.has(name)), ...cut].filter((name) => !names.has(name));
  const missing = isPartial ? [] : [...names].filter((name) => !Object.hasOwn(row, name));
  const wrong = shown.filter(
    (column) =>
      isComparable(column) && Object.hasOwn(row, column.field) && textOf(row[column.field]) !== (stored.cells.get(column.field) ?? null),
  );
  return [
    ...extra.map((name) => `the field ${name}, which ${user.name} may not see`),
    ...missing.map((name) => `no field ${name}`),
    ...wrong.map(
      ({ field }) => `${field} is ${JSON.stringify(row[field])}, and the database has ${JSON.stringify(stored.cells.get(field))}`,
    ),
  ];
}

function labelProblems({ oracle, user, plan }: RowPlace, row: JsonObject, stored: StoredRow): string[] {
  const visible = oracle.fields(user, plan);
  const own =
    visible.some(({ field }) => field === '_label') || !Object.hasOwn(row, '_label')
      ? []
      : labelProblem(textOf(row['_label']), { oracle, user, plan, stored });
  const others = visible.flatMap(({ field, reference }) => {
    const name = `${field}_label`;
    if (!reference || !Object.hasOwn(row, name) || visible.some((column) => column.field === name)) return [];
    return targetLabelProblem({ oracle, user, plan, stored }, field, textOf(row[name])).map((problem) => `${name}: ${problem}`);
  });
  return [...own, ...others];
}

/** What is wrong with the fields of pickers beside a foreign key: null where the user may not see the row or it is in the trash, otherwise those that the user may see. */
function pickedProblems(place: RowPlace, row: JsonObject, stored: StoredRow): string[] {
  const { oracle, user, plan } = place;
  const visible = oracle.fields(user, plan);
  return visible.flatMap(({ field, reference }) => {
    const name = `${field}_fields`;
    const fields = row[name];
    if (!reference || fields === undefined || visible.some((column) => column.field === name)) return [];
    const target = oracle.target(plan, field, stored);
    const isSeen = target?.row && oracle.may(user, target.plan, 'view') && oracle.isInScope(user, target.plan, target.row);
    if (fields === null) return isSeen ? [`${name} is null`] : [];
    if (!target?.row || !isSeen) return [`${name} of a row which ${user.name} may not see`];
    const { pickerFields } = target.plan;
    const foreign = Object.keys(fields as JsonObject).filter((one) => !pickerFields.includes(one));
    return [
      ...foreign.map((one) => `${name} has ${one}, which pickers do not show`),
      ...fieldProblems({ ...place, plan: target.plan, isPartial: true }, fields as JsonObject, target.row),
    ];
  });
}

interface Labelled {
  readonly oracle: Oracle;
  readonly user: FuzzUser;
  readonly plan: ModelPlan;
  readonly stored: StoredRow;
}

/** The label of a foreign key is its key where the user may not see the target (CONTRACT §1). */
function targetLabelProblem(row: Labelled, field: string, label: string | null): string[] {
  const { oracle, user, plan, stored } = row;
  const key = stored.cells.get(field) ?? null;
  if (key === null) return label === null ? [] : [`the label ${JSON.stringify(label)} of no row`];
  const target = oracle.target(plan, field, stored);
  if (!target?.row || !oracle.may(user, target.plan, 'view') || !oracle.isAllowed(user, target.plan, target.row)) {
    return label === key ? [] : [`the label ${JSON.stringify(label)} of the row ${JSON.stringify(key)}, which ${user.name} may not see`];
  }
  return labelProblem(label, { ...row, plan: target.plan, stored: target.row });
}

/** A label is a text of the row that the user may see, or ends with its key. */
export function labelProblem(label: string | null, { oracle, user, plan, stored }: Labelled): string[] {
  if (label === null) return ['no label'];
  if (plan.table.columns.some(({ isOdd }) => isOdd)) return [];
  const texts = oracle.fields(user, plan).flatMap(({ field, kind }) => {
    const text = stored.cells.get(field) ?? null;
    if (text === null) return [];
    if (kind === 'float') return [text, String(Number(text)), 'Infinity', '-Infinity'];
    if (kind === 'dec') return [Number(text).toFixed(2)];
    return kind === 'moment' ? [`${text.replace(' ', 'T').replace(/Z$|\+00(:00)?$/, '')}Z`] : [text];
  });
  const isText = texts.some((text) => label === text || label === text.trim());
  const isTwo = texts.some(
    (text) =>
      text.trim() !== '' &&
      label.startsWith(text.trim()) &&
      texts.some((other) => label === `${text} ${other}`.trim() || label === `${text.trim()} ${other.trim()}`),
  );
  return isText || isTwo || label.endsWith(stored.key)
    ? []
    : [`the label ${JSON.stringify(label)}, which is no text that ${user.name} may see of it`];
}
