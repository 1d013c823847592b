/** How a row rule compares a column with a value. */
export type RuleOperator = '=' | '!=' | '<' | '<=' | '>' | '>=' | 'in' | 'contains';

/** A value of a row rule. */
export type RuleValue = string | number | bigint | boolean | Date;

/** Which rows of a model a user may see and touch, as plain data; made by {@link where} and its companions. */
export type RowRule =
  | { readonly rule: 'all' }
  | { readonly rule: 'none' }
  | { readonly rule: 'compare'; readonly path: string; readonly operator: RuleOperator; readonly values: readonly RuleValue[] }
  | { readonly rule: 'null'; readonly path: string; readonly isNull: boolean }
  /** The field has, as text, the key of a row of another model that the actor may reach. */
  | { readonly rule: 'key of'; readonly path: string; readonly model: string }
  /** No later row with the same values in these fields has one of the values in that one, or among the keys of its JSON. */
  | {
      readonly rule: 'last of';
      readonly same: readonly string[];
      readonly path: string;
      readonly values: readonly string[];
      readonly isKey?: boolean;
    }
  | { readonly rule: 'and' | 'or'; readonly rules: readonly RowRule[] }
  | { readonly rule: 'not'; readonly inner: RowRule };

/** Every row. */
export const all: RowRule = { rule: 'all' };

/** No row. */
export const none: RowRule = { rule: 'none' };

/**
 * Rows whose field compares so with the value. The path follows foreign keys with dots; `null` asks for missing values.
 * @example where('region', '=', actor.username), where('customer.country', 'in', ['DE', 'FR'])
 */
export function where(path: string, operator: '=' | '!=', value: RuleValue | null): RowRule;
export function where(path: string, operator: 'in', values: readonly RuleValue[]): RowRule;
export function where(path: string, operator: RuleOperator, value: RuleValue): RowRule;
export function where(path: string, operator: RuleOperator, value: RuleValue | null | readonly RuleValue[]): RowRule {
  // With another operator it is a mistake, which is found where the rule meets its model.
  if (value === null && (operator === '=' || operator === '!=')) return { rule: 'null', path, isNull: operator === '=' };
  const values = Array.isArray(value) ? (value as readonly RuleValue[]) : [value as RuleValue];
  return values.length === 0 ? none : { rule: 'compare', path, operator, values };
}

/** Rows that every rule lets through. */
export function and(...rules: readonly RowRule[]): RowRule {
  return { rule: 'and', rules };
}

/** Rows that at least one rule lets through. */
export function or(...rules: readonly RowRule[]): RowRule {
  return { rule: 'or', rules };
}

/** Rows that the rule does not let through; a comparison with a missing value is not met, so its opposite is. */
export function not(rule: RowRule): RowRule {
  return { rule: 'not', inner: rule };
}
