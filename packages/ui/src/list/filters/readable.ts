import { filterGroupParameter } from '@grimoire/protocol';
import { parsedJson } from '../../store/parsed-json.ts';
import { isObject } from '../../store/use-stored.ts';

/** The depth of brackets beyond which a filter is none that anybody has made here: it could overflow the stack of what shows it. */
const deepest = 40;

/** Whether the filters of an address can be shown: a JSON object, of which nothing stands too deep. */
export function isReadable(text: string): boolean {
  if (depthOf(text) > deepest) return false;
  const filters = parsedJson(text);
  if (!isObject(filters)) return false;
  const group = filters[filterGroupParameter];
  return typeof group !== 'string' || depthOf(group) <= deepest;
}

/** The largest number of brackets that are open at a place of a JSON text. It does not call itself, however deep that is. */
function depthOf(text: string): number {
  let depth = 0;
  let most = 0;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/gs)) {
    if (token === '{' || token === '[') most = Math.max(most, ++depth);
    else if (token === '}' || token === ']') depth--;
  }
  return most;
}
