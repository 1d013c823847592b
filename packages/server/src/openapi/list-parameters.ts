import { aggregateParameters, cutParameter, filterGroupParameter, reservedParameters, trashParameter } from '@grimoire/protocol';
import type { Policy } from '../authorize/policy.ts';
import type { JsonSchema } from '../model/field-type.ts';
import type { FieldPath, Model } from '../model/model.ts';
import { verboseNameOf } from '../model/naming.ts';
import { lookups, lookupsOf } from '../plan/lookups.ts';
import { parameter, type OpenApiParameter, type Reference } from './operations.ts';
import { filterSchema, keySchema } from './schemas.ts';
import { text } from './shapes.ts';
import { ownPath } from '../model/path.ts';

const reserved: ReadonlySet<string> = new Set([...reservedParameters, ...aggregateParameters, cutParameter, filterGroupParameter]);

/** The parameters of a list: every filter that this actor may use, and the page (CONTRACT §4). */
export function listParameters(model: Model, policy: Policy): (OpenApiParameter | Reference)[] {
  const { fields } = policy.access(model);
  const sorts = fields.filter((field) => field.queryable && !field.type.traits.isUnsortable).map((field) => field.name);
  return [
    parameter('Page'),
    parameter('PageSize'),
    parameter('Cut'),
    {
      name: 'ordering',
      in: 'query',
      schema: text,
      description: `Fields with commas between them, each with "-" to sort down: pk, ${sorts.join(', ')}.`,
      example: '-pk',
    },
    parameter('After'),
    parameter('Before'),
    ...rowParameters(model, policy),
  ];
}

/** The parameters that limit the rows of a list: search, every filter that this actor may use, and the trash. */
export function rowParameters(model: Model, policy: Policy): (OpenApiParameter | Reference)[] {
  const own = policy
    .access(model)
    .fields.filter((field) => field.queryable)
    .map((field) => ownPath(field));
  const declared = model.listFilter.filter((path) => path.steps.length > 0 && policy.mayReadPath(model, path));
  const filters = [...own, ...declared].flatMap(filtersOf);
  const canSearch = model.searchFields.some((path) => policy.mayReadPath(model, path));
  return [
    ...(canSearch ? [parameter('Search')] : []),
    parameter('FilterGroup'),
    ...(filters.some(({ name }) => name === 'pk') ? [] : keyFilters(keySchema(model))),
    ...filters,
    ...trashParameters(model, policy),
  ];
}

/** The parameter for the rows in the trash, if the user may see them. */
export function trashParameters(model: Model, policy: Policy): OpenApiParameter[] {
  if (!policy.maySeeTrash(model)) return [];
  return [{ name: trashParameter, in: 'query', schema: { const: 'only' }, description: 'The rows in the trash, in place of the others.' }];
}

/** A filter that takes one value. */
function single(name: string, schema: JsonSchema, description?: string): OpenApiParameter {
  return { name, in: 'query', schema, ...(description === undefined ? {} : { description }) };
}

/**
 * A filter that matches any of several values, with one parameter for each: the default form of every generator, and the only one in which
 * a value may contain a comma.
 */
function several(name: string, items: JsonSchema, description?: string): OpenApiParameter {
  return { ...single(name, { type: 'array', items }, description), explode: true };
}

function keyFilters(key: JsonSchema): OpenApiParameter[] {
  return [single('pk', key, 'The key.'), several('pk__in', key, 'Any of these keys.')];
}

/** The meaning of the suffixes of filter names: explained once for all filters of a list. */
export const filterLegend: string = [
  ...Object.entries(lookups)
    .filter(([name]) => name !== 'exact')
    .map(([name, { label }]) => `\`__${name}\` ${label}`),
  '`__not` not equal, and before another one its opposite, as in `__not__in`',
].join(', ');

function filtersOf({ name, field }: FieldPath): OpenApiParameter[] {
  const value = filterSchema(field);
  const description = field.verboseName === verboseNameOf(field.name) ? undefined : field.verboseName;
  return lookupsOf(field).map((lookup): OpenApiParameter => {
    const { schema = value, isList = false } = lookups[lookup];
    const parameterName = lookup === 'exact' && !reserved.has(name) ? name : `${name}__${lookup}`;
    return (isList ? several : single)(parameterName, schema, description);
  });
}
