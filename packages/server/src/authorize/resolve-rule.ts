import type { Actor } from '../model/actor.ts';
import type { Field } from '../model/field.ts';
import type { Value } from '../model/field-type.ts';
import type { FieldPath, Model } from '../model/model.ts';
import { resolvePath } from '../model/path.ts';
import type { Registry } from '../model/registry.ts';
import type { RowRule, RuleOperator, RuleValue } from '../model/config/row-rule.ts';
import { allOf, anyOf, compares, type Condition, containsAny, everyRow, isOneOf, noneOf, noRow } from '../plan/condition.ts';
import { Parameter } from '../plan/parameter.ts';

/**
 * The condition of a row rule. A path or value that does not fit the model is a programming error, and throws.
 * @param actor the user whose rule it is: only one without a link may lack a value that is compared.
 */
export function resolveRule(model: Model, rule: RowRule, registry: Registry, actor?: Actor): Condition {
  const isUnlinked = actor !== undefined && 'link' in actor && actor.link === undefined;
  return resolvePart(model, rule, { registry, isUnlinked, isNegated: false });
}

interface RulePart {
  readonly registry: Registry;
  readonly isUnlinked: boolean;
  /** Whether an odd number of negations stands around the part. */
  readonly isNegated: boolean;
}

function resolvePart(model: Model, rule: RowRule, part: RulePart): Condition {
  const { registry, isNegated } = part;
  switch (rule.rule) {
    case 'all':
      return everyRow;
    case 'none':
      return noRow;
    case 'and':
      return allOf(rule.rules.map((inner) => resolvePart(model, inner, part)));
    case 'or':
      return anyOf(rule.rules.map((inner) => resolvePart(model, inner, part)));
    case 'not':
      return noneOf(resolvePart(model, rule.inner, { ...part, isNegated: !isNegated }));
    case 'unknown':
      pathOf(model, rule.path, registry);
      if (!part.isUnlinked) throw new TypeError('A row rule compares with undefined.');
      // Whatever stands around it, it adds no row.
      return isNegated ? everyRow : noRow;
    case 'key of': {
      const target = registry.find(rule.model);
      return target ? { kind: 'key of', path: pathOf(model, rule.path, registry), model: target } : noRow;
    }
    case 'last of': {
      const same = rule.same.map((name) => pathOf(model, name, registry).field);
      return {
        kind: 'last of',
        path: pathOf(model, rule.path, registry),
        same,
        values: new Parameter('texts', { given: rule.values }),
        isKey: rule.isKey === true,
      };
    }
    case 'null':
      return { kind: 'null', path: pathOf(model, rule.path, registry), isNull: rule.isNull };
    case 'compare':
      return comparisonOf(pathOf(model, rule.path, registry), rule);
    default:
      // JavaScript of the host application may return any value.
      throw new TypeError(`The function rows of ${model.key} returned no row rule: use where(), and(), or(), not(), all or none.`);
  }
}

const operators: ReadonlySet<string> = new Set<RuleOperator>(['=', '!=', '<', '<=', '>', '>=', 'in', 'contains']);

function comparisonOf(path: FieldPath, { operator, values: given }: Extract<RowRule, { rule: 'compare' }>): Condition {
  // JavaScript of the host application may pass any operator.
  if (!operators.has(operator))
    throw new TypeError(`"${operator}" compares nothing in a row rule. Use one of ${[...operators].join(', ')}.`);
  const values = given
    .map((value): Value => path.field.type.parse(textOf(value), path.field))
    .filter((value) => isPossible(path.field, value));
  // No row has a value that an enum lacks; comparing with it would be an error on PostgreSQL.
  if (values.length === 0) return operator === '!=' ? { kind: 'null', path, isNull: false } : noRow;
  const [value = null] = values;
  if (operator === 'in') return isOneOf(path, values);
  if (operator === 'contains') return containsAny(path, [String(value)]);
  return compares(path, operator, value);
}

function pathOf(model: Model, name: string, registry: Registry): FieldPath {
  const path = resolvePath(model, name, registry);
  if (!path) throw new Error(`The row rule of ${model.key} names "${name}", which is no field.`);
  return path;
}

/** Whether a field can have the value: an enum has only its own values. */
export function isPossible({ choices }: Field, value: Value): boolean {
  return choices === undefined || choices.some((choice) => String(choice.value) === String(value));
}

/** The text of a value. Throws if the value is missing: compared as a text, its negation would match every row. */
function textOf(value: RuleValue): string {
  const isValue = value instanceof Date || ['string', 'number', 'bigint', 'boolean'].includes(typeof value);
  if (!isValue) throw new TypeError(`A row rule compares with ${String(value)}.`);
  return value instanceof Date ? value.toISOString() : String(value);
}
