import { reservedParameters } from '@grimoire/protocol';
import type { Policy } from '../authorize/policy.ts';
import type { JsonSchema } from '../model/field-type.ts';
import type { FieldPath, Model } from '../model/model.ts';
import { lookupsOf } from '../plan/filters.ts';
import type { Parameter } from './operations.ts';
import { paramSchema } from './schemas.ts';

const reserved: ReadonlySet<string> = new Set(reservedParameters);
const text: JsonSchema = { type: 'string' };

/** The parameters of a list: every filter that this actor may use, and the page (CONTRACT §4). */
export function listParameters(model: Model, policy: Policy): Parameter[] {
  const { fields } = policy.view(model);
  const own = fields.filter((field) => field.queryable).map((field): FieldPath => ({ name: field.name, steps: [], field }));
  const declared = model.listFilter.filter((path) => path.steps.length > 0 && policy.mayReadPath(model, path));
  const filters = [...own, ...declared].flatMap(filtersOf);
  const taken = new Set(filters.map(({ name }) => name));
  const sorts = fields.filter((field) => field.queryable && field.type.name !== 'BinaryField').map((field) => field.name);
  const canSearch = model.searchFields.some((path) => policy.mayReadPath(model, path));
  return [
    { name: 'page', in: 'query', schema: { type: 'integer', minimum: 1 } },
    { name: 'page_size', in: 'query', schema: { type: 'integer', minimum: 1 } },
    {
      name: 'ordering',
      in: 'query',
      schema: text,
      description: `Fields with commas between them, each with "-" to sort down: pk, ${sorts.join(', ')}.`,
    },
    ...(canSearch ? [{ name: 'search', in: 'query' as const, schema: { ...text, maxLength: 200 } }] : []),
    { name: 'after', in: 'query', schema: text, description: 'A position, as a link to the next page has it.' },
    { name: 'before', in: 'query', schema: text, description: 'A position, as a link to the previous page has it.' },
    ...(taken.has('pk') ? [] : keyFilters),
    ...filters,
  ];
}

const keyFilters: readonly Parameter[] = [
  { name: 'pk', in: 'query', schema: text, description: 'The key.' },
  { name: 'pk__in', in: 'query', schema: text, description: 'Keys with commas between them.' },
];

function filtersOf({ name, field, steps }: FieldPath): Parameter[] {
  const described = steps.length > 0 ? ` (${name})` : '';
  const value = paramSchema(field.link && field.inner ? field.inner : field);
  return lookupsOf(field).flatMap((lookup): Parameter[] => {
    const filter = (suffix: string, schema: JsonSchema, description: string): Parameter => ({
      name: `${name}${suffix}`,
      in: 'query',
      schema,
      description: `${field.verboseName}${described}: ${description}.`,
    });
    switch (lookup) {
      case 'exact':
        return [filter(reserved.has(name) ? '__exact' : '', { anyOf: [value, { type: 'array', items: value }] }, 'any of the values')];
      case 'in':
        return [filter('__in', text, 'any of the values, with commas between them')];
      case 'isnull':
        return [filter('__isnull', { type: 'boolean' }, 'whether there is none')];
      case 'icontains':
        return [filter('__icontains', text, 'has this text in it')];
      case 'date':
        return [filter('__date', { type: 'string', format: 'date' }, 'on this day, in UTC')];
      case 'gte':
      case 'lte':
      case 'gt':
      case 'lt':
        return [filter(`__${lookup}`, value, lookup)];
    }
  });
}
