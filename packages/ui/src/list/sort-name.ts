import type { ModelSchema } from '@grimoire/protocol';
import type { SortPayload } from 'react-admin';

/** The order of a list before the user chooses one. */
export function defaultSortOf(schema: Pick<ModelSchema, 'pk_field' | 'ordering'>): SortPayload {
  const [first = '-pk'] = schema.ordering;
  return { field: sortNameOf(schema, first.replace(/^-/, '')), order: first.startsWith('-') ? 'DESC' : 'ASC' };
}

/** The name by which a field is sorted: `id` is react-admin's name of the key, even if another column is called `id`. */
export function sortNameOf({ pk_field: key }: Pick<ModelSchema, 'pk_field'>, name: string): string {
  return name === 'id' && key !== 'id' ? '_id' : name;
}
