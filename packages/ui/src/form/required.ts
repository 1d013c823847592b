import { useCallback } from 'react';
import { get, useFormContext, useFormState } from 'react-hook-form';
import { t } from '../texts/text.ts';

/**
 * Requires a value. A value that is already stored may be kept, empty or not.
 * @returns the validator for an input; undefined where no value is required
 */
export function useRequired(source: string, isRequired: boolean): ((value: unknown) => string | undefined) | undefined {
  const { defaultValues } = useFormState();
  const { getValues } = useFormContext();
  const stored = storedAt(source, defaultValues, getValues);
  const check = useCallback(
    (value: unknown) => {
      const isStored = stored !== undefined && stored !== null && JSON.stringify(stored) === JSON.stringify(value);
      return isEmpty(value) && !isStored ? t('Required') : undefined;
    },
    [stored],
  );
  return isRequired ? check : undefined;
}

/** The initial value of the input; for a line of an inline, the initial value of that line, whatever its current position. */
export function storedAt(source: string, defaultValues: unknown, getValues: (name: string) => unknown): unknown {
  const [, rows, index, name] = /^(_inlines\.\d+\.rows)\.(\d+)\.(.+)$/.exec(source) ?? [];
  if (rows === undefined || name === undefined) return get(defaultValues, source);
  const pk = getValues(`${rows}.${index}._pk`);
  const lines: readonly Readonly<Record<string, unknown>>[] = get(defaultValues, rows) ?? [];
  return pk === undefined ? undefined : lines.find(({ _pk: key }) => key === pk)?.[name];
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}
