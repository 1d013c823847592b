import type { Key } from '@grimoire/protocol';
import { createContext } from 'react';

/** Makes and changes rows of other models beside a form, which keeps what was entered into it. */
export interface RelatedRows {
  /**
   * @param id the row that is changed; undefined for a new one
   * @returns the key of the row once it is saved; null if the person closes it without
   */
  readonly open: (model: string, id?: Key) => Promise<Key | null>;
}

/** Null where no rows can be opened, such as in the form of such a row itself. */
export const RelatedRowsContext = createContext<RelatedRows | null>(null);
