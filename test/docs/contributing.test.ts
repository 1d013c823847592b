import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { experiments, releaseParts } from '../../scripts/programs.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const documents = ['CONTRIBUTING.md', 'SECURITY.md', ...globSync('.github/**/*.md', { cwd: root })];

const commanding = [
  ...documents,
  'README.md',
  ...globSync(['docs/**/*.md', 'examples/hosts/**/README.md', '.ci/run', 'deploy/{Dockerfile,compose.yaml}'], { cwd: root }),
];
const { scripts } = JSON.parse(read('package.json')) as { readonly scripts: Readonly<Record<string, string>> };
const named: Readonly<Record<string, readonly string[]>> = { try: Object.keys(experiments), release: Object.keys(releaseParts) };

/** The commands of a text that run a script which there is not, or an experiment or a part of a release of no known name. */
function unknownCommands(text: string): readonly string[] {
  const commands = Array.from(text.matchAll(/npm run (?:--silent )?([\w-]+(?::[\w-]+)*)(?: -- ([a-z][\w-]*))?/g));
  const isKnown = (script: string, name: string | undefined): boolean =>
    Object.hasOwn(scripts, script) && (name === undefined || (named[script]?.includes(name) ?? true));
  return commands.filter(([, script = '', name]) => !isKnown(script, name)).map(([command]) => command);
}

describe.each(commanding)('%s', (document) => {
  it('names scripts that there are', () => {
    // The projects of users have these.
    const own = document.startsWith('docs/') ? ['npm run dev', 'npm run admin', 'npm run admin:migrate'] : [];
    expect(unknownCommands(read(document)).filter((command) => !own.includes(command))).toEqual([]);
  });
});

it('a script that there is not is found', () => {
  expect(unknownCommands('npm run docs, npm run try -- nothing, npm run --silent try -- fuzz, npm run release -- 0.2.0')).toEqual([
    'npm run docs',
    'npm run try -- nothing',
  ]);
});

describe.each(documents)('%s', (document) => {
  const text = read(document);

  it('names files and folders that there are', () => {
    const paths = Array.from(
      text.matchAll(/`((?:packages|test|docs|examples|bench|scripts|\.github|\.ci)(?:\/[\w./-]*)?)`/g),
      ([, path = '']) => path,
    );
    const tests = Array.from(text.matchAll(/vitest run (test\/\S+?)`?$/gm), ([, path = '']) => path);
    expect([...paths, ...tests].filter((path) => globSync(path.replace(/\/$/, ''), { cwd: root }).length === 0)).toEqual([]);
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
