import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

describe('the guide to trouble', () => {
  const texts = Array.from(read('docs/how-to/troubleshoot.md').matchAll(/^\*\*`(.+?)`\*\*/gm), ([, text = '']) => text);
  const sources = globSync(['packages/{protocol,server}/{src,bin}/**/*.{ts,js}', 'packages/ui/{index.html,src/texts/english.ts}'], {
    cwd: root,
  })
    .filter((file) => !file.includes('.test.'))
    .map(read)
    .join('\n');

  it('has the texts of the sources', () => {
    expect(texts.length).toBeGreaterThan(25);
    const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
    // A placeholder is one expression of a template, or a parameter of a message; the text may end before the source's does.
    const isThere = (text: string): boolean => new RegExp(text.split('…').map(escaped).join(String.raw`\$?\{[^\n]*?\}`)).test(sources);
    const known = new Set(['Left out: …']);
    expect(texts.filter((text) => !known.has(text) && !isThere(text))).toEqual([]);
    expect(isThere('No such text at all.')).toBe(false);
  });
});

describe.each(globSync('docs/explanation/{security,threat-model}.md', { cwd: root }))('%s', (page) => {
  it('names tests that there are', () => {
    const named = Array.from(read(page).matchAll(/`((?:test|packages)\/[\w./-]+)`/g), ([, path = '']) => path);
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((path) => globSync(path, { cwd: root }).length === 0)).toEqual([]);
  });

  it('has no row twice', () => {
    const rows = read(page).match(/^\| [^-\n].*$/gm) ?? [];
    const content = rows.filter((row) => !/^\| (?:tries to|class)/.test(row)).map((row) => row.replaceAll(/\s+/g, ' '));
    expect(content.filter((row, index) => content.indexOf(row) !== index)).toEqual([]);
  });
});

it('no page tells readers to run a package that is not published, but where it is installed', () => {
  for (const page of globSync('docs/{start,tutorial,how-to,reference}/**/*.md', { cwd: root }))
    expect([page, read(page).match(/npx (?:--yes |-y )?(?:@grimoire\/|grimoire@)|npm (?:install|i|add) (?:-\S+ )*@?grimoire\b/)]).toEqual([
      page,
      null,
    ]);
});
