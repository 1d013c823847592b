import { execFile } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { folders, type Gate, violations } from './violations.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

interface Run {
  readonly code: number;
  readonly output: string;
}

function run(program: string, args: readonly string[], cwd: string): Promise<Run> {
  return new Promise((resolve) => {
    execFile(process.execPath, [join(root, 'node_modules', program), ...args], { cwd }, (error, out, err) => {
      resolve({ code: error === null ? 0 : Number(error.code), output: out + err });
    });
  });
}

/** Each gate of CI with a planted violation: a gate that lets it through is no gate. */
describe('the gates', () => {
  let copy = '';
  beforeAll(() => {
    copy = mkdtempSync(join(tmpdir(), 'grimoire-gates-'));
    for (const entry of ['packages', 'scripts/lint', '.oxlintrc.json', 'biome.json', 'tsconfig.base.json'])
      cpSync(join(root, entry), join(copy, entry), { recursive: true, filter: (path) => !/\/(dist|assets\/ui|node_modules)$/.test(path) });
    for (const folder of ['', ...globSync('packages/*', { cwd: root })]) {
      const modules = join(folder, 'node_modules');
      if (existsSync(join(root, modules))) symlinkSync(join(root, modules), join(copy, modules));
    }
    const config = {
      extends: './tsconfig.base.json',
      compilerOptions: { noEmit: true, declaration: false, isolatedDeclarations: false, allowImportingTsExtensions: true },
      include: ['packages/*/src/**/planted*'],
      exclude: ['packages/ui'],
    };
    writeFileSync(join(copy, 'tsconfig.json'), JSON.stringify(config));
    const ofDashboard = { extends: './tsconfig.json', include: ['src/**/planted*'] };
    writeFileSync(join(copy, 'packages/ui/tsconfig.planted.json'), JSON.stringify(ofDashboard));
  });
  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  // What stands in the repository is checked by `npm run check`: here the gates read what is planted, and what that imports.
  const plantedFiles = (): string[] => globSync('packages/**/planted*', { cwd: copy, exclude: ['**/node_modules'] });
  const lint = (): Promise<Run> =>
    run('oxlint/bin/oxlint', ['--type-aware', '--deny-warnings', '--format', 'json', ...plantedFiles()], copy);
  const types = (): Promise<Run> => run('typescript/bin/tsc', ['-p', 'tsconfig.json'], copy);

  const uiTypes = (): Promise<Run> => run('typescript/bin/tsc', ['-p', 'packages/ui/tsconfig.planted.json'], copy);
  const format = (): Promise<Run> => run('@biomejs/biome/bin/biome', ['format', '--max-diagnostics=none', ...plantedFiles()], copy);
  const gates = { lint, types, 'types of the dashboard': uiTypes, format } satisfies Record<Gate, unknown>;

  /** What each gate says of each file, where all violations are planted at once. */
  const said = new Map<Gate, ReadonlyMap<string, string>>();
  const placeOf = (file: string, index: number): string => file.replace('planted', `planted-${index}`);

  it.each([...folders])('have a layer for each folder of the package: %s', (name, layers) => {
    const found = globSync(`packages/${name}/src/*/`, { cwd: root }).map((path) => path.replace(/\/$/, '').split('/').at(-1) ?? '');
    // What tests of the service share is not published, and stands in no layer.
    const ofTests = new Set(['test-models', 'type-tests']);
    expect(found.filter((folder) => !ofTests.has(folder)).sort()).toEqual(layers.toSorted());
  });

  describe('with every violation planted', () => {
    beforeAll(async () => {
      for (const [index, [, file, text]] of violations.entries()) {
        const path = join(copy, placeOf(file, index));
        mkdirSync(dirname(path), { recursive: true });
        const self = `planted-${index}`;
        writeFileSync(path, text.replace('PLANTED', self));
        const other = `import { planted as back } from './${self}.ts';\nexport const planted: () => number = () => back();\n`;
        if (text.includes('PLANTED')) writeFileSync(path.replace(self, `${self}-too`), other);
      }
      for (const [gate, check] of Object.entries(gates) as [Gate, () => Promise<Run>][]) {
        const { code, output } = await check();
        expect(code).not.toBe(0);
        said.set(gate, gate === 'lint' ? diagnosticsOf(output) : sentencesOf(output));
      }
    });

    it.each(Object.keys(gates) as Gate[])('say nothing of what the planted code imports: %s', (gate) => {
      const files = [...(said.get(gate) ?? [])].map(([path]) => path);
      expect(files.filter((path) => !path.includes('planted'))).toEqual([]);
      expect(files.length).toBeGreaterThan(0);
    });

    it.each(violations.map((violation, index) => [...violation, index] as const))('stop %s', (_name, file, _text, gate, says, index) => {
      const place = placeOf(file, index);
      const [, sentences = ''] = [...(said.get(gate) ?? [])].find(([path]) => place.endsWith(path)) ?? [];
      expect(sentences).toContain(says);
    });
  });
});

/** What oxlint says of each file. */
function diagnosticsOf(output: string): ReadonlyMap<string, string> {
  const { diagnostics } = JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1)) as {
    diagnostics: readonly { readonly filename: string }[];
  };
  const byFile = Map.groupBy(diagnostics, ({ filename }) => filename);
  return new Map([...byFile].map(([file, found]) => [file, JSON.stringify(found)]));
}

/** What a compiler says of each file: a line that begins with its name, and the indented lines under it. */
function sentencesOf(output: string): ReadonlyMap<string, string> {
  const said = new Map<string, string>();
  let file = '';
  for (const line of output.split('\n')) {
    file = /^(?:\.\/)?([\w./-]+\.tsx?)\b/.exec(line)?.[1] ?? file;
    said.set(file, `${said.get(file) ?? ''}${line}\n`);
  }
  return said;
}
