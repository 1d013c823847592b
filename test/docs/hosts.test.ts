import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const pages = globSync('docs/how-to/hosts/*.md', { cwd: root });
const examples = globSync('examples/hosts/*/package.json', { cwd: root }).map((file) => file.split(/[\\/]/)[2] ?? '');

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
      const blocks = Array.from(read(page).matchAll(/^```typescript file=(\S+)\n(.*?)^```/gms), ([, file = '', text = '']) => [file, text]);
      expect([page, blocks.length > 0]).toEqual([page, true]);
      for (const [file = '', text] of blocks) expect([page, text]).toEqual([page, read(file)]);
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
