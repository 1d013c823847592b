import { createContext, type RefObject } from 'react';

/** The page on which a row is edited. */
interface EditingPage {
  /** Whether its form holds what is not saved. */
  readonly isDirty: RefObject<boolean>;
  /** Reads the row again; what was not saved is gone. */
  readonly reload: RefObject<() => Promise<unknown>>;
}

export const EditingPageContext = createContext<EditingPage | null>(null);
