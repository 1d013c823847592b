/** The name of a table or a column in SQL, as both databases quote it. */
export function quotedName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
