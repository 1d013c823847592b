import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../support/command.ts';

const page = readFileSync(join(root, 'docs/reference/dependencies.md'), 'utf8');

interface Manifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

const manifestOf = (folder: string): Manifest => JSON.parse(readFileSync(join(root, 'packages', folder, 'package.json'), 'utf8'));

/** The packages in the table below the heading of a package. */
function listed(name: string): string[] {
  const [, section = ''] = page.split(`## \`${name}\`\n`);
  return [...(section.split('\n## ')[0] ?? '').matchAll(/^\| `([^`]+)`/gm)].map(([, dependency]) => dependency ?? '');
}

describe('the page of dependencies', () => {
  it.each(['server', 'client', 'ui'])('has a row for each dependency of packages/%s, and no other', (folder) => {
    const { name, dependencies = {} } = manifestOf(folder);
    expect(listed(name).toSorted()).toEqual(Object.keys(dependencies).toSorted());
  });

  it('names each peer dependency, and a package without dependencies has none', () => {
    for (const folder of ['server', 'client', 'ui'])
      for (const peer of Object.keys(manifestOf(folder).peerDependencies ?? {})) expect(page).toContain(`\`${peer}\` is an optional peer`);
    expect(manifestOf('protocol').dependencies ?? {}).toEqual({});
  });

  it('says truly that nothing runs when a dependency is installed', () => {
    const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
      readonly packages: Readonly<
        Record<string, { readonly hasInstallScript?: true; readonly dependencies?: Readonly<Record<string, string>> }>
      >;
    };
    const reached = new Set<string>();
    const visit = (name: string): void => {
      if (reached.has(name)) return;
      reached.add(name);
      for (const next of Object.keys(lock.packages[`node_modules/${name}`]?.dependencies ?? {})) visit(next);
    };
    for (const folder of ['server', 'client']) for (const name of Object.keys(manifestOf(folder).dependencies ?? {})) visit(name);
    expect(reached.size).toBeGreaterThan(30);
    expect([...reached].filter((name) => lock.packages[`node_modules/${name}`]?.hasInstallScript)).toEqual([]);
  });
});
