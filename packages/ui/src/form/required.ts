import { useCallback } from 'react';
import { get, useFormContext, useFormState } from 'react-hook-form';

/**
 * Demands a value; what is stored already may stay as it is, empty or not.
 * @returns the check for an input, undefined where there is nothing to demand
 */
export function useRequired(source: string, isRequired: boolean): ((value: unknown) => string | undefined) | undefined {
  const { defaultValues } = useFormState();
  const { getValues } = useFormContext();
  const stored = storedAt(source, defaultValues, getValues);
  const check = useCallback(
    (value: unknown) => {
      const isStored = stored !== undefined && stored !== null && JSON.stringify(stored) === JSON.stringify(value);
      return isEmpty(value) && !isStored ? 'Required' : undefined;
    },
    [stored],
  );
  return isRequired ? check : undefined;
}

/** What the form began with; of a line of an inline, with that line, wherever it stands by now. */
function storedAt(source: string, defaultValues: unknown, getValues: (name: string) => unknown): unknown {
  const [, rows, index, name] = /^(_inlines\.\d+\.rows)\.(\d+)\.(.+)$/.exec(source) ?? [];
  if (rows === undefined || name === undefined) return get(defaultValues, source);
  const pk = getValues(`${rows}.${index}._pk`);
  const lines: readonly Readonly<Record<string, unknown>>[] = get(defaultValues, rows) ?? [];
  return pk === undefined ? undefined : lines.find(({ _pk: key }) => key === pk)?.[name];
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}
