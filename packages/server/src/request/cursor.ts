import { isMac, mac } from './mac.ts';

/** The row after which a page starts or before which it ends, by its values in the sort, and the count of the first page. */
export interface Cursor {
  /** JSON values of the sort fields of the row next to the page. */
  readonly values: readonly unknown[];
  /** The count of the first page, kept so that the rows are not counted again. */
  readonly count: number;
  readonly exact: boolean;
}

/** The number of characters in a signature. */
const length = 22;

function signedText(body: string, purpose: string): string {
  return `${purpose}\n${body}`;
}

/**
 * Signs a cursor: an opaque text that only this service can create.
 * @param purpose what the cursor belongs to: user, model, filters, order. It cannot be read for another purpose.
 */
export function signCursor(cursor: Cursor, purpose: string, key: string): string {
  const body = Buffer.from(JSON.stringify([cursor.values, cursor.count, cursor.exact ? 1 : 0])).toString('base64url');
  return `${body}.${mac(signedText(body, purpose), key, length)}`;
}

/** Reads a text of {@link signCursor}; null if it was not signed for this purpose. */
export function readCursor(token: string, purpose: string, keys: readonly string[]): Cursor | null {
  const [body = '', given = ''] = token.split('.');
  if (!isMac(given, { text: signedText(body, purpose), keys, length })) return null;
  const [values, count, exact] = JSON.parse(Buffer.from(body, 'base64url').toString()) as [unknown[], number, number];
  return { values, count, exact: exact === 1 };
}
