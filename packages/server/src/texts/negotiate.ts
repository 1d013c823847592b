/** What is read of a header: browsers send a hundred characters with ten languages. */
const maxLength = 1000;
const maxRanges = 50;

interface Range {
  readonly tag: string;
  readonly quality: number;
}

/**
 * The language that an `Accept-Language` header prefers among those that are offered; the usual one if it wants none of them, or anything.
 * `de-AT` is met by `de`. What is no language in it is passed over.
 */
export function preferredLanguage(header: string, offered: readonly string[], usual: string): string {
  const ranges = rangesOf(header);
  const refused = new Set(ranges.filter(({ quality }) => quality === 0).map(({ tag }) => tag));
  const allowed = offered.filter((tag) => !refused.has(tag));
  for (const { tag } of ranges.filter(({ quality }) => quality > 0).toSorted((one, other) => other.quality - one.quality)) {
    if (tag === '*') return allowed.includes(usual) ? usual : (allowed[0] ?? usual);
    const match = allowed.find((each) => tag === each || tag.startsWith(`${each}-`));
    if (match !== undefined) return match;
  }
  return usual;
}

function rangesOf(header: string): Range[] {
  const isCut = header.length > maxLength;
  const parts = header.slice(0, maxLength).split(',', maxRanges);
  // The last part of a header that is cut is no whole one.
  return (isCut && parts.length < maxRanges ? parts.slice(0, -1) : parts).flatMap((part) => {
    const [, tag, quality = '1'] =
      /^\s*(\*|[a-z]{1,8}(?:-[a-z\d]{1,8})*)\s*(?:;\s*q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?$/i.exec(part) ?? [];
    return tag === undefined ? [] : [{ tag: tag.toLowerCase(), quality: Number(quality) }];
  });
}
