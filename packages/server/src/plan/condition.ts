import { type Field, isOfOtherTable } from '../model/field.ts';
import type { Value } from '../model/field-type.ts';
import type { FieldPath, Model } from '../model/model.ts';
import type { SearchIndex } from '../model/table.ts';
import { Parameter, plain, type TextMatch } from './parameter.ts';

export type { TextMatch };

export type Comparison = '=' | '!=' | '<' | '<=' | '>' | '>=';

/** A range of the collected rows, by their numbers from 1. */
export interface OrdinalRange {
  readonly from: Parameter<'plain'>;
  readonly to: Parameter<'plain'>;
}

/** A condition on rows: plain data made from a filter, a search, a key or a row rule. */
export type Condition =
  | { readonly kind: 'true' }
  | { readonly kind: 'false' }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Condition[] }
  | { readonly kind: 'not'; readonly part: Condition }
  /** The rows that a row rule allows: the rules of other models do not limit its paths, as they limit those of a request. */
  | { readonly kind: 'rule'; readonly part: Condition }
  | { readonly kind: 'compare'; readonly path: FieldPath; readonly comparison: Comparison; readonly value: Parameter<'value'> }
  | { readonly kind: 'in'; readonly path: FieldPath; readonly values: Parameter<'values'> }
  | { readonly kind: 'null'; readonly path: FieldPath; readonly isNull: boolean }
  /** The field's text contains one of these texts, or equals one of them. */
  | { readonly kind: 'text'; readonly path: FieldPath; readonly match: TextMatch; readonly texts: Parameter<'search'> }
  /** The field's JSON list, or the list in this member of its JSON object, contains the text. */
  | { readonly kind: 'holds'; readonly path: FieldPath; readonly member: string | undefined; readonly text: Parameter<'plain'> }
  /** The field's text is the key of a row of the model that the row rule allows. */
  | { readonly kind: 'key of'; readonly path: FieldPath; readonly model: Model }
  /** No later row of the model with the same values in these own fields has one of the values in that field, or as a key of its JSON. */
  | {
      readonly kind: 'last of';
      readonly path: FieldPath;
      readonly same: readonly Field[];
      readonly values: Parameter<'texts'>;
      readonly isKey: boolean;
    }
  /** The row is one of those that a search index finds: a condition that limits others, and stands for none. */
  | { readonly kind: 'indexed'; readonly index: SearchIndex; readonly match: Parameter<'plain'> }
  /** The row is one of those that the run of an action has collected in its transaction; with a range, one with these numbers. */
  | { readonly kind: 'collected'; readonly range: OrdinalRange | undefined }
  /** The row has one of these composite keys: given as whole keys, as lists of all first parts, all second parts …, and as texts. */
  | {
      readonly kind: 'keys';
      readonly model: Model;
      readonly keys: Parameter<'keys'>;
      readonly parts: readonly Parameter<'values'>[];
      readonly texts: Parameter<'texts'>;
    };

/** A comparison of a field with a value. */
export type CompareCondition = Extract<Condition, { readonly kind: 'compare' }>;

export const everyRow: Condition = { kind: 'true' };
export const noRow: Condition = { kind: 'false' };

/** Rows whose field matches a comparison with a value. */
export function compares(path: FieldPath, comparison: Comparison, given: Value): Condition {
  return { kind: 'compare', path, comparison, value: new Parameter('value', { given, field: path.field }) };
}

/** Rows whose field has this value. */
export function equals(path: FieldPath, given: Value): Condition {
  return compares(path, '=', given);
}

/** Rows whose field has one of these values. */
export function isOneOf(path: FieldPath, given: readonly Value[]): Condition {
  return { kind: 'in', path, values: new Parameter('values', { given, field: path.field }) };
}

/** Rows whose field's text matches one of these texts. */
export function matchesText(path: FieldPath, match: TextMatch, given: readonly string[]): Condition {
  return { kind: 'text', path, match, texts: new Parameter('search', { given, match }) };
}

/** Rows whose field's text contains one of these texts, regardless of case. */
export function containsAny(path: FieldPath, given: readonly string[]): Condition {
  return matchesText(path, { where: 'anywhere', isCaseless: true }, given);
}

/** Rows whose JSON list contains a text; with a member, the list in that member of their JSON object. */
export function holdsText(path: FieldPath, member: string | undefined, text: string): Condition {
  return { kind: 'holds', path, member, text: plain(text) };
}

/** Rows that match every condition. */
export function allOf(conditions: readonly Condition[]): Condition {
  const parts = conditions.filter((condition) => condition.kind !== 'true');
  if (parts.some((condition) => condition.kind === 'false')) return noRow;
  return parts.length === 1 && parts[0] ? parts[0] : parts.length === 0 ? everyRow : { kind: 'and', parts };
}

/** Rows that match at least one condition. */
export function anyOf(conditions: readonly Condition[]): Condition {
  const parts = conditions.filter((condition) => condition.kind !== 'false');
  if (parts.some((condition) => condition.kind === 'true')) return everyRow;
  return parts.length === 1 && parts[0] ? parts[0] : parts.length === 0 ? noRow : { kind: 'or', parts };
}

/** Rows that do not match a condition, including those for which it is unknown because a value is missing. */
export function noneOf(condition: Condition): Condition {
  if (condition.kind === 'true') return noRow;
  return condition.kind === 'false' ? everyRow : { kind: 'not', part: condition };
}

/** The rows that the condition of a row rule allows, as a part of the condition of a request. */
export function allowedBy(rule: Condition): Condition {
  return rule.kind === 'true' || rule.kind === 'false' ? rule : { kind: 'rule', part: rule };
}

/** The own fields of a model that a condition reads, or with which one of its paths begins. */
export function fieldsIn(condition: Condition): Field[] {
  switch (condition.kind) {
    case 'true':
    case 'false':
    case 'collected':
    case 'indexed':
    case 'keys':
    case 'key of':
    case 'last of':
      return [];
    case 'and':
    case 'or':
      return condition.parts.flatMap(fieldsIn);
    case 'not':
    case 'rule':
      return fieldsIn(condition.part);
    default:
      return [condition.path.steps[0]?.field ?? condition.path.field];
  }
}

/** Whether a condition reads rows of other tables: along links, or by a reference to another column than a key. */
export function readsOtherRows(condition: Condition): boolean {
  switch (condition.kind) {
    case 'true':
    case 'false':
    case 'collected':
    case 'indexed':
    case 'keys':
      return false;
    case 'key of':
    case 'last of':
      return true;
    case 'and':
    case 'or':
      return condition.parts.some(readsOtherRows);
    case 'not':
    case 'rule':
      return readsOtherRows(condition.part);
    default: {
      const { steps, field } = condition.path;
      return steps.length > 0 || isOfOtherTable(field);
    }
  }
}

/** Whether a condition is met by one row at most: it has its key. */
export function isOneRow(condition: Condition): boolean {
  if (condition.kind === 'and') return condition.parts.some(isOneRow);
  if (condition.kind !== 'compare' || condition.comparison !== '=') return false;
  const { steps, field } = condition.path;
  return steps.length === 0 && field.primaryKey;
}
