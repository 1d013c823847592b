/** The files of `changes/`, each of which is one change that a user notices, and what a release makes of them. */

/** The kinds of changes: the first line of a file, and the heading in CHANGELOG.md. */
export const kinds = ['Added', 'Changed', 'Fixed', 'Security', 'When you upgrade'] as const;

const most = 40;

/** A change as its file says it. */
export interface Change {
  readonly kind: (typeof kinds)[number];
  /** One paragraph of Markdown. */
  readonly text: string;
}

/**
 * Reads the file of a change: its kind in the first line, then what a user notices, in at most 40 words.
 * @returns the change, or a sentence that says what is wrong with the file
 */
export function changeOf(name: string, content: string): Change | string {
  const [first = '', ...lines] = content.trim().split('\n');
  const kind = kinds.find((known) => known === first.trim());
  if (kind === undefined) return `changes/${name} begins with "${first}", and not with one of ${kinds.join(', ')}.`;
  const text = lines.join(' ').trim().replaceAll(/\s+/g, ' ');
  const words = text.replaceAll(/<!--.*?-->/g, '').match(/\S+/g)?.length ?? 0;
  if (words === 0) return `changes/${name} does not say what has changed.`;
  return words > most ? `changes/${name} has ${words} words, and may have ${most}.` : { kind, text };
}

/** The changes as sections of CHANGELOG.md, in the order of the kinds. */
export function sectionsOf(changes: readonly Change[]): string {
  const sections = kinds.flatMap((kind) => {
    const entries = changes.filter((change) => change.kind === kind).map(({ text }) => `- ${text}\n`);
    return entries.length === 0 ? [] : [`### ${kind}\n\n${entries.join('')}`];
  });
  return sections.join('\n');
}
