import { all, and, none, not, or, type RowRule, type RuleOperator, where } from 'grimoire';
import type { Dice } from './dice.ts';
import type { Kind } from './values.ts';
import type { Column, Table, World } from './world.ts';

/** A row rule of which both the config's rule and the oracle's predicate are made. */
export type Rule =
  | { readonly is: 'all' | 'none' }
  | {
      readonly is: 'compare';
      readonly path: readonly string[];
      readonly kind: Kind;
      readonly operator: RuleOperator;
      readonly values: readonly string[];
    }
  | { readonly is: 'missing'; readonly path: readonly string[]; readonly isMissing: boolean }
  | { readonly is: 'and' | 'or'; readonly rules: readonly Rule[] }
  | { readonly is: 'not'; readonly rule: Rule };

/** Reads the text of a field of the row that the rule is about, along a path. */
export type ReadPath = (path: readonly string[]) => string | null;

/** The rule in the form of a config. */
export function toConfig(rule: Rule): RowRule {
  switch (rule.is) {
    case 'all':
      return all;
    case 'none':
      return none;
    case 'missing':
      return where(rule.path.join('.'), rule.isMissing ? '=' : '!=', null);
    case 'compare': {
      const { operator, path } = rule;
      const [first = '', ...others] = rule.values;
      return operator === 'in' ? where(path.join('.'), 'in', [first, ...others]) : where(path.join('.'), operator, first);
    }
    case 'and':
      return and(...rule.rules.map(toConfig));
    case 'or':
      return or(...rule.rules.map(toConfig));
    case 'not':
      return not(toConfig(rule.rule));
  }
}

const numbers: ReadonlySet<Kind> = new Set(['int', 'small', 'big']);

/** Compares two texts as values of a kind: below zero, zero or above. */
export function compareAs(kind: Kind, a: string, b: string): number {
  if (!numbers.has(kind)) return a < b ? -1 : Number(a > b);
  const [left, right] = [BigInt(a), BigInt(b)];
  return left < right ? -1 : Number(left > right);
}

/** Whether a row matches the rule: the plain reading of the documentation. */
export function matches(rule: Rule, read: ReadPath): boolean {
  switch (rule.is) {
    case 'all':
      return true;
    case 'none':
      return false;
    case 'missing':
      return (read(rule.path) === null) === rule.isMissing;
    case 'compare':
      return holds(rule, read(rule.path));
    case 'and':
      return rule.rules.every((inner) => matches(inner, read));
    case 'or':
      return rule.rules.some((inner) => matches(inner, read));
    case 'not':
      return !matches(rule.rule, read);
  }
}

function holds({ operator, kind, values }: Extract<Rule, { is: 'compare' }>, text: string | null): boolean {
  if (text === null) return false;
  const [value = ''] = values;
  switch (operator) {
    case 'in':
      return values.includes(text);
    case '=':
      return text === value;
    case '!=':
      return text !== value;
    case 'contains':
      return text.toLowerCase().includes(value.toLowerCase());
    case '<':
      return compareAs(kind, text, value) < 0;
    case '<=':
      return compareAs(kind, text, value) <= 0;
    case '>':
      return compareAs(kind, text, value) > 0;
    case '>=':
      return compareAs(kind, text, value) >= 0;
  }
}

/** A field that a rule can name: its values have the same text everywhere, and its name has no dot. */
export function isComparable({ kind, isOdd, name }: Column): boolean {
  return !isOdd && !name.includes('.') && ['int', 'small', 'big', 'word', 'notes', 'flag', 'uid'].includes(kind);
}

interface Leaf {
  readonly path: readonly string[];
  readonly column: Column;
  readonly values: readonly string[];
}

function leavesOf(world: World, table: Table, isDeep: boolean): Leaf[] {
  return table.columns.flatMap((column, place): Leaf[] => {
    if (/token|password/.test(column.name)) return [];
    const own = table.rows.flatMap((row) => row[place]?.text ?? []);
    const leaf = isComparable(column) && own.length > 0 ? [{ path: [column.field], column, values: own }] : [];
    const target = column.reference && isDeep ? world.tables[column.reference.table] : undefined;
    const deep = target ? leavesOf(world, target, false).map((inner) => ({ ...inner, path: [column.field, ...inner.path] })) : [];
    return [...leaf, ...deep];
  });
}

/** A random rule about the rows of a table. */
export function ruleOf(world: World, table: Table, dice: Dice, depth = 2): Rule {
  const leaves = leavesOf(world, table, true);
  if (leaves.length === 0) return { is: dice.pick(['all', 'none']) };
  if (depth > 0 && dice.chance(0.55)) {
    const inner = (): Rule => ruleOf(world, table, dice, depth - 1);
    const is = dice.pick(['and', 'or', 'or', 'not']);
    return is === 'not' ? { is, rule: inner() } : { is, rules: [inner(), inner()] };
  }
  if (dice.chance(0.05)) return { is: dice.pick(['all', 'none']) };
  const leaf = dice.pick(leaves);
  if (!leaf) return { is: 'none' };
  if (dice.chance(0.15)) return { is: 'missing', path: leaf.path, isMissing: dice.chance(0.4) };
  return comparisonOf(leaf, dice);
}

function comparisonOf({ path, column: { kind }, values }: Leaf, dice: Dice): Rule {
  const value = dice.pick(values) ?? '';
  const isText = kind === 'word' || kind === 'notes';
  if (isText && dice.chance(0.4)) {
    const part = value.replaceAll(/[^ -~]/g, '').slice(0, 2);
    return { is: 'compare', path, kind, operator: 'contains', values: [part === '' ? 'a' : part] };
  }
  if (numbers.has(kind) && dice.chance(0.7))
    return { is: 'compare', path, kind, operator: dice.pick(['<', '<=', '>', '>=']), values: [value] };
  const others = Array.from({ length: 1 + dice.below(8) }, () => dice.pick(values) ?? '');
  return { is: 'compare', path, kind, operator: dice.pick(['in', 'in', '=', '!=']), values: [value, ...others] };
}
