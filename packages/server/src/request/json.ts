import { AdminError } from '../errors/errors.ts';
import { InvalidValue } from '../model/field-type.ts';
import { parseExact } from '../model/raw-number.ts';
import { say } from '../texts/message.ts';

/** The largest depth of nested objects and arrays; deeper ones cannot be traversed safely. */
const maxDepth = 200;

/** The longest name, in characters as they are written. */
const maxNameLength = 4000;

/** What a text may have. */
export interface JsonLimits {
  /** How many different names its objects may have: more of them take longer to parse than the same names again. */
  readonly names: number;
  /** How many of its numbers may be longer than JavaScript's: each of them takes as long as many others. */
  readonly longNumbers: number;
}

/** What members of staff may send: a row has few names, a document may have many. */
const ofStaff: JsonLimits = { names: 20_000, longNumbers: 10_000 };

/** What anybody may send, to sign in and out. */
export const ofStranger: JsonLimits = { names: 100, longNumbers: 100 };

/** Parses the JSON text of a body; a number that would be rounded is kept as its text. Throws a 400 `parse_error`. */
export function parseJson(text: string, limits?: JsonLimits): unknown {
  try {
    return readJson(text, limits);
  } catch (cause) {
    throw new AdminError('parse_error', cause instanceof InvalidValue ? { detail: cause.said } : { cause });
  }
}

/**
 * Parses a JSON text of a request; a number that would be rounded is kept as its text. Throws an {@link InvalidValue}, before anything is
 * made of the text, if it is beyond the limits, and a `SyntaxError` if it is no JSON.
 */
export function readJson(text: string, limits: JsonLimits = ofStaff): unknown {
  requireLimits(text, limits);
  try {
    return parseExact(text, limits.longNumbers);
  } catch (error) {
    if (error instanceof RangeError) throw new InvalidValue(say('maxLongNumbers', { most: limits.longNumbers }));
    throw error;
  }
}

/** Throws for a text with too many levels, too many names, or a name that is too long. */
function requireLimits(text: string, limits: JsonLimits): void {
  const names = new Set<string>();
  let depth = 0;
  let [start, end] = [0, 0];
  for (let index = 0; index < text.length; index++) {
    switch (text.charCodeAt(index)) {
      case quote:
        start = index + 1;
        index = end = endOfText(text, start);
        break;
      case colon:
        if (end - start > maxNameLength) throw new InvalidValue(say('maxNameLength', { most: maxNameLength }));
        if (names.add(text.slice(start, end)).size > limits.names) throw new InvalidValue(say('maxNames', { most: limits.names }));
        break;
      case openBrace:
      case openBracket:
        if (++depth > maxDepth) throw new InvalidValue(say('maxLevels', { count: maxDepth }));
        break;
      case closeBrace:
      case closeBracket:
        depth -= 1;
    }
  }
}

/** The index of the quotation mark that ends a text which begins at this one. */
function endOfText(text: string, start: number): number {
  let index = start;
  for (; index < text.length && text.charCodeAt(index) !== quote; index++) if (text.charCodeAt(index) === backslash) index += 1;
  return index;
}

const [quote, backslash, colon] = [0x22, 0x5c, 0x3a];
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];
