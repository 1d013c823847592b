import { createContext } from 'react';

/** What the form of a page says of itself. */
export interface FormReport {
  /** Whether it holds what is not saved. */
  readonly isDirty?: boolean;
  /** Reads the row again; what is not saved is gone. */
  readonly reload?: () => Promise<unknown>;
}

/** The page on which a row is edited. */
export interface EditingPage {
  readonly isDirty: () => boolean;
  readonly reload: () => Promise<unknown>;
  readonly report: (said: FormReport) => void;
  /** Goes elsewhere without asking: there is nothing left to lose. */
  readonly leave: (go: () => void) => void;
  readonly isLeaving: boolean;
}

export const EditingPageContext = createContext<EditingPage | null>(null);
