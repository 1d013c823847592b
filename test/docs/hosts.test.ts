import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const pages = globSync('docs/how-to/hosts/*.md', { cwd: root });
const startPages = globSync('docs/start/*.md', { cwd: root }).filter((page) => read(page).includes('](../how-to/hosts/'));
const examples = globSync('examples/hosts/*/package.json', { cwd: root }).map((file) => file.split(/[\\/]/)[2] ?? '');

/** The files that a page shows whole, each with the text that it shows. */
function filesIn(page: string): string[][] {
  return Array.from(read(page).matchAll(/^```typescript file=(\S+)\n(.*?)^```/gms), ([, file = '', text = '']) => [file, text]);
}

/** The examples that the page of a host names. */
function examplesOf(page: string): string[] {
  const [, host = ''] = /\]\(\.\.\/how-to\/hosts\/([\w-]+)\.md\)/.exec(read(page)) ?? [];
  const guide = read(`docs/how-to/hosts/${host}.md`);
  return examples.filter((example) => guide.includes(`examples/hosts/${example}\``));
}

/** The code and the scripts of an example, as one text. */
function codeOf(example: string): string {
  const files = globSync('**/*.ts', { cwd: join(root, 'examples/hosts', example) }).map((file) =>
    read(join('examples/hosts', example, file)),
  );
  const { scripts } = JSON.parse(read(`examples/hosts/${example}/package.json`)) as { scripts: Readonly<Record<string, string>> };
  return [...files, ...Object.values(scripts)].join('\n');
}

interface Lock {
  readonly packages: Readonly<Record<string, { readonly resolved?: string; readonly integrity?: string; readonly version?: string }>>;
}

describe('the examples of hosts', () => {
  it('are ten, each with a page', () => {
    expect(examples.toSorted()).toEqual([
      'bun',
      'express',
      'fastify',
      'hono',
      'koa',
      'nest',
      'next-15',
      'next-16',
      'node-http',
      'sveltekit',
    ]);
    for (const example of examples) {
      const [, page = ''] =
        /\]\(\.\.\/\.\.\/\.\.\/(docs\/how-to\/hosts\/[\w-]+\.md)\)/.exec(read(`examples/hosts/${example}/README.md`)) ?? [];
      expect([example, read(page).includes(`examples/hosts/${example}`)]).toEqual([example, true]);
    }
  });

  it('are in the pages as they are', () => {
    expect(pages).toHaveLength(9);
    for (const page of pages) {
      const blocks = filesIn(page);
      expect([page, blocks.length > 0]).toEqual([page, true]);
      for (const [file = '', text] of blocks) expect([page, text]).toEqual([page, read(file)]);
    }
  });

  it('are in the start pages as they are', () => {
    expect(startPages).toHaveLength(9);
    for (const page of startPages) {
      for (const [file = '', text] of filesIn(page)) expect([page, text]).toEqual([page, read(file)]);
      expect([page, read(page).includes("baseUrl: '/admin/api/'")]).toEqual([page, true]);
    }
    // These show no code but that of their example.
    for (const host of ['koa', 'sveltekit', 'bun', 'node-http']) {
      const page = `docs/start/${host}.md`;
      const shown = filesIn(page).map(([file = '']) => file);
      expect(shown).toEqual([`examples/hosts/${host}/grimoire.config.ts`, expect.stringMatching(`^examples/hosts/${host}/.*server\\.ts$`)]);
      const languages = Array.from(read(page).matchAll(/^```(\w.*)$/gm), ([, opening = '']) => opening);
      expect([page, languages]).toEqual([page, ['sh', ...shown.map((file) => `typescript file=${file}`)]]);
    }
  });

  it('have the code and the commands that the sentences of start pages name', () => {
    const sqlite = read('packages/server/src/databases/sqlite/connections/connection.ts');
    for (const page of startPages) {
      const prose = read(page).replaceAll(/^```.*?^```/gms, '');
      const spans = Array.from(prose.matchAll(/`([^`]+)`/g), ([, span = '']) => span);
      const named = spans.filter((span) => /\(.|: |^(node|npx|bun) /.test(span)).map((span) => span.replace(/^npx |--env-file=\.env /, ''));
      expect([page, named.length > 0]).toEqual([page, true]);
      const hosts = examplesOf(page);
      expect([page, hosts.length > 0]).toEqual([page, true]);
      for (const host of hosts)
        for (const span of named) expect([page, span, `${codeOf(host)}${sqlite}`.includes(span)]).toEqual([page, span, true]);
    }
  });

  it('have lock files with exact versions, without the hash of what is packed here', () => {
    for (const example of examples) {
      const { packages } = JSON.parse(read(`examples/hosts/${example}/package-lock.json`)) as Lock;
      const entries = Object.entries(packages).filter(([path]) => path !== '');
      expect(entries.length).toBeGreaterThan(20);
      for (const [path, { resolved, integrity, version }] of entries) {
        expect([example, path, typeof version]).toEqual([example, path, 'string']);
        expect([path, resolved?.startsWith('http') ?? false]).toEqual([path, false]);
        if (resolved?.startsWith('file:')) expect([path, integrity]).toEqual([path, undefined]);
      }
    }
  });

  it('are no workspaces: the installation of the repository has none of their frameworks', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as Lock;
    for (const name of ['next', 'koa', '@nestjs/core', '@sveltejs/kit', 'bun'])
      expect([name, packages[`node_modules/${name}`]]).toEqual([name, undefined]);
    expect(existsSync(join(root, 'examples/hosts/package.json'))).toBe(false);
  });
});
