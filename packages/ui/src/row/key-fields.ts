import type { ModelSchema } from '@grimoire/protocol';

/** The fields of a model's key. They can not be changed. */
export function keyFieldsOf({ pk_field: field, pk_fields: fields }: ModelSchema): ReadonlySet<string> {
  return new Set(fields ?? [field]);
}
