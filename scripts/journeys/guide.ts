import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../hosts/host.ts';

/** The first snippet under a heading of a guide, as it stands. */
export function snippetOf(guide: string, heading: string): string {
  const text = readFileSync(join(root, 'docs', guide), 'utf8');
  const [, section] = text.split(`\n## ${heading}\n`);
  const [, snippet] = /^```typescript\n(.*?)^```/ms.exec(section ?? '') ?? [];
  if (snippet === undefined) throw new Error(`${guide} has no snippet under "${heading}".`);
  return snippet;
}

/** A text with a part replaced. Throws if it has none. */
export function edited(text: string, before: string, after: string): string {
  if (!text.includes(before)) throw new Error(`The guide has no ${before}`);
  return text.replaceAll(before, after);
}
