/** The comparison operators of a row rule. */
export type RuleOperator = '=' | '!=' | '<' | '<=' | '>' | '>=' | 'in' | 'contains';

/** A value of a row rule. */
export type RuleValue = string | number | bigint | boolean | Date;

/** The rows of a model that a user may see and change, as plain data; created by {@link where} and the functions below. */
export type RowRule =
  | { readonly rule: 'all' }
  | { readonly rule: 'none' }
  | { readonly rule: 'compare'; readonly path: string; readonly operator: RuleOperator; readonly values: readonly RuleValue[] }
  | { readonly rule: 'null'; readonly path: string; readonly isNull: boolean }
  /** A comparison with the link of a user who has none: neither it nor its negation matches a row. */
  | { readonly rule: 'unknown'; readonly path: string }
  /** The field holds, as text, the key of a row of another model that is in the actor's scope. */
  | { readonly rule: 'key of'; readonly path: string; readonly model: string }
  /** No later row with the same values in these fields has one of the values in that field, or among the keys of its JSON. */
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
 * Rows whose field matches the comparison. Dots in the path follow foreign keys; `null` stands for missing values of the row. `undefined`
 * stands for `actor.link` of a user without a link: then no row matches, also under {@link not}.
 * @example where('region', '=', actor.username), where('customer.country', 'in', ['DE', 'FR']), where('owner', '=', actor.link)
 */
export function where(path: string, operator: '=' | '!=', value: RuleValue | null | undefined): RowRule;
export function where(path: string, operator: 'in', values: readonly RuleValue[]): RowRule;
export function where(path: string, operator: RuleOperator, value: RuleValue | undefined): RowRule;
export function where(path: string, operator: RuleOperator, value: RuleValue | null | undefined | readonly RuleValue[]): RowRule {
  if (value === undefined) return { rule: 'unknown', path };
  // With another operator, null is a mistake; it is reported when the rule is resolved for its model.
  if (value === null && (operator === '=' || operator === '!=')) return { rule: 'null', path, isNull: operator === '=' };
  const values = Array.isArray(value) ? (value as readonly RuleValue[]) : [value as RuleValue];
  return values.length === 0 ? none : { rule: 'compare', path, operator, values };
}

/** Rows that match every rule. */
export function and(...rules: readonly RowRule[]): RowRule {
  return { rule: 'and', rules };
}

/** Rows that match at least one rule. */
export function or(...rules: readonly RowRule[]): RowRule {
  return { rule: 'or', rules };
}

/** Rows that do not match the rule. A comparison with a missing value does not match, so its negation does. */
export function not(rule: RowRule): RowRule {
  return { rule: 'not', inner: rule };
}
