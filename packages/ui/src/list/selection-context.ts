import type { ModelSchema } from '@grimoire/protocol';
import { createContext, useContext } from 'react';

interface Selection {
  readonly schema: ModelSchema;
  /** Whether all that the list's filters match are meant, in the place of the rows that are ticked. */
  readonly isAll: boolean;
  readonly setAll: (isAll: boolean) => void;
}

export const SelectionContext = createContext<Selection | null>(null);

/** What is selected in the list around. */
export function useSelection(): Selection {
  const selection = useContext(SelectionContext);
  if (!selection) throw new Error('A selection is one of a list.');
  return selection;
}
