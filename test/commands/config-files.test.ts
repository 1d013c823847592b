import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { grimoire, type Run, root } from '../support/command.ts';

const esModule = "import { defineAdmin, sqlite } from 'grimoire';\nexport default defineAdmin({ database: sqlite('a.sqlite') });\n";
const commonJs = "const { defineAdmin, sqlite } = require('grimoire');\nmodule.exports = defineAdmin({ database: sqlite('a.sqlite') });\n";
const typedCommonJs = "import grimoire = require('grimoire');\nexport = grimoire.defineAdmin({ database: grimoire.sqlite('a.sqlite') });\n";

/** A model of a table whose name is in another file. */
const importing = (file: string): string =>
  `import { defineAdmin, model, sqlite } from 'grimoire';
  import { table } from '${file}';
  export default defineAdmin({ database: sqlite('a.sqlite'), models: [model(table, 'lib.Note')] });`;

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(root, 'test', 'tmp-config-'));
  const database = new DatabaseSync(join(folder, 'a.sqlite'));
  database.exec('CREATE TABLE note (id integer PRIMARY KEY, title text)');
  database.close();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (files: Readonly<Record<string, string>>): void => {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
};
const run = (args: readonly string[], env: Readonly<Record<string, string | undefined>> = {}): Promise<Run> => grimoire(args, env, folder);

/** The kinds of packages: as `npm init` writes them in its versions, and as an ES module. */
const packages: Readonly<Record<string, object>> = { 'no type': {}, commonjs: { type: 'commonjs' }, module: { type: 'module' } };

describe.each(Object.keys(packages))('a config in a package with %s', (kind) => {
  beforeEach(() => write({ 'package.json': JSON.stringify({ name: 'app', ...packages[kind] }) }));

  it.each([
    ['grimoire.config.ts', esModule],
    ['grimoire.config.mts', esModule],
    ['grimoire.config.js', esModule],
    ['grimoire.config.mjs', esModule],
    ['grimoire.config.cts', typedCommonJs],
    ['grimoire.config.cjs', commonJs],
    ['grimoire.config.js', commonJs],
  ])('is found as %s', async (name, text) => {
    write({ [name]: text });
    const { code, out, err } = await run(['dump-schema']);
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('"main.Note"');
  });

  it('imports by the path aliases of the tsconfig.json above it', async () => {
    write({
      'tsconfig.json': '{ "compilerOptions": { /* the aliases */ "paths": { "@/*": ["./src/*"] } } }',
      'src/db/tables.ts': "export const table: string = 'note';",
      'admin/grimoire.config.ts': importing('@/db/tables'),
    });
    const { code, out, err } = await run(['dump-schema', '--config', 'admin/grimoire.config.ts']);
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('"lib.Note"');
  });

  it.each(['./tables', './tables.js', './tables.ts'])('imports %s, which is tables.ts', async (file) => {
    write({ 'tables.ts': "export const table: string = 'note';", 'grimoire.config.ts': importing(file) });
    expect(await run(['dump-schema'])).toMatchObject({ code: 0, err: '', out: expect.stringContaining('"lib.Note"') });
  });
});

describe('the file .env of the working directory', () => {
  it('sets the variables that the environment does not set', async () => {
    write({
      '.env': "BRAND=file\nEMPTY=file\n# a comment\nGRIMOIRE_SECRET='too short'\n",
      'grimoire.config.mjs': `import { defineAdmin, sqlite } from 'grimoire';
        console.log(JSON.stringify([process.env.BRAND, process.env.EMPTY]));
        export default defineAdmin({ database: sqlite('a.sqlite'), settings: { secret: 'x'.repeat(32) } });`,
    });
    expect((await run(['migrate'])).out).toContain('["file","file"]');
    expect((await run(['migrate'], { BRAND: 'shell', EMPTY: '' })).out).toContain('["shell",""]');
  });

  it('gives GRIMOIRE_SECRET to every command', async () => {
    write({ '.env': 'GRIMOIRE_SECRET=too short\n' });
    const { code, err } = await run(['migrate', '--database', 'sqlite:a.sqlite']);
    expect([code, err]).toEqual([1, expect.stringContaining('A secret has at least 32 characters.')]);
  });

  it('names the database if no option and no config does; an option comes before it', async () => {
    write({ '.env': 'DATABASE_URL=file:./dev.db\n', 'prisma/dev.db': '' });
    expect((await grimoire(['migrate'], { DATABASE_URL: undefined }, folder)).err).toContain('name it as sqlite:prisma/dev.db.');
    write({ '.env': 'DATABASE_URL=sqlite:nowhere.sqlite\n', '.env.local': 'DATABASE_URL=sqlite:a.sqlite\n' });
    const unset = { DATABASE_URL: undefined };
    const empty = await run(['dump-schema'], { DATABASE_URL: '' });
    expect(empty).toMatchObject({ code: 1, err: expect.stringContaining('There is no grimoire.config.ts here.') });
    const ofFile = await run(['dump-schema'], unset);
    expect([ofFile.code, ofFile.out.includes('"main.Note"')]).toEqual([0, true]);
    const option = await run(['dump-schema', '--database', 'sqlite::memory:'], unset);
    expect([option.code, option.out.includes('"main.Note"')]).toEqual([0, false]);
  });

  it('is ignored if it is a folder', async () => {
    mkdirSync(join(folder, '.env'));
    expect(await run(['dump-schema', '--database', 'sqlite:a.sqlite'])).toMatchObject({ code: 0, err: '' });
  });
});
