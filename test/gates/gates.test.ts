import { execFile } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

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
    for (const entry of ['packages', '.oxlintrc.json', 'biome.json', 'tsconfig.base.json'])
      cpSync(join(root, entry), join(copy, entry), { recursive: true, filter: (path) => !/\/(dist|assets\/ui|node_modules)$/.test(path) });
    for (const folder of ['', ...globSync('packages/*', { cwd: root })]) {
      const modules = join(folder, 'node_modules');
      if (existsSync(join(root, modules))) symlinkSync(join(root, modules), join(copy, modules));
    }
    const config = {
      extends: './tsconfig.base.json',
      compilerOptions: { noEmit: true, declaration: false, isolatedDeclarations: false, allowImportingTsExtensions: true },
      include: ['packages/*/src'],
      exclude: ['packages/ui'],
    };
    writeFileSync(join(copy, 'tsconfig.json'), JSON.stringify(config));
  });
  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  const lint = (): Promise<Run> =>
    run(
      'oxlint/bin/oxlint',
      ['--type-aware', '--deny-warnings', '--format', 'json', '--ignore-pattern', '**/node_modules/**', 'packages'],
      copy,
    );
  const types = (): Promise<Run> => run('typescript/bin/tsc', ['-p', 'tsconfig.json'], copy);

  const uiTypes = (): Promise<Run> => run('typescript/bin/tsc', ['-p', 'packages/ui'], copy);
  const format = (): Promise<Run> => run('@biomejs/biome/bin/biome', ['format', '--max-diagnostics=none', 'packages'], copy);
  const gates = { lint, types, 'types of the dashboard': uiTypes, format };
  type Gate = keyof typeof gates;

  const violations: readonly (readonly [name: string, file: string, text: string, gate: Gate, says: string])[] = [
    [
      'a layer that reaches up',
      'packages/server/src/model/planted.ts',
      `import { Store } from '../store/store.ts';\nexport const planted: typeof Store = Store;\n`,
      'lint',
      'Imports go downward only',
    ],
    [
      'the pure plan reaching the store',
      'packages/server/src/plan/planted.ts',
      `import { sqlite } from '../databases/sqlite/sqlite.ts';\nexport const planted: typeof sqlite = sqlite;\n`,
      'lint',
      'Imports go downward only',
    ],
    [
      'text of any origin in SQL',
      'packages/server/src/sql/planted.ts',
      `import { sql } from 'kysely';\nexport const planted = (type: string): unknown => sql\`CAST(NULL AS \${sql.raw(type)})\`;\n`,
      'lint',
      'Text enters SQL as a quoted identifier',
    ],
    [
      'an action reaching for HTTP',
      'packages/server/src/actions/planted.ts',
      `import { json } from '../http/message.ts';\nexport const planted: typeof json = json;\n`,
      'lint',
      'Imports go downward only',
    ],
    [
      'a field type that is asked for by its name',
      'packages/server/src/schema/planted.ts',
      `import type { Field } from '../model/field.ts';\nexport const planted = (field: Field): boolean => field.type.name === 'TextField';\n`,
      'lint',
      'Ask a trait of the field type',
    ],
    [
      'a question after the name of a dialect',
      'packages/server/src/store/planted.ts',
      `import type { Database } from '../databases/database.ts';\nexport const planted = ({ dialect }: Database): boolean => dialect.name === 'sqlite';\n`,
      'lint',
      'Ask a capability or a word of the dialect',
    ],
    [
      'a table with a member for each dialect',
      'packages/server/src/sql/planted.ts',
      `export const planted = { postgres: 'to_json', other: 'json' };\n`,
      'lint',
      'Ask a capability or a word of the dialect',
    ],
    [
      'a member that is a dialect',
      'packages/server/src/write/planted.ts',
      `export const planted = (words: Readonly<Record<string, string>>): string | undefined => words.postgres;\n`,
      'lint',
      'Ask a capability or a word of the dialect',
    ],
    [
      'a room that takes a dialect from its folder',
      'packages/server/src/sql/planted.ts',
      `import { sqliteWords } from '../databases/sqlite/words.ts';\nexport const planted: unknown = sqliteWords;\n`,
      'lint',
      'from the folder of a dialect, or a driver',
    ],
    [
      'a dialect that is loaded when it is needed, past the list',
      'packages/server/src/auth/planted.ts',
      `export const planted = (): Promise<unknown> => import('../databases/postgres/words.ts');\n`,
      'lint',
      'from the folder of a dialect, or a driver',
    ],
    [
      'a driver outside of its folder',
      'packages/server/src/http/planted.ts',
      `import pg from 'pg';\nexport const planted: unknown = pg;\n`,
      'lint',
      'from the folder of a dialect, or a driver',
    ],
    [
      'a dialect that loads another',
      'packages/server/src/databases/sqlite/planted.ts',
      `import { postgresTypes } from '../postgres/types.ts';\nexport const planted: unknown = postgresTypes;\n`,
      'lint',
      'One dialect knows nothing of another',
    ],
    [
      'a dialect that knows the routes',
      'packages/server/src/databases/postgres/planted.ts',
      `import { json } from '../../http/message.ts';\nexport const planted: typeof json = json;\n`,
      'lint',
      'Imports go downward only',
    ],
    [
      'a model that writes SQL',
      'packages/server/src/model/planted.ts',
      `import { sql } from 'kysely';\nexport const planted: unknown = sql\`SELECT 1\`;\n`,
      'lint',
      'model/ knows no SQL',
    ],
    [
      'a dialect that forgets a field type',
      'packages/server/src/databases/postgres/planted.ts',
      `import type { TypesSql } from '../type-sql.ts';\nimport { postgresTypes } from './types.ts';\nconst { DateField: _, ...others } = postgresTypes;\nexport const planted: TypesSql = others;\n`,
      'types',
      'TS2741',
    ],
    [
      'own tables that know the sign-ins',
      'packages/server/src/own-tables/planted.ts',
      `import { signInId } from '../auth/sign-ins.ts';\nexport const planted: typeof signInId = signInId;\n`,
      'lint',
      'Imports go downward only',
    ],
    [
      'own tables that know the routes',
      'packages/server/src/own-tables/planted.ts',
      `import { json } from '../http/message.ts';\nexport const planted: typeof json = json;\n`,
      'lint',
      'Imports go downward only',
    ],
    [
      'the pure document reaching the store',
      'packages/server/src/openapi/planted.ts',
      `import { Store } from '../store/store.ts';\nexport const planted: typeof Store = Store;\n`,
      'lint',
      'Imports go downward only',
    ],
    [
      'a protocol that imports',
      'packages/protocol/src/planted.ts',
      `import { readFileSync } from 'node:fs';\nexport const planted: typeof readFileSync = readFileSync;\n`,
      'lint',
      'imports nothing',
    ],
    [
      'a client that needs more than fetch',
      'packages/client/src/planted.ts',
      `import { readFileSync } from 'node:fs';\nexport const planted: typeof readFileSync = readFileSync;\n`,
      'lint',
      'imports the protocol',
    ],
    [
      'a dashboard that knows the server',
      'packages/ui/src/list/planted.tsx',
      `import { Dashboard } from '../../../server/src/http/dashboard/dashboard.ts';\nexport const planted: typeof Dashboard = Dashboard;\n`,
      'lint',
      'by its client and the protocol alone',
    ],
    [
      'a dashboard that asks for a field type',
      'packages/ui/src/list/planted.tsx',
      `import type { FieldSchema } from '@grimoire/protocol';\nexport const planted = ({ type }: FieldSchema): boolean => type === 'BooleanField';\n`,
      'lint',
      'Only src/kinds/registry.ts knows field types',
    ],
    [
      'a dashboard with a table of field types of its own',
      'packages/ui/src/row/planted.ts',
      `export const planted = { DateField: 90 };\n`,
      'lint',
      'Only src/kinds/registry.ts knows field types',
    ],
    [
      'a dashboard that knows a model by its name',
      'packages/ui/src/form/planted.ts',
      `import type { FieldSchema } from '@grimoire/protocol';\nexport const planted = (field: FieldSchema): boolean => field.related_model === 'auth.Permission';\n`,
      'lint',
      'What a model or a field is, the schema says',
    ],
    [
      'a dashboard that guesses by the name of a field',
      'packages/ui/src/form/planted.ts',
      `import type { FieldSchema } from '@grimoire/protocol';\nexport const planted = (field: FieldSchema): boolean => /password/i.test(field.name);\n`,
      'lint',
      'What a model or a field is, the schema says',
    ],
    [
      'a kind of fields that is taken past its registry',
      'packages/ui/src/list/planted.ts',
      `import { json } from '../kinds/json.tsx';\nexport const planted: unknown = json;\n`,
      'lint',
      'What a kind of fields is, kinds/registry.ts says',
    ],
    [
      'a registry of kinds that forgets a field type',
      'packages/ui/src/kinds/planted.ts',
      `import type { FieldTypeName } from '@grimoire/protocol';\nimport type { FieldKind } from './field-kind.ts';\nimport { integer } from './number.tsx';\nexport const planted = { AutoField: integer } satisfies Partial<Record<FieldTypeName, FieldKind>>;\nexport const whole = planted satisfies Record<FieldTypeName, FieldKind>;\n`,
      'types of the dashboard',
      'TS2740',
    ],
    [
      'a hook that is called only sometimes',
      'packages/ui/src/list/planted.tsx',
      `import { useState } from 'react';\nexport function Planted({ isOn }: { readonly isOn: boolean }) {\n  if (isOn) useState(1);\n  return null;\n}\n`,
      'lint',
      'rules-of-hooks',
    ],
    [
      'a picture that says nothing to who can not see it',
      'packages/ui/src/list/planted.tsx',
      `export function Planted() {\n  return <img src="data:," />;\n}\n`,
      'lint',
      'alt-text',
    ],
    [
      'a component that is given what it does not take',
      'packages/ui/src/list/planted.tsx',
      `import { Moment } from '../cells/moment.tsx';\nexport function Planted() {\n  return <Moment value={5} />;\n}\n`,
      'types of the dashboard',
      'TS2322',
    ],
    [
      'a promise left floating',
      'packages/server/src/http/planted.ts',
      `export function planted(): void {\n  Promise.resolve(1);\n}\n`,
      'lint',
      'no-floating-promises',
    ],
    [
      'a switch that forgets a case',
      'packages/server/src/plan/planted.ts',
      `import type { Plan } from './plan.ts';\nexport function planted(plan: Plan): number {\n  let result = 0;\n  switch (plan.kind) {\n    case 'row':\n      result = 1;\n  }\n  return result;\n}\n`,
      'lint',
      'switch-exhaustiveness-check',
    ],
    [
      'an import cycle',
      'packages/server/src/plan/planted.ts',
      `import { planted as self } from './PLANTED-too.ts';\nexport const planted: () => number = () => self();\n`,
      'lint',
      'no-cycle',
    ],
    ['an any', 'packages/server/src/plan/planted.ts', `export const planted: any = 1;\n`, 'lint', 'no-explicit-any'],
    ['a wrong type', 'packages/server/src/plan/planted.ts', `export const planted: number = 'text';\n`, 'types', 'TS2322'],
    [
      'an index that may be missing',
      'packages/server/src/plan/planted.ts',
      `const list: readonly number[] = [];\nexport const planted: number = list[0];\n`,
      'types',
      'TS2322',
    ],
    [
      'rows that no run has locked',
      'packages/server/src/actions/planted.ts',
      `import type { Chosen } from '../plan/write.ts';\nexport const planted: Chosen = { kind: 'locked', keys: [[1n]] };\n`,
      'types',
      '[lockedByRun]',
    ],
    [
      'a plan that nobody authorized',
      'packages/server/src/http/planted.ts',
      `import type { Plan } from '../plan/plan.ts';\nimport type { RowPlan } from '../plan/plan.ts';\nimport type { Store } from '../store/store.ts';\nexport const planted = (store: Store, plan: RowPlan): Plan | Promise<unknown> => store.row(plan);\n`,
      'types',
      '[authorized]',
    ],
    ['a badly formatted file', 'packages/server/src/plan/planted.ts', `export const planted:number=1\n`, 'format', 'format'],
  ];

  /** What each gate says of each file, where all violations are planted at once. */
  const said = new Map<Gate, ReadonlyMap<string, string>>();
  const placeOf = (file: string, index: number): string => file.replace('planted', `planted-${index}`);

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

    it.each(Object.keys(gates) as Gate[])('say nothing of the code as it stands: %s', (gate) => {
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
