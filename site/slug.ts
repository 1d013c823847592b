/**
 * The anchor of a heading, as repository views make it, so that a link to a heading works there and on the site.
 * @param heading the text of the heading, without marks
 */
export function slugOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
}
