import { exactJson } from '@grimoire/client';
import { useCallback } from 'react';
import { get, useFormContext, useFormState } from 'react-hook-form';
import { t } from '../texts/text.ts';

interface Demands {
  readonly isRequired: boolean;
  /** Characters, as a database counts them. */
  readonly maxLength: number | undefined;
}

/**
 * Checks the value of an input before it is sent. A value that is already stored may be kept, whatever it is.
 * @returns the validator for an input; undefined where every value is accepted
 */
export function useCheck(source: string, { isRequired, maxLength }: Demands): ((value: unknown) => string | undefined) | undefined {
  const { defaultValues } = useFormState();
  const { getValues } = useFormContext();
  const stored = storedAt(source, defaultValues, getValues);
  const check = useCallback(
    (value: unknown) => {
      if (stored !== undefined && stored !== null && exactJson.stringify(stored) === exactJson.stringify(value)) return undefined;
      if (isRequired && isEmpty(value)) return t('Required');
      const isTooLong = maxLength !== undefined && typeof value === 'string' && Array.from(value).length > maxLength;
      return isTooLong ? t('At most %{count} character. |||| At most %{count} characters.', { count: maxLength }) : undefined;
    },
    [stored, isRequired, maxLength],
  );
  return isRequired || maxLength !== undefined ? check : undefined;
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
