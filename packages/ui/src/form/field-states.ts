import type { FieldSchema } from '@grimoire/protocol';
import { useState } from 'react';
import { get, useFormState, useWatch } from 'react-hook-form';
import { type FieldState, fieldStateOf } from './conditions.ts';
import { formName } from '../inputs/form-names.ts';

interface FieldStates {
  readonly of: (field: FieldSchema) => FieldState;
  /** Fields that are shown against their conditions, because the service has refused their values, with the messages. */
  readonly refused: readonly { readonly field: FieldSchema; readonly message: string }[];
}

/**
 * The states of fields by their conditions and the current values of the form. A field that is not shown keeps its value, and no validator of
 * the form asks for one. Conditions are no rights.
 * @param place what stands before the names of the fields in the form: the path of a line, with a dot.
 */
export function useFieldStates(fields: readonly FieldSchema[], place = ''): FieldStates {
  const names = namesIn(fields);
  const values: readonly unknown[] = useWatch({ name: names.map((name) => `${place}${formName(name)}`) });
  const { errors, isDirty } = useFormState();
  const [revealed, reveal] = useState<ReadonlySet<string>>(none);
  const byConditions = (field: FieldSchema): FieldState => fieldStateOf(field, (name) => values[names.indexOf(name)]);
  const messageOf = ({ name }: FieldSchema): string => {
    const message: unknown = get(errors, `${place}${formName(name)}.message`);
    return typeof message === 'string' ? message : '';
  };
  const closed = fields.filter((field) => byConditions(field) !== 'open');
  const invalid = closed.filter((field) => messageOf(field) !== '' && !revealed.has(field.name));
  const refused = closed.map((field) => ({ field, message: messageOf(field) })).filter(({ message }) => message !== '');
  if (invalid.length > 0) reveal(new Set([...revealed, ...invalid.map(({ name }) => name)]));
  else if (revealed.size > 0 && !isDirty && refused.length === 0) reveal(none);
  return {
    of: (field) => (revealed.has(field.name) ? 'open' : byConditions(field)),
    refused,
  };
}

const none: ReadonlySet<string> = new Set();

/** The fields that the conditions of these fields are about. */
function namesIn(fields: readonly FieldSchema[]): readonly string[] {
  return [...new Set(fields.flatMap((field) => [...Object.keys(field.visible_when ?? {}), ...Object.keys(field.readonly_when ?? {})]))];
}
