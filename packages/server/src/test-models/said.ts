import type { FieldPath } from '../model/model.ts';
import type { Condition } from '../plan/condition.ts';
import type { Filter } from '../plan/plan.ts';

/** A path as text: `customer.name (customer__name)` if the filter has another name than its field. */
function pathText({ name, steps, field }: FieldPath): string {
  const path = [...steps.map((step) => step.field.name), field.name].join('.');
  return path === name ? path : `${path} (${name})`;
}

function valueText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(valueText).join(', ')}]`;
  return typeof value === 'bigint' ? String(value) : JSON.stringify(value);
}

/** A condition as text, for tests: `status = "open" and not total is null`. */
export function said(condition: Condition | Filter['condition']): string {
  switch (condition.kind) {
    case 'true':
    case 'false':
      return condition.kind;
    case 'invalid':
      return `invalid: ${condition.messages.map(String).join(' ')}`;
    case 'and':
    case 'or':
      return `(${condition.parts.map(said).join(` ${condition.kind} `)})`;
    case 'not':
      return `not ${said(condition.part)}`;
    case 'rule':
      return said(condition.part);
    case 'collected':
      return condition.range ? `collected ${condition.range.from.binding.given}-${condition.range.to.binding.given}` : 'collected';
    case 'indexed':
      return `in ${condition.index.name} ${valueText(condition.match.binding.given)}`;
    case 'keys': {
      const parts = condition.parts.map(({ binding }) => `${binding.field.name} ${valueText(binding.given)}`).join(' ');
      const { given, fields } = condition.keys.binding;
      return `${condition.model.key} keys ${valueText(given)} of ${fields.map(({ name }) => name).join()}; ${parts}; ${condition.texts.binding.given.join(' ')}`;
    }
    default:
      return `${pathText(condition.path)} ${saidOf(condition)}`;
  }
}

function saidOf(
  condition: Exclude<Condition, { readonly kind: 'true' | 'false' | 'and' | 'or' | 'not' | 'rule' | 'collected' | 'indexed' | 'keys' }>,
): string {
  switch (condition.kind) {
    case 'compare': {
      const { kind, binding } = condition.value;
      const ofField = kind === 'value' && binding.field === condition.path.field ? '' : ' of another field';
      return `${condition.comparison} ${valueText(binding.given)}${ofField}`;
    }
    case 'in':
      return `in ${valueText(condition.values.binding.given)}${condition.values.binding.field === condition.path.field ? '' : ' of another field'}`;
    case 'null':
      return condition.isNull ? 'is null' : 'is not null';
    case 'text': {
      const { where, isCaseless } = condition.match;
      const same = condition.texts.binding.match === condition.match ? '' : ' otherwise';
      return `has ${where}${isCaseless ? ' caseless' : ''} ${valueText(condition.texts.binding.given)}${same}`;
    }
    case 'holds':
      return `holds ${condition.member ?? '-'} ${valueText(condition.text.binding.given)}`;
    case 'key of':
      return `key of ${condition.model.key}`;
    case 'last of': {
      const same = condition.same.map(({ name }) => name).join();
      return `last of ${same} ${valueText(condition.values.binding.given)}${condition.isKey ? ' by key' : ''}`;
    }
  }
}
