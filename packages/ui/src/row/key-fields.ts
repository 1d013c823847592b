import type { FieldSchema, ModelSchema } from '@grimoire/protocol';
import { textOf } from '../cells/value-text.ts';

/**
 * The fields that a row's key is made of, which can't be changed. A schema names a key of one field; the parts of a composite
 * one stand in the row's `pk`, and are looked for in its required fields, in their order (CONTRACT §1).
 */
export function keyFieldsOf(schema: ModelSchema, row: Readonly<Record<string, unknown>> & { readonly pk?: unknown }): ReadonlySet<string> {
  if (schema.pk_field !== 'pk' || schema.fields.some(({ name }) => name === 'pk')) return new Set([schema.pk_field]);
  const open = schema.fields.filter(({ null: isNullable }) => !isNullable);
  const names = new Set<string>();
  for (const part of textOf(row.pk).split('~')) {
    const field = open.find((one: FieldSchema) => !names.has(one.name) && textOf(row[one.name]) === decoded(part));
    if (field) names.add(field.name);
  }
  return names;
}

/** Text of a part of a key: `_` and two hex digits are a byte of UTF-8. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll('%', '%25').replace(/_([\da-f]{2})/gi, '%$1'));
  } catch {
    return part;
  }
}
