import { isDeepStrictEqual } from 'node:util';
import type { Policy } from '../authorize/policy.ts';
import { type Field, isGiven, isRequired } from '../model/field.ts';
import { InvalidValue, type Value } from '../model/field-type.ts';
import type { StoredRow } from '../model/config/hooks.ts';
import { canonical, checkValue, isSameValue, missingTarget, parseInput } from '../model/input.ts';
import type { Model } from '../model/model.ts';
import { fieldOfColumn } from '../model/path-column.ts';
import { rowHelpers, textHelpers } from '../model/row-helpers.ts';
import type { FieldProblems } from './problems.ts';
import { RelativeChange } from './relative-change.ts';
import type { RowChange } from './row.ts';
import { type Message, say } from '../texts/message.ts';

/** Values by field name, as in a request body. */
export type RowInput = Readonly<Record<string, unknown>>;

/** The context in which an input is read. */
export interface InputContext {
  readonly model: Model;
  readonly policy: Policy;
  /** The stored row; null for a new one. */
  readonly before: StoredRow | null;
  /** Whether a field that can't be changed is an error, as in one change of many rows; in a row's body it is ignored (CONTRACT §2). */
  readonly isStrict: boolean;
  /** The keys of many-to-many fields that the actor sees, if these are fewer than the stored ones. */
  readonly seenLinks: ReadonlyMap<Field, readonly unknown[]>;
  readonly problems: FieldProblems;
}

/** Reads the values of a request that differ from the stored ones (CONTRACT §2). Problems are collected by field. */
export function readInput(input: RowInput, context: InputContext): RowChange {
  const change: RowChange = { values: new Map(), links: new Map() };
  for (const [name, raw] of Object.entries(input)) {
    if (context.problems.isFull) break;
    const field = findField(name, context);
    if (!field) continue;
    try {
      readField(field, raw, context, change);
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error;
      context.problems.add(name, ...error.all);
    }
  }
  return change;
}

/** Adds a problem for each required field that a new row lacks. */
export function requireFields(change: RowChange, { model, policy, problems }: InputContext): void {
  const { fields } = policy.access(model);
  for (const field of model.fields) {
    const isKnown = field.writeOnly || fields.includes(field);
    if (!isKnown || field.link || change.values.has(field) || problems.has(field.name)) continue;
    if (isRequired(field)) problems.add(field.name, say('required'));
    else if (isGiven(field)) change.values.set(field, false);
  }
}

/** The field of this name that the request may set; undefined for names that it may send without effect. */
function findField(name: string, { model, policy, isStrict, problems }: InputContext): Field | undefined {
  const field = model.fieldByName.get(name);
  const { fields } = policy.access(model);
  if (!field || !(field.writeOnly || fields.includes(field))) {
    if (field || !(isHelper(name, model, fields) || isOfRelated(name, model, policy))) problems.add(name, say('unknownField'));
    else if (isStrict) problems.add(name, say('unchangeable'));
    return undefined;
  }
  if (field.editable) return field;
  if (isStrict) problems.add(name, say('unchangeable'));
  return undefined;
}

/** Whether the name is one that a row with these fields carries beside them; `pk` names the key of every model (CONTRACT §1). */
function isHelper(name: string, model: Model, fields: readonly Field[]): boolean {
  return name === 'pk' || rowHelpers(model, fields).some((helper) => helper.name === name);
}

/** Whether the name is one that a row carries for a column of related rows. */
function isOfRelated(name: string, model: Model, policy: Policy): boolean {
  const fields = policy.columns(model).map(fieldOfColumn);
  return fields.some((field) => field.name === name || textHelpers(model, field).some((helper) => helper.name === name));
}

function readField(field: Field, given: unknown, { before, seenLinks }: InputContext, change: RowChange): void {
  if (field.writeOnly && before && (given === null || given === '')) return;
  const stored = seenLinks.get(field) ?? before?.[field.name];
  const raw = given instanceof RelativeChange ? given.of(field, stored) : given;
  if (before && isUntouched(field, raw, stored)) return;
  if (field.link) {
    const targets = readKeys(field, raw);
    if (!before || !isSameSet(field, targets, stored))
      change.links.set(field, [...targets, ...unseenTargets(field, targets, stored, before)]);
    return;
  }
  const value = parseInput(field, raw);
  if (before && !field.writeOnly && isSameValue(field, stored ?? null, value)) return;
  if (field.primaryKey && before) throw new InvalidValue(say('keyUnchangeable'));
  const refused = before ? field.refused?.update : field.refused?.insert;
  if (refused !== undefined && value === null && !before) return;
  if (refused !== undefined) throw new InvalidValue(say('notPossible', { reason: refused }));
  const isLeftOut = value === null && (!field.null || (!before && isFilledUnseen(field)));
  const accepted = isLeftOut ? insteadOfNull(field, before !== null) : value;
  if (accepted === undefined) return;
  if (field.primaryKey && ['', '.', '..'].includes(String(accepted))) throw new InvalidValue(say('noKey'));
  const checked = checkValue(field, accepted);
  // The schema of a JSON field may make the stored value of another one.
  if (checked !== accepted && before && isSameValue(field, stored ?? null, checked)) return;
  change.values.set(field, checked);
}

/**
 * The stored links to rows that the actor does not see; they are kept. Throws if the request names one: for the actor it does not exist.
 */
function unseenTargets(field: Field, targets: readonly Value[], seen: unknown, before: StoredRow | null): Value[] {
  const { inner } = field;
  const stored = before?.[field.name];
  if (!inner || !Array.isArray(stored) || !Array.isArray(seen) || seen === stored) return [];
  const seenTexts = new Set(seen.map(String));
  const unseen = new Map(
    stored.filter((key) => !seenTexts.has(String(key))).map((key) => [String(key), inner.type.parse(String(key), inner)]),
  );
  const added = targets.filter((target) => !seenTexts.has(canonical(inner, target)));
  if (added.some((target) => unseen.has(canonical(inner, target)))) throw new InvalidValue(missingTargets(added));
  return [...unseen.values()];
}

/** The message for targets that do not exist or are out of reach: the two cases have the same message. */
export function missingTargets(added: readonly Value[]): Message {
  return added.length === 1 ? missingTarget(added[0]) : say('noTargets');
}

/** Whether a request sends back the value that it has read; such a value is not validated (CONTRACT §2). */
function isUntouched(field: Field, raw: unknown, stored: unknown): boolean {
  if (field.writeOnly) return false;
  if (isDeepStrictEqual(raw, stored)) return true;
  return typeof raw === 'string' && !field.type.traits.isJson && Array.isArray(stored) && raw === stored.map(String).join(',');
}

/** Whether the database has a value that no form can show beforehand: a form that sends all of its fields sends null in its place. */
function isFilledUnseen({ hasDefault, defaultValue, inner }: Field): boolean {
  return hasDefault && defaultValue === undefined && !inner;
}

/** The value that null stands for in a column that can't be null; undefined if it means "left out". */
function insteadOfNull(field: Field, isUpdate: boolean): Value | undefined {
  if (isUpdate && field.type.isText && field.defaultValue === '') return '';
  if (!isUpdate && field.hasDefault) return undefined;
  throw new InvalidValue(say('notNull'));
}

/** The keys of a many-to-many field: a list, or a text with commas. */
function readKeys(field: Field, raw: unknown): Value[] {
  const { inner } = field;
  if (!inner) throw new InvalidValue(say('keylessTargets'));
  const list = raw === null || raw === '' ? [] : typeof raw === 'string' ? raw.split(',').map((part) => part.trim()) : raw;
  if (!Array.isArray(list)) throw new InvalidValue(say('keyList'));
  const keys = new Map<string, Value>();
  for (const element of list) {
    const key = parseInput(inner, element);
    if (key === null) throw new InvalidValue(say('keyList'));
    keys.set(canonical(inner, key), key);
  }
  return [...keys.values()];
}

function isSameSet({ inner }: Field, targets: readonly Value[], stored: unknown): boolean {
  if (!inner || !Array.isArray(stored)) return false;
  const texts = new Set(stored.map(String));
  return texts.size === targets.length && targets.every((target) => texts.has(canonical(inner, target)));
}
