import { isMac, mac } from './mac.ts';

/** Where a page by position starts, and what its reader already knows. */
export interface Position {
  /** JSON values of the sort fields of the row beside the page. */
  readonly values: readonly unknown[];
  /** The count of the first page, carried so that it is not made again. */
  readonly count: number;
  readonly exact: boolean;
}

/** Characters of a signature. */
const length = 22;

function signedText(body: string, purpose: string): string {
  return `${purpose}\n${body}`;
}

/**
 * An opaque text of a position that only this service can have made.
 * @param purpose what the position belongs to: user, model, filters, order. Another purpose does not read it.
 */
export function signPosition(position: Position, purpose: string, key: string): string {
  const body = Buffer.from(JSON.stringify([position.values, position.count, position.exact ? 1 : 0])).toString('base64url');
  return `${body}.${mac(signedText(body, purpose), key, length)}`;
}

/** Reads what {@link signPosition} made; null where it was not made for this purpose. */
export function readPosition(token: string, purpose: string, keys: readonly string[]): Position | null {
  const [body = '', given = ''] = token.split('.');
  if (!isMac(given, { text: signedText(body, purpose), keys, length })) return null;
  const [values, count, exact] = JSON.parse(Buffer.from(body, 'base64url').toString()) as [unknown[], number, number];
  return { values, count, exact: exact === 1 };
}
