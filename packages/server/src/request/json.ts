import { AdminError } from '../errors.ts';
import { parseExact } from '../model/raw-number.ts';

/** Objects and arrays inside one another that a body may have; deeper ones can't be walked safely. */
const maxDepth = 200;

/**
 * Parses JSON text; a number that would be rounded is kept as it is written. Throws a 400 `parse_error`.
 */
export function parseJson(text: string): unknown {
  if (depthOf(text) > maxDepth) throw new AdminError('parse_error', { detail: `More than ${maxDepth} levels inside one another.` });
  try {
    return parseExact(text);
  } catch (cause) {
    throw new AdminError('parse_error', { cause });
  }
}

/** How deep the brackets of a text go; those inside its strings do not count. */
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
