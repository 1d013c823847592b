import { get, useFormState } from 'react-hook-form';

/**
 * Whether the list of a picker opens when the picker gets the focus: not after a save that was refused, which gives the focus to what is wrong.
 * The list would cover what is said of it.
 */
export function useOpensOnFocus(source: string): boolean {
  const { errors, isSubmitting } = useFormState();
  return !isSubmitting && get(errors, source) === undefined;
}
