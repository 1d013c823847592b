import type { ModelSchema } from '@grimoire/protocol';

/** The fields of a model's key. They can not be changed. */
export function keyFieldsOf({ pk_field: field, pk_fields: fields }: ModelSchema): ReadonlySet<string> {
  return new Set(fields ?? [field]);
}

/** The fields of the key that a form of a new row leaves out, because the service makes one. */
export function madeKeysOf({ fields }: ModelSchema): ReadonlySet<string> {
  return new Set(fields.filter(({ made_key: isMade }) => isMade === true).map(({ name }) => name));
}
