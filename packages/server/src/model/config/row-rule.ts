import type { AnyRow } from './row-type.ts';

/** The comparison operators of a row rule. */
export type RuleOperator = '=' | '!=' | '<' | '<=' | '>' | '>=' | 'in' | 'contains';

/** A value of a row rule. */
export type RuleValue = string | number | bigint | boolean | Date;

/** A field of a model, or a path along foreign keys: `customer.country`. */
export type PathName<Name extends string> = Name | `${Name}.${string}`;

/**
 * What a field with values of the type `T` is compared with. Decimals and times are text in a row, and may be given as numbers and dates; keys
 * of users are texts, and may belong to a number.
 */
type Compared<T> = unknown extends T
  ? RuleValue
  : T extends boolean
    ? boolean
    : T extends number
      ? number extends T
        ? number | bigint | string
        : T
      : T extends string
        ? string extends T
          ? string | number | bigint | Date
          : T
        : T extends readonly (infer E)[]
          ? Compared<E>
          : T extends null | undefined
            ? never
            : RuleValue;

/** The value that an operator takes, where fields are compared with a `T`. */
type Operand<T, Operator extends RuleOperator> = Operator extends 'in'
  ? readonly T[]
  : Operator extends '=' | '!='
    ? T | null | undefined
    : T | undefined;

/** The value that an operator takes for a field of a row; for a path through relations, any. */
export type RuleOperand<Row extends object, Path extends string, Operator extends RuleOperator> = Operand<
  Path extends keyof Row ? Compared<Row[Path]> : RuleValue,
  Operator
>;

declare const ruleOf: unique symbol;

/** The rows that a rule is for: those that have the fields that it names. The property exists only in the type. */
interface OfRows<Row extends object> {
  readonly [ruleOf]?: (row: Row) => void;
}

/** The rows of a model that a user may see and change, as plain data; created by {@link where} and the functions below. */
export type RowRule<Row extends object = AnyRow> = RuleData & OfRows<Row>;

type RuleData =
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
  | { readonly rule: 'and' | 'or'; readonly rules: readonly RuleData[] }
  | { readonly rule: 'not'; readonly inner: RuleData };

/** Every row. */
export const all: RowRule = { rule: 'all' };

/** No row. */
export const none: RowRule = { rule: 'none' };

/**
 * Rows whose field matches the comparison. Dots in the path follow foreign keys; `null` stands for missing values of the row. `undefined`
 * stands for `actor.link` of a user without a link: then no row matches, also under {@link not}. In a config, the compiler checks the path
 * and the value against the fields of the model.
 * @example where('region', '=', actor.username), where('customer.country', 'in', ['DE', 'FR']), where('owner', '=', actor.link)
 */
export function where<
  Row extends object = AnyRow,
  const Path extends PathName<keyof Row & string> = PathName<keyof Row & string>,
  const Operator extends RuleOperator = RuleOperator,
>(path: Path, operator: Operator, value: RuleOperand<Row, Path, Operator>): RowRule<Row> {
  return comparison(path, operator, value) as RowRule<Row>;
}

/** The rule that {@link where} makes, without the check of its parts by the compiler. */
export function comparison(path: string, operator: RuleOperator, value: RuleValue | null | undefined | readonly RuleValue[]): RowRule {
  if (value === undefined) return { rule: 'unknown', path };
  // With another operator, null is a mistake; it is reported when the rule is resolved for its model.
  if (value === null && (operator === '=' || operator === '!=')) return { rule: 'null', path, isNull: operator === '=' };
  const values = Array.isArray(value) ? (value as readonly RuleValue[]) : [value as RuleValue];
  return values.length === 0 ? none : { rule: 'compare', path, operator, values };
}

/** Rows that match every rule. */
export function and<Row extends object = AnyRow>(...rules: readonly RowRule<NoInfer<Row>>[]): RowRule<Row> {
  return { rule: 'and', rules };
}

/** Rows that match at least one rule. */
export function or<Row extends object = AnyRow>(...rules: readonly RowRule<NoInfer<Row>>[]): RowRule<Row> {
  return { rule: 'or', rules };
}

/** Rows that do not match the rule. A comparison with a missing value does not match, so its negation does. */
export function not<Row extends object = AnyRow>(rule: RowRule<NoInfer<Row>>): RowRule<Row> {
  return { rule: 'not', inner: rule };
}
