/**
 * Writes the kit as it is published: its declarations, which must not need those of the dashboard, and in the place of its parts functions that say
 * where they work. In the pages of the dashboard its own files stand for `@grimoire/ui`.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'packages/ui');
const made = join(folder, 'dist/kit-types');

/** What declarations may import, beside one another. */
const allowed: ReadonlySet<string> = new Set(['react', '@grimoire/client', '@grimoire/protocol']);

/** The declarations of the kit by their names, such as `index.d.ts`. Throws if one needs a type of something else than {@link allowed}. */
export function kitDeclarations(): ReadonlyMap<string, string> {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [tsc, '-p', join(folder, 'tsconfig.kit.json')], { cwd: root, stdio: 'inherit' });
  const found = new Map<string, string>();
  const read = (name: string): void => {
    if (found.has(name)) return;
    // What an extension is made of is declared below all that knows of it (`packages/ui/layers.ts`), and published beside the kit.
    const source = [join(made, 'src/kit', name), join(made, 'src/extension', name)].find((path) => existsSync(path)) ?? '';
    const text = readFileSync(source, 'utf8').replaceAll(/'(?:\.|\.\.\/extension)\/([\w-]+)\.tsx?'/g, "'./$1.js'");
    found.set(name, text);
    for (const [, from = ''] of text.matchAll(/(?:from |import\()'([^']+)'/g)) {
      if (/^\.\/[\w-]+\.js$/.test(from)) read(from.slice(2).replace(/\.js$/, '.d.ts'));
      else if (!allowed.has(from)) throw new Error(`The kit's ${name} needs the types of "${from}".`);
    }
  };
  read('index.d.ts');
  rmSync(made, { recursive: true });
  return found;
}

/** Writes the kit into the `dist` of its package. */
export function buildKit(): void {
  const target = join(folder, 'dist/lib/kit');
  mkdirSync(target, { recursive: true });
  const declarations = kitDeclarations();
  for (const [name, text] of declarations) {
    mkdirSync(dirname(join(target, name)), { recursive: true });
    writeFileSync(join(target, name), text);
  }
  writeFileSync(join(target, 'index.js'), outside(valuesOf(declarations.get('index.d.ts') ?? '')));
}

/** The names that a module exports, without its types. */
function valuesOf(declaration: string): readonly string[] {
  const names = Array.from(declaration.matchAll(/export \{([^}]+)\}/g), ([, list = '']) => list.split(',')).flat();
  return names.map((name) => name.trim()).filter((name) => name !== '' && !name.startsWith('type '));
}

function outside(names: readonly string[]): string {
  const parts = names.filter((name) => name !== 'defineExtension');
  return [
    '/** The kit outside of the dashboard, such as in tests: its parts work in the pages of the dashboard, which has them. */',
    'export function defineExtension(extension) {\n  return extension;\n}',
    'function missing(name) {\n  return () => {\n    throw new Error(`${name} of @grimoire/ui works in the pages of the dashboard alone.`);\n  };\n}',
    ...parts.map((name) => `export const ${name} = /* @__PURE__ */ missing('${name}');`),
    '',
  ].join('\n');
}
