import type { ModelSchema } from '@grimoire/protocol';

/** What sorting by a field is called: `id` is react-admin's name of the key, whatever column is called so. */
export function sortNameOf({ pk_field: key }: Pick<ModelSchema, 'pk_field'>, name: string): string {
  return name === 'id' && key !== 'id' ? '_id' : name;
}
