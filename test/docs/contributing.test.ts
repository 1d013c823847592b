import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const documents = ['CONTRIBUTING.md', 'SECURITY.md', ...globSync('.github/**/*.md', { cwd: root })];

describe.each(documents)('%s', (document) => {
  const text = read(document);

  it('names scripts that there are', () => {
    const { scripts } = JSON.parse(read('package.json')) as { readonly scripts: Readonly<Record<string, string>> };
    const named = Array.from(text.matchAll(/npm run (?:--silent )?([\w:]+)/g), ([, script]) => script);
    expect(named.filter((script) => !Object.keys(scripts).includes(script ?? ''))).toEqual([]);
  });

  it('names files and folders that there are', () => {
    const named = Array.from(
      text.matchAll(/`((?:packages|test|docs|examples|bench|scripts|\.github|\.ci)(?:\/[\w./-]*)?)`/g),
      ([, path = '']) => path,
    );
    const tests = Array.from(text.matchAll(/vitest run (test\/\S+?)`?$/gm), ([, path = '']) => path);
    expect([...named, ...tests].filter((path) => globSync(path.replace(/\/$/, ''), { cwd: root }).length === 0)).toEqual([]);
  });
});

describe('CONTRIBUTING.md', () => {
  it('has the limits of the linter', () => {
    const lint = read('.oxlintrc.json');
    const limits = ['max-lines-per-function', 'max-lines'].map(
      (rule) => new RegExp(`"${rule}": \\[\\s*"error",\\s*\\{\\s*"max": (\\d+)`).exec(lint)?.[1],
    );
    expect(read('CONTRIBUTING.md')).toContain(`A function of more than ${limits[0]} lines, a file of more than ${limits[1]}.`);
  });
});

describe('.editorconfig', () => {
  it('says what the formatter does', () => {
    const { formatter } = JSON.parse(read('biome.json')) as {
      readonly formatter: { readonly lineWidth: number; readonly indentStyle: string; readonly indentWidth?: number };
    };
    const text = read('.editorconfig');
    expect(text).toContain(`\nmax_line_length = ${formatter.lineWidth}\n`);
    expect(text).toContain(`\nindent_style = ${formatter.indentStyle}\n`);
    expect(text).toContain(`\nindent_size = ${formatter.indentWidth ?? 2}\n`);
  });
});
