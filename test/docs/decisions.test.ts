import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const folder = fileURLToPath(new URL('../../docs/explanation/decisions', import.meta.url));
const files = globSync('*.md', { cwd: folder }).filter((file) => file !== 'README.md');
const read = (file: string): string => readFileSync(join(folder, file), 'utf8');

const form =
  /^# .+\n\n- Date: \d{4}-\d\d-\d\d\n- State: (?:in force|replaced by \[.+\]\(.+\.md\))\n\n\*\*Decides\.\*\* .+\n\n\*\*Because\.\*\* .+\n\n\*\*Costs\.\*\* .+\n\n\*\*What would undo it\.\*\* .+\n$/;
const longest = 30;

/** The sentences of a decision with more than 30 words. */
function tooLong(text: string): readonly string[] {
  const sentences = text.split('\n').flatMap((line) => line.replace(/^\*\*.+?\*\* /, '').split(/(?<=[.?!])\s+(?=[A-Z“`])/));
  return sentences.filter((sentence) => sentence.split(/\s+/).length > longest);
}

describe.each(files)('%s', (file) => {
  it('has a date, a state, what it decides, why, what it costs, and what would undo it', () => {
    expect(read(file)).toMatch(form);
  });

  it(`has sentences of at most ${longest} words`, () => {
    expect(tooLong(read(file))).toEqual([]);
  });
});

describe('the list of decisions', () => {
  it('has each of them once, by its title', () => {
    const listed = Array.from(read('README.md').matchAll(/^- (\[.+\]\([\w-]+\.md\))$/gm), ([, link = '']) => link);
    const links = files.map((file) => `[${/^# (.+)/.exec(read(file))?.[1] ?? ''}](${file})`);
    expect(listed.toSorted()).toEqual(links.toSorted());
  });
});

it('a long sentence is found', () => {
  expect(tooLong(`**Decides.** Short. ${'word '.repeat(longest)}end. Short.`)).toHaveLength(1);
});
