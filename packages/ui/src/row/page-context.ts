import { createContext } from 'react';

/** The page on which a row is edited. */
export interface EditingPage {
  /** Reads the row again; what is not saved is gone. */
  readonly reload: () => Promise<unknown>;
  /** Said by whoever reads the row. */
  readonly setReload: (reload: () => Promise<unknown>) => void;
  /** Goes elsewhere without asking: there is nothing left to lose. */
  readonly leave: (go: () => void) => void;
  readonly isLeaving: boolean;
}

export const EditingPageContext = createContext<EditingPage | null>(null);
