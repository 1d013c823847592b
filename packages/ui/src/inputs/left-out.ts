import type { FieldSchema } from '@grimoire/protocol';
import { useFormContext, useFormState } from 'react-hook-form';
import { storedAt } from './checks.ts';

/** Whether an empty input leaves its field out, which then gets its default: it is one of a new row, and the default is not known before. */
export function useLeavesOut(field: FieldSchema, source: string): boolean {
  const { defaultValues } = useFormState();
  const { getValues } = useFormContext();
  return field.has_default === true && storedAt(source, defaultValues, getValues) === undefined;
}
