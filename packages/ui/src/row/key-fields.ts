import type { ModelSchema } from '@grimoire/protocol';

/** The fields of a model's key. They can not be changed. */
export function keyFieldsOf({ pk_field: field, pk_fields: fields }: ModelSchema): ReadonlySet<string> {
  return new Set(fields ?? [field]);
}

/** The fields of the key that a form of a new row leaves out, because one is made where none is sent. */
export function madeKeysOf(schema: ModelSchema): ReadonlySet<string> {
  const keys = keyFieldsOf(schema);
  return new Set(schema.fields.flatMap(({ name, has_default: isMade }) => (isMade === true && keys.has(name) ? [name] : [])));
}
