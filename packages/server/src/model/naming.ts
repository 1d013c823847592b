/** The words of a name in any common spelling: `customerID`, `customer_id`, `Customer Id`. */
export function wordsOf(name: string): string[] {
  return name
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** A name for people: `createdAt` is `created at`. */
export function verboseNameOf(name: string): string {
  return wordsOf(name).join(' ').toLowerCase() || name;
}

/** Names of columns that hold long text where nothing limits them (CONTRACT §1). */
const longTextNames = new Set([
  'body',
  'content',
  'description',
  'note',
  'notes',
  'bio',
  'comment',
  'comments',
  'html',
  'markdown',
  'text',
  'message',
]);

/** Whether an unbounded text column of this name is long text. */
export function isLongTextName(name: string): boolean {
  return longTextNames.has(name.toLowerCase());
}
