import type { ReactNode } from 'react';
import { ChoicesContextProvider, type ChoicesContextValue, useChoicesContext } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { messageOf } from '../layout/trouble.tsx';

interface PickerChoicesProps {
  readonly source: string;
  /** Whether the picker has been opened or typed into. */
  readonly isUsed: boolean;
  /** The input, which says why it has no options. */
  readonly children: (told: { readonly noOptionsText?: string }) => ReactNode;
}

/**
 * The choices of the surrounding reference for the input of a picker. That they could not be read is an error of the input only where it was used, or
 * where the rows that are picked are not known either: on a form, all pickers ask again for their rows, and most show what they need.
 */
export function PickerChoices({ source, isUsed, children }: PickerChoicesProps) {
  const choices = useChoicesContext();
  const { error, ...quiet } = choices;
  const picked = [useWatch({ name: source }) as unknown].flat().filter((key) => key !== undefined && key !== null && key !== '');
  const isTold = isUsed || (quiet.selectedChoices?.length ?? 0) < picked.length;
  return (
    <ChoicesContextProvider value={isTold ? choices : (quiet as ChoicesContextValue)}>
      {children(error ? { noOptionsText: messageOf(error) } : {})}
    </ChoicesContextProvider>
  );
}
