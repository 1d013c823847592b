import type { Field } from '../field.ts';
import { InvalidValue } from '../field-type.ts';
import { checkValue, toWire } from '../input.ts';
import type { Constant } from '../table.ts';

/**
 * The value that a new row has by a constant default, in the form of the API. Undefined if it is not certain that a row which is sent with this value
 * is the one that the database makes without it.
 */
export function defaultValueOf(field: Field, constant: Constant | undefined): unknown {
  if (constant === undefined || field.isOpaque || field.type.traits.isNeverEdited) return undefined;
  if (typeof constant !== 'string') return listOf(field, constant);
  try {
    if (field.type.fromDefault) return field.type.fromDefault(constant, field);
    const value = field.type.parse(constant, field);
    checkValue(field, value);
    return toWire(value, field);
  } catch (error) {
    if (error instanceof InvalidValue || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function listOf({ inner }: Field, constants: readonly (Constant | null)[]): unknown {
  if (!inner) return undefined;
  const values = constants.map((constant) => (constant === null ? null : defaultValueOf(inner, constant)));
  return values.includes(undefined) ? undefined : values;
}
