import type { Dice } from './dice.ts';
import type { Oracle, StoredRow } from './oracle.ts';
import { compareAs, isComparable } from './rules.ts';
import type { FuzzUser } from './users.ts';
import type { Column } from './world.ts';
import type { ModelPlan } from './world-config.ts';

/** A filter whose matching rows are known. */
export interface Filter {
  /** A field, or a foreign key and a field of its target. */
  readonly path: readonly string[];
  readonly column: Column;
  readonly lookup: string;
  readonly isNegated: boolean;
  readonly values: readonly string[];
}

const reserved = /^(page|page_size|ordering|search|after|before|format|_filter|_trash|pk|and|or|not)$/;
const textLookups = ['contains', 'startswith', 'endswith', 'icontains', 'iexact', 'istartswith', 'iendswith'] as const;

/** Whether filters by the column have a plain name: other names have rules of their own. */
function isPlain(column: Column): boolean {
  return isComparable(column) && !reserved.test(column.field) && !column.field.includes('__') && !/[^\p{L}\p{N}_ ]/u.test(column.field);
}

/** A random filter that the user may use; null where there is none. */
export function filterOf(oracle: Oracle, user: FuzzUser, plan: ModelPlan, dice: Dice): Filter | null {
  const own = usable(oracle, user, plan).map((column) => ({ path: [column.field], column, owner: plan }));
  const deep = (plan.listFilter ?? []).flatMap((path) => {
    const [field = '', inner] = path.split('.');
    const through = plan.table.columns.find((column) => column.field === field);
    const target = through?.reference && oracle.plans[through.reference.table];
    if (inner === undefined || !target || !oracle.may(user, target, 'view') || /__|[^\p{L}\p{N}_ ]/u.test(field)) return [];
    if (!oracle.fields(user, plan).some((column) => column.field === field) || plan.unqueryable.has(field)) return [];
    const column = usable(oracle, user, target).find((other) => other.field === inner);
    return column ? [{ path: [field, inner], column, owner: target }] : [];
  });
  const chosen = dice.pick([...own, ...deep, ...deep]);
  if (!chosen) return null;
  const values = oracle
    .rows(chosen.owner)
    .flatMap((row) => row.cells.get(chosen.column.field) ?? [])
    .filter((text) => text.trim() !== '');
  const filter = values.length === 0 ? null : comparison(chosen, values, dice);
  return filter && isAmbiguous(oracle, plan, filter) ? null : filter;
}

/** Whether the name of the parameter is also that of another field, or of a path to one. */
function isAmbiguous({ plans }: Oracle, { table }: ModelPlan, filter: Filter): boolean {
  const name = parametersOf(filter)[0]?.[0] ?? '';
  const own = filter.path.join('__');
  const names = table.columns.flatMap(({ field, reference }) => {
    const inner = reference ? (plans[reference.table]?.table.columns ?? []) : [];
    return [field, ...inner.map((column) => `${field}__${column.field}`)];
  });
  return names.some((other) => other !== own && other.length > own.length && (name === other || name.startsWith(`${other}__`)));
}

function usable(oracle: Oracle, user: FuzzUser, plan: ModelPlan): Column[] {
  return oracle.fields(user, plan).filter((column) => isPlain(column) && !plan.unqueryable.has(column.field));
}

function comparison(chosen: Pick<Filter, 'path' | 'column'>, values: readonly string[], dice: Dice): Filter {
  const { kind, reference } = chosen.column;
  const isText = (kind === 'word' || kind === 'notes') && !reference;
  const isNumber = kind === 'int' || kind === 'small' || kind === 'big';
  const lookup = dice.pick([
    '',
    'exact',
    'in',
    'isnull',
    ...(isText ? textLookups : []),
    ...(isNumber ? (['gt', 'gte', 'lt', 'lte', 'range'] as const) : []),
  ]);
  const isNegated = dice.chance(0.15);
  const value = (): string => dice.pick(values) ?? '';
  const base = { ...chosen, lookup, isNegated };
  if (lookup === 'isnull') return { ...base, values: [dice.pick(['true', 'false'])] };
  if (lookup === 'range') return { ...base, values: [value(), value()].toSorted((a, b) => compareAs(kind, a, b)) };
  if (lookup === 'in') return { ...base, values: Array.from({ length: 1 + dice.below(4) }, value) };
  if (textLookups.some((name) => name === lookup)) {
    const ascii = value().replaceAll(/[^!-~]/g, '');
    const start = dice.below(Math.max(1, ascii.length));
    const part = ascii.slice(start, start + 1 + dice.below(4));
    return { ...base, values: [part === '' ? 'a' : part] };
  }
  return { ...base, values: [value()] };
}

/** The filter as parameters of an address. */
export function parametersOf({ path, lookup, isNegated, values }: Filter): [string, string][] {
  const name = [...path, ...(isNegated ? ['not'] : []), ...(lookup === '' ? [] : [lookup])].join('__');
  if (lookup === 'range') return [[name, values.join(',')]];
  // Values with commas are taken apart, unless the parameter is repeated.
  const isRepeated = lookup === 'in' && values.some((value) => value.includes(','));
  if (lookup === 'in' && !isRepeated) return [[name, values.join(',')]];
  if (isRepeated && values.length === 1) return [...values, ...values].map((value) => [name, value]);
  return values.map((value) => [name, value]);
}

/** Whether a row matches a filter, as the documentation has it. */
export function isMatch(oracle: Oracle, user: FuzzUser, plan: ModelPlan, filter: Filter, row: StoredRow): boolean {
  const [field = '', inner] = filter.path;
  if (inner === undefined) return holds(filter, row.cells.get(field) ?? null) !== filter.isNegated;
  const target = oracle.target(plan, field, row);
  const isReached = target?.row !== undefined && oracle.isAllowed(user, target.plan, target.row);
  const text = isReached ? (target.row?.cells.get(inner) ?? null) : null;
  return holds(filter, text) !== filter.isNegated;
}

function holds({ lookup, values, column: { kind } }: Filter, text: string | null): boolean {
  const [value = '', second = ''] = values;
  if (lookup === 'isnull') return (text === null) === (value === 'true');
  if (text === null) return false;
  const [lower, wanted] = [lowered(text), lowered(value)];
  switch (lookup) {
    case 'in':
      return values.includes(text);
    case 'contains':
      return text.includes(value);
    case 'startswith':
      return text.startsWith(value);
    case 'endswith':
      return text.endsWith(value);
    case 'icontains':
      return lower.includes(wanted);
    case 'iexact':
      return lower === wanted;
    case 'istartswith':
      return lower.startsWith(wanted);
    case 'iendswith':
      return lower.endsWith(wanted);
    case 'gt':
      return compareAs(kind, text, value) > 0;
    case 'gte':
      return compareAs(kind, text, value) >= 0;
    case 'lt':
      return compareAs(kind, text, value) < 0;
    case 'lte':
      return compareAs(kind, text, value) <= 0;
    case 'range':
      return compareAs(kind, text, value) >= 0 && compareAs(kind, text, second) <= 0;
    default:
      return text === value;
  }
}

/** Lower case of ASCII alone: what another script's lower case is, databases see differently. */
function lowered(text: string): string {
  return text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}
