import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../hosts/host.ts';

const example = join(root, 'examples/hosts/next-16');
const filesOf = (...names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, readFileSync(join(example, name), 'utf8')]));

/** The files of the example for Next.js, without its admin. */
export const nextFiles: Readonly<Record<string, string>> = filesOf('app/page.tsx', 'app/layout.tsx', 'next.config.ts', 'tsconfig.json');

/** The route of its admin. */
export const nextRoute: Readonly<Record<string, string>> = filesOf('app/admin/[[...path]]/route.ts');

/** The packages of a project of Next.js. */
export const nextPackages: readonly string[] = [
  'next@16',
  'react@19',
  'react-dom@19',
  'typescript@5.9',
  '@types/node@24',
  '@types/react@19',
];
