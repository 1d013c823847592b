/** What may stand in an address where the key of a row stands: in the API behind `r/{model}/`, and in the dashboard behind the model. */
export const rowWords = ['action', 'aggregate', 'autocomplete', 'bulk', 'create', 'import', 'suggest', 'trash'] as const;

const words: ReadonlySet<string> = new Set(rowWords);

/**
 * The key of a row as a part of an address: percent-encoded, and where it is one of {@link rowWords}, so is its first letter. The row `bulk` is
 * `%62ulk`.
 */
export function keySegment(key: string | number): string {
  const text = String(key);
  const encoded = encodeURIComponent(text);
  return words.has(text.toLowerCase()) ? `%${text.charCodeAt(0).toString(16).toUpperCase()}${encoded.slice(1)}` : encoded;
}

/** The key that a part of an address stands for. What is not percent-encoded rightly is the key as it is. */
export function keyOfSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/**
 * No spaces and control characters, of which browsers remove some, and no backslash, which they read as a slash: `/\example.com` leads to
 * another host.
 */
const ownPath = /^\/(?!\/)[^\s\\\p{Cc}]*$/u;

/** Whether a text is a path on the origin of the page, such as `/static/logo.svg`. */
export function isOwnPath(text: string): boolean {
  return ownPath.test(text);
}
