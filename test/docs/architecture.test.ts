import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const sources = ['packages/server/src', 'packages/ui/src'];
const readmes = globSync(
  sources.map((source) => `${source}/**/README.md`),
  { cwd: root },
);
const longest = 30;

/** The files that a text names and that are neither in its folder, nor in the sources of server or dashboard, nor in the repository. */
function missing(text: string, folder: string): readonly string[] {
  const named = Array.from(text.matchAll(/`([\w/.-]+\.(?:ts|tsx|md))`/g), ([, file = '']) => file);
  return named.filter((file) => ![folder, ...sources, '.'].some((place) => existsSync(join(root, place, file))));
}

/** The sentences of a text with more than 30 words. */
function tooLong(text: string): readonly string[] {
  const lines = text.split('\n').map((line) => line.replace(/^- \*\*.+?\*\* /, ''));
  const sentences = lines.flatMap((line) => line.split(/(?<=[.?!])\s+(?=[A-Z“`])/));
  return sentences.filter((sentence) => sentence.split(/\s+/).length > longest);
}

describe.each(sources)('each folder of %s', (source) => {
  it('has a README', () => {
    const folders = globSync(`${source}/*/`, { cwd: root }).map((folder) => folder.replace(/\/$/, ''));
    expect(folders.length).toBeGreaterThan(20);
    expect(folders.filter((folder) => !readmes.includes(join(folder, 'README.md')))).toEqual([]);
  });
});

it('each room of the largest folders of the dashboard has a README', () => {
  const rooms = globSync('packages/ui/src/{list,row}/*/', { cwd: root }).map((room) => room.replace(/\/$/, ''));
  expect(rooms.length).toBeGreaterThan(10);
  expect(rooms.filter((room) => !readmes.includes(join(room, 'README.md')))).toEqual([]);
});

it.each(readmes)('%s names files that there are, in 5 to 20 lines', (readme) => {
  const text = readFileSync(join(root, readme), 'utf8');
  expect(text.trim().split('\n').length).toBeGreaterThanOrEqual(5);
  expect(text.trim().split('\n').length).toBeLessThanOrEqual(20);
  expect(missing(text, dirname(readme))).toEqual([]);
  // That of `session/` tells what happens to a page, in the sentences that this takes.
  if (!readme.endsWith('session/README.md')) expect(tooLong(text)).toEqual([]);
});

it.each(['docs/explanation/architecture.md', ...globSync('docs/explanation/decisions/*.md', { cwd: root })])(
  '%s names files that there are',
  (page) => {
    expect(missing(readFileSync(join(root, page), 'utf8'), dirname(page))).toEqual([]);
  },
);

it('sources cite decisions that there are', () => {
  const cited = globSync('packages/*/src/**/*.{ts,tsx}', { cwd: root }).flatMap((file) =>
    Array.from(readFileSync(join(root, file), 'utf8').matchAll(/docs\/explanation\/decisions[\w/.-]*\b/g), ([path]) => path),
  );
  expect(cited.length).toBeGreaterThan(5);
  expect(cited.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

it('a file that is not there, and a long sentence, are found', () => {
  expect(missing('See `plan/plan.ts` and `plan/nothing.ts`.', '.')).toEqual(['plan/nothing.ts']);
  expect(tooLong(`- **Begin with.** ${'word '.repeat(longest)}end. Short.`)).toHaveLength(1);
});
