import { type Lookup, reservedParameters } from '@grimoire/protocol';
import type { Policy } from '../authorize/policy.ts';
import type { JsonSchema } from '../model/field-type.ts';
import type { FieldPath, Model } from '../model/model.ts';
import { verboseNameOf } from '../model/naming.ts';
import { lookupsOf } from '../plan/filters.ts';
import { parameter, type Parameter, type Reference } from './operations.ts';
import { filterSchema, keySchema } from './schemas.ts';
import { text } from './shapes.ts';

const reserved: ReadonlySet<string> = new Set(reservedParameters);

/** The parameters of a list: every filter that this actor may use, and the page (CONTRACT §4). */
export function listParameters(model: Model, policy: Policy): (Parameter | Reference)[] {
  const { fields } = policy.view(model);
  const own = fields.filter((field) => field.queryable).map((field): FieldPath => ({ name: field.name, steps: [], field }));
  const declared = model.listFilter.filter((path) => path.steps.length > 0 && policy.mayReadPath(model, path));
  const filters = [...own, ...declared].flatMap(filtersOf);
  const sorts = fields.filter((field) => field.queryable && field.type.name !== 'BinaryField').map((field) => field.name);
  const canSearch = model.searchFields.some((path) => policy.mayReadPath(model, path));
  return [
    parameter('Page'),
    parameter('PageSize'),
    {
      name: 'ordering',
      in: 'query',
      schema: text,
      description: `Fields with commas between them, each with "-" to sort down: pk, ${sorts.join(', ')}.`,
      example: '-pk',
    },
    ...(canSearch ? [parameter('Search')] : []),
    parameter('After'),
    parameter('Before'),
    ...(filters.some(({ name }) => name === 'pk') ? [] : keyFilters(keySchema(model))),
    ...filters,
  ];
}

/** A filter that takes one value. */
function single(name: string, schema: JsonSchema, description?: string): Parameter {
  return { name, in: 'query', schema, ...(description === undefined ? {} : { description }) };
}

/**
 * A filter that takes any of several values, one parameter for each: what every generator writes by itself, and the one form
 * in which a value may have a comma in it.
 */
function several(name: string, items: JsonSchema, description?: string): Parameter {
  return { ...single(name, { type: 'array', items }, description), explode: true };
}

function keyFilters(key: JsonSchema): Parameter[] {
  return [single('pk', key, 'The key.'), several('pk__in', key, 'Any of these keys.')];
}

interface Filter {
  readonly suffix: string;
  /** What the filter asks of the field. */
  readonly words: string;
  /** Of one value; that of the field by default. */
  readonly schema?: JsonSchema;
  readonly isList?: boolean;
}

const filters: Readonly<Record<Lookup, Filter>> = {
  exact: { suffix: '', words: 'equal' },
  in: { suffix: '__in', words: 'any of these', isList: true },
  isnull: { suffix: '__isnull', words: 'missing', schema: { type: 'boolean' } },
  icontains: { suffix: '__icontains', words: 'contains, in upper or lower case', schema: text },
  date: { suffix: '__date', words: 'on this day in UTC', schema: { type: 'string', format: 'date' } },
  gte: { suffix: '__gte', words: 'at least' },
  lte: { suffix: '__lte', words: 'at most' },
  gt: { suffix: '__gt', words: 'more than' },
  lt: { suffix: '__lt', words: 'less than' },
};

/** What the ends of the filters' names mean: said once for all the filters of a list. */
export const filterLegend: string = Object.values(filters)
  .filter(({ suffix }) => suffix !== '')
  .map(({ suffix, words }) => `\`${suffix}\` ${words}`)
  .join(', ');

function filtersOf({ name, field }: FieldPath): Parameter[] {
  const value = filterSchema(field);
  const description = field.verboseName === verboseNameOf(field.name) ? undefined : field.verboseName;
  return lookupsOf(field).map((lookup): Parameter => {
    const { suffix, schema = value, isList = false } = filters[lookup];
    const parameterName = lookup === 'exact' && reserved.has(name) ? `${name}__exact` : `${name}${suffix}`;
    return (isList ? several : single)(parameterName, schema, description);
  });
}
