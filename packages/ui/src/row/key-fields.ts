import type { ModelSchema } from '@grimoire/protocol';

/** The fields that the key of a model's rows is made of. They can't be changed. */
export function keyFieldsOf({ pk_field: field, pk_fields: fields }: ModelSchema): ReadonlySet<string> {
  return new Set(fields ?? [field]);
}
