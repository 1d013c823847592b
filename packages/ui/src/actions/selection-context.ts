import type { ModelSchema } from '@grimoire/protocol';
import { createContext, useContext } from 'react';

interface Selection {
  readonly schema: ModelSchema;
  /** Whether all rows that match the list's filters are selected, instead of the ticked rows. */
  readonly isAll: boolean;
  readonly setAll: (isAll: boolean) => void;
}

export const SelectionContext = createContext<Selection | null>(null);

/** The selection of the surrounding list. */
export function useSelection(): Selection {
  const selection = useContext(SelectionContext);
  if (!selection) throw new Error('A selection is one of a list.');
  return selection;
}
