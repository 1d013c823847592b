import { timingSafeEqual } from 'node:crypto';
import { mac } from './mac.ts';

/** Where a page by position starts, and what its reader already knows. */
export interface Position {
  /** JSON values of the sort fields of the row beside the page. */
  readonly values: readonly unknown[];
  /** The count of the first page, carried so that it is not made again. */
  readonly count: number;
  readonly exact: boolean;
}

function signature(body: string, purpose: string, key: string): string {
  return mac(`${purpose}\n${body}`, key).slice(0, 22);
}

/**
 * An opaque text of a position that only this service can have made.
 * @param purpose what the position belongs to: user, model, filters, order. Another purpose does not read it.
 */
export function signPosition(position: Position, purpose: string, key: string): string {
  const body = Buffer.from(JSON.stringify([position.values, position.count, position.exact ? 1 : 0])).toString('base64url');
  return `${body}.${signature(body, purpose, key)}`;
}

/** Reads what {@link signPosition} made; null where it was not made for this purpose. */
export function readPosition(token: string, purpose: string, keys: readonly string[]): Position | null {
  const [body = '', given = ''] = token.split('.');
  const actual = Buffer.from(given);
  const isSigned = keys.some((key) => {
    const expected = Buffer.from(signature(body, purpose, key));
    return actual.length === expected.length && timingSafeEqual(actual, expected);
  });
  if (!isSigned) return null;
  const [values, count, exact] = JSON.parse(Buffer.from(body, 'base64url').toString()) as [unknown[], number, number];
  return { values, count, exact: exact === 1 };
}
