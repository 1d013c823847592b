import type { ModelSchema } from '@grimoire/protocol';

/** The name by which a field is sorted: `id` is react-admin's name of the key, even if another column is called `id`. */
export function sortNameOf({ pk_field: key }: Pick<ModelSchema, 'pk_field'>, name: string): string {
  return name === 'id' && key !== 'id' ? '_id' : name;
}
