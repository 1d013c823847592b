/** A text, shortened to fit into a line of a list. */
export function cut(text: string): string {
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
