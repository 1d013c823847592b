/** A text as far as a line of a list has room. */
export function cut(text: string): string {
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
