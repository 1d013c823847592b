import type { Field } from '../model/field.ts';
import type { Value } from '../model/field-type.ts';
import type { FieldPath, Model } from '../model/model.ts';
import { resolvePath } from '../model/path.ts';
import type { Registry } from '../model/registry.ts';
import type { RowRule, RuleOperator, RuleValue } from '../model/config/row-rule.ts';
import { allOf, anyOf, compares, type Condition, containsAny, everyRow, isOneOf, noRow } from '../plan/condition.ts';
import { Parameter } from '../plan/parameter.ts';

/** A row rule of the config as a condition. A path or value that does not fit the model is a programming error: it throws. */
export function resolveRule(model: Model, rule: RowRule, registry: Registry): Condition {
  switch (rule.rule) {
    case 'all':
      return everyRow;
    case 'none':
      return noRow;
    case 'and':
      return allOf(rule.rules.map((part) => resolveRule(model, part, registry)));
    case 'or':
      return anyOf(rule.rules.map((part) => resolveRule(model, part, registry)));
    case 'not':
      return { kind: 'not', part: resolveRule(model, rule.inner, registry) };
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
      // A host's own JavaScript may give anything.
      throw new TypeError(`The row rule of ${model.key} is none: use where(), and(), or(), not(), all or none.`);
  }
}

const operators: ReadonlySet<string> = new Set<RuleOperator>(['=', '!=', '<', '<=', '>', '>=', 'in', 'contains']);

function comparisonOf(path: FieldPath, { operator, values: given }: Extract<RowRule, { rule: 'compare' }>): Condition {
  // A host's own JavaScript may give any.
  if (!operators.has(operator))
    throw new TypeError(`"${operator}" compares nothing in a row rule. Use one of ${[...operators].join(', ')}.`);
  const values = given
    .map((value): Value => path.field.type.parse(textOf(value), path.field))
    .filter((value) => isPossible(path.field, value));
  // A value that an enum lacks is no row's: comparing it would be an error on PostgreSQL.
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

/** Whether a field may have the value: an enum has no others than its own. */
export function isPossible({ choices }: Field, value: Value): boolean {
  return choices === undefined || choices.some((choice) => String(choice.value) === String(value));
}

/** Throws where a value is missing: taken for a text, its opposite would be met by every row. */
function textOf(value: RuleValue): string {
  const isValue = value instanceof Date || ['string', 'number', 'bigint', 'boolean'].includes(typeof value);
  if (!isValue) throw new TypeError(`A row rule compares with ${String(value)}.`);
  return value instanceof Date ? value.toISOString() : String(value);
}
