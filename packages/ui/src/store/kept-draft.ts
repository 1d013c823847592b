import { exactJson } from '@grimoire/client';
import type { Store } from 'react-admin';
import { parsedJson } from './parsed-json.ts';
import { isObject } from './use-stored.ts';

/** A row as a form has read it. */
export interface RowState {
  /** Its ETag; null for a new row. */
  readonly etag: string | null;
  /** The fingerprint of the rows of its inlines. */
  readonly lines: string;
}

/** What was entered into a form and not saved. */
export interface Draft extends RowState {
  /** When it was entered, in milliseconds of the epoch. */
  readonly at: number;
  /** What was changed, by the names of inputs. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** Milliseconds for which a draft is kept. */
const lifetime = 24 * 60 * 60 * 1000;

/** The most characters of a draft: a browser has little room. */
const mostText = 200_000;

const prefix = 'draft.';

/** Where the draft of a form is kept: for one service, one person and one row. */
export function draftKey(parts: readonly string[]): string {
  return prefix + JSON.stringify(parts);
}

/** Keeps a draft, or removes it where nothing is changed. */
export function keepDraft(store: Store, key: string, draft: Draft): void {
  const isEmpty = Object.keys(draft.values).length === 0;
  const text = exactJson.stringify(draft);
  if (isEmpty || text.length > mostText) store.removeItem(key);
  else store.setItem(key, text);
}

/** A draft that is not too old; another version of the dashboard, or anybody at the browser, may have written it. */
export function readDraft(store: Store, key: string): Draft | null {
  const stored: unknown = store.getItem(key, null);
  const value = typeof stored === 'string' ? parsedJson(stored, exactJson.parse) : stored;
  if (!isObject(value) || typeof value['at'] !== 'number' || typeof value['lines'] !== 'string' || !isObject(value['values'])) return null;
  const etag = value['etag'];
  if (etag !== null && typeof etag !== 'string') return null;
  if (Math.abs(Date.now() - value['at']) > lifetime) {
    store.removeItem(key);
    return null;
  }
  return { at: value['at'], etag, lines: value['lines'], values: value['values'] };
}
