import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { changeOf, sectionsOf } from './changes.ts';

const folder = fileURLToPath(new URL('../changes', import.meta.url));

describe('a change', () => {
  it('has a kind and at most 40 words, comments apart', () => {
    const text = 'word '.repeat(40).trim();
    expect(changeOf('a.md', `Added\n\n${text} <!-- kit 1 -->\n`)).toEqual({ kind: 'Added', text: `${text} <!-- kit 1 -->` });
  });

  it.each([
    ['a word too many', `Added\n\n${'word '.repeat(41)}`, 'changes/a.md has 41 words, and may have 40.'],
    ['an unknown kind', 'Improved\n\nIt is better.\n', 'changes/a.md begins with "Improved", and not with one of Added, Changed,'],
    ['nothing to say', 'Fixed\n', 'changes/a.md does not say what has changed.'],
    ['no line', '', 'changes/a.md begins with ""'],
  ])('is refused for %s', (_name, content, sentence) => {
    expect(changeOf('a.md', content)).toContain(sentence);
  });

  it('of the repository is as CONTRIBUTING.md says', () => {
    const files = globSync('*', { cwd: folder }).filter((name) => name !== 'README.md');
    expect(files.filter((name) => !name.endsWith('.md'))).toEqual([]);
    const read = files.map((name) => changeOf(name, readFileSync(join(folder, name), 'utf8')));
    expect(read.filter((change) => typeof change === 'string')).toEqual([]);
  });
});

it('changes become sections in the order of their kinds', () => {
  const changes = [
    { kind: 'Fixed', text: 'One.' },
    { kind: 'Added', text: 'Two.' },
    { kind: 'Fixed', text: 'Three.' },
  ] as const;
  expect(sectionsOf(changes)).toBe('### Added\n\n- Two.\n\n### Fixed\n\n- One.\n- Three.\n');
  expect(sectionsOf([])).toBe('');
});
