/**
 * The value of a JSON text that may be anything, such as one of an address; undefined if it is no JSON.
 * @param parse by default `JSON.parse`
 */
export function parsedJson(text: string, parse: (text: string) => unknown = JSON.parse): unknown {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}
