import { isMac, mac } from './mac.ts';

/** The start of a page by position, and the count that the client already has. */
export interface Position {
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
 * An opaque, signed text of a position, which only this service can create.
 * @param purpose what the position belongs to: user, model, filters, order. It cannot be read for another purpose.
 */
export function signPosition(position: Position, purpose: string, key: string): string {
  const body = Buffer.from(JSON.stringify([position.values, position.count, position.exact ? 1 : 0])).toString('base64url');
  return `${body}.${mac(signedText(body, purpose), key, length)}`;
}

/** Reads a text of {@link signPosition}; null if it was not signed for this purpose. */
export function readPosition(token: string, purpose: string, keys: readonly string[]): Position | null {
  const [body = '', given = ''] = token.split('.');
  if (!isMac(given, { text: signedText(body, purpose), keys, length })) return null;
  const [values, count, exact] = JSON.parse(Buffer.from(body, 'base64url').toString()) as [unknown[], number, number];
  return { values, count, exact: exact === 1 };
}
