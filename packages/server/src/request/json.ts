import { AdminError } from '../errors.ts';
import { parseExact } from '../model/raw-number.ts';
import { say } from '../texts/message.ts';

/** The largest depth of nested objects and arrays in a body; deeper ones cannot be traversed safely. */
const maxDepth = 200;

/** Parses JSON text; a number that would be rounded is kept as its text. Throws a 400 `parse_error`. */
export function parseJson(text: string): unknown {
  if (depthOf(text) > maxDepth) throw new AdminError('parse_error', { detail: say('maxLevels', { count: maxDepth }) });
  try {
    return parseExact(text);
  } catch (cause) {
    throw new AdminError('parse_error', { cause });
  }
}

/** The depth of the brackets in a text, without those inside its strings. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let isInside = false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (isInside) {
      if (code === backslash) index += 1;
      else if (code === quote) isInside = false;
    } else if (code === quote) isInside = true;
    else if (code === openBrace || code === openBracket) deepest = Math.max(deepest, ++depth);
    else if (code === closeBrace || code === closeBracket) depth -= 1;
  }
  return deepest;
}

const [quote, backslash, openBrace, closeBrace, openBracket, closeBracket] = Array.from('"\\{}[]', (character) => character.charCodeAt(0));
