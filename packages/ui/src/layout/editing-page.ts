import { createContext } from 'react';

/** The page on which a row is edited. */
export interface EditingPage {
  /** Reads the row again; unsaved input is lost. */
  readonly reload: () => Promise<unknown>;
  /** Called by the component that reads the row. */
  readonly setReload: (reload: () => Promise<unknown>) => void;
  /** Leaves the page without asking, because there is no unsaved input. */
  readonly leave: (go: () => void | Promise<void>) => void;
  readonly isLeaving: boolean;
}

export const EditingPageContext = createContext<EditingPage | null>(null);
