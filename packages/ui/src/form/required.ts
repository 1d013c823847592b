import { useCallback } from 'react';
import { get, useFormState } from 'react-hook-form';

/**
 * Demands a value; what is stored already may stay as it is, empty or not.
 * @returns the check for an input, undefined where there is nothing to demand
 */
export function useRequired(source: string, isRequired: boolean): ((value: unknown) => string | undefined) | undefined {
  const { defaultValues } = useFormState();
  const stored: unknown = get(defaultValues, source);
  const check = useCallback(
    (value: unknown) => {
      const isStored = stored !== undefined && stored !== null && JSON.stringify(stored) === JSON.stringify(value);
      return isEmpty(value) && !isStored ? 'Required' : undefined;
    },
    [stored],
  );
  return isRequired ? check : undefined;
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}
