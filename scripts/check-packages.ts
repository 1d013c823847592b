/** Checks the built packages as a stranger gets them: packed, linted, installed into an empty project, and run. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from './build.ts';
import { published } from './published.ts';

build();

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = (program: string): string => join(root, 'node_modules', program);
const project = mkdtempSync(join(tmpdir(), 'grimoire-packages-'));

function run(command: string, args: readonly string[], cwd = project): string {
  return execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}

const program = `
import { Client, settled } from '@grimoire/client';
import { defineAdmin, model, sqlite, toNodeHandler } from 'grimoire';
const admin = defineAdmin({ database: sqlite(':memory:'), models: [] });
await admin.operations.migrate();
const answer = await admin.fetch(new Request('http://localhost/api/config/'));
if (answer.status !== 200 || typeof toNodeHandler !== 'function' || typeof model !== 'function') throw new Error('The package does not work.');
for (const file of ['', 'init.js', 'swagger-ui-bundle.js', 'swagger-ui.css']) {
  const page = await admin.fetch(new Request('http://localhost/api/docs/' + file));
  if (page.status !== 200) throw new Error('The viewer lacks ' + file);
}
const ui = admin.withDashboard();
const page = await (await ui.fetch(new Request('http://localhost/'))).text();
const script = page.split('src="./')[1]?.split('"')[0];
if (!script || (await ui.fetch(new Request('http://localhost/' + script))).status !== 200) throw new Error('The dashboard does not work.');
const client = new Client({ baseUrl: 'http://localhost/api/', fetch: (url, init) => admin.fetch(new Request(url, init)) });
const refused = await settled(client.me());
if (refused.ok || refused.problem.kind !== 'signed out') throw new Error('The client does not work.');
await admin.close();
`;

/** Each subpath, and a service on SQLite where neither `pg` nor Drizzle can be loaded. */
const subpaths = `
import assert from 'node:assert/strict';
import { registerHooks } from 'node:module';
const loaded = new Set();
registerHooks({
  resolve(name, context, next) {
    loaded.add(name);
    return next(name, context);
  },
});
const { sqlite } = await import('grimoire/sqlite');
const { postgres } = await import('grimoire/postgres');
const { toNodeHandler } = await import('grimoire/node');
const { testAdmin } = await import('grimoire/testing');
assert.equal(typeof (await import('grimoire/prisma')).prisma, 'function');
const { nextHandlers } = await import('grimoire/next');
const { grimoire } = await import('grimoire/fastify');
assert.deepEqual([typeof nextHandlers, typeof grimoire], ['function', 'function']);
const all = await import('grimoire');
assert.deepEqual([all.sqlite, all.postgres, all.toNodeHandler], [sqlite, postgres, toNodeHandler]);
const { superuser, close } = await testAdmin({ setup: 'CREATE TABLE note (id integer PRIMARY KEY, title text)' });
assert.equal((await superuser.post('/r/main.Note/', { title: 'a' })).status, 201);
await close();
assert.deepEqual([loaded.has('pg'), loaded.has('drizzle-orm')], [false, false]);
await assert.rejects(all.defineAdmin({ database: postgres('postgres://127.0.0.1:1/none') }).ready());
assert.equal(loaded.has('pg'), true);
await assert.rejects(import('grimoire/drizzle'), /drizzle-orm/);
await assert.rejects(import('grimoire/store/sqlite'), { code: 'ERR_PACKAGE_PATH_NOT_EXPORTED' });
`;

/** A host's extension, as strangers write it: its types, its build, and what the service makes of that. */
const extension: Readonly<Record<string, string>> = {
  'vite.config.ts': `import { grimoireExtension } from '@grimoire/ui/vite';
import { defineConfig } from 'vite';
export default defineConfig({ plugins: [grimoireExtension()] });`,
  'src/index.tsx': `import { type CellProps, defineExtension, Page, useMay } from '@grimoire/ui';
function Stars({ value }: CellProps<number>) {
  return <b>{'*'.repeat(value)}</b>;
}
function Own() {
  return <Page title="Own">{useMay()('main.Note', 'view') ? 'yes' : 'no'}</Page>;
}
export default defineExtension({ kinds: { stars: { Cell: Stars } }, pages: [{ path: 'own', title: 'Own', Page: Own }] });`,
  'tsconfig.json': JSON.stringify({
    // Without the checks of libraries skipped: the declarations of the kit must stand alone.
    compilerOptions: {
      strict: true,
      noEmit: true,
      jsx: 'react-jsx',
      module: 'esnext',
      moduleResolution: 'bundler',
      lib: ['es2024', 'dom'],
      types: [],
    },
    files: ['src/index.tsx'],
  }),
  'serve.js': `import { defineAdmin, sqlite } from 'grimoire';
const admin = defineAdmin({ database: sqlite(':memory:'), models: [], dashboard: { extension: 'dist/admin-ui' } });
const page = await (await admin.withDashboard().fetch(new Request('http://localhost/'))).text();
if (!page.includes('./extension/extension-') || !page.includes('importmap')) throw new Error('The extension is not served.');
await admin.close();`,
};

function tryExtension(): void {
  for (const [name, text] of Object.entries(extension)) {
    mkdirSync(dirname(join(project, name)), { recursive: true });
    writeFileSync(join(project, name), text);
  }
  run(process.execPath, [bin('typescript/bin/tsc'), '-p', project]);
  run(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn']);
  run(process.execPath, ['serve.js']);
  const outside = "import('@grimoire/ui').then((kit) => kit.useMay()).catch((error) => console.log(error.message))";
  if (!run(process.execPath, ['-e', outside]).includes('in the pages of the dashboard'))
    throw new Error('The kit says nothing outside of the dashboard.');
}

try {
  const tarballs = published.map((folder) => {
    const [packed] = JSON.parse(run('npm', ['pack', '--json', '--pack-destination', project], join(root, folder, 'dist'))) as [
      { filename: string },
    ];
    const tarball = join(project, packed.filename);
    run(process.execPath, [bin('publint/src/cli.js'), 'run', tarball, '--strict'], root);
    run(process.execPath, [bin('@arethetypeswrong/cli/dist/index.js'), tarball, '--ignore-rules', 'cjs-resolves-to-esm'], root);
    return tarball;
  });
  // What the host of an extension installs beside the kit.
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'packages/ui/package.json'), 'utf8')) as {
    readonly devDependencies: Readonly<Record<string, string>>;
  };
  const needed = ['vite', '@types/react'].map((name) => `${name}@${devDependencies[name] ?? ''}`);
  writeFileSync(join(project, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  writeFileSync(join(project, 'try.js'), program);
  run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', '--silent', ...tarballs, ...needed]);
  writeFileSync(join(project, 'subpaths.js'), subpaths);
  run(process.execPath, ['try.js']);
  run(process.execPath, ['subpaths.js']);
  tryExtension();
  const help = run(process.execPath, ['node_modules/grimoire/bin/grimoire.js', 'dump-schema', '--database', 'sqlite::memory:']);
  if (
    Object.keys(JSON.parse(help) as object).join() !== 'auth.User,auth.Group,auth.Permission,contenttypes.ContentType,admin.AdminAuditLog'
  )
    throw new Error(`The installed command answered: ${help}`);
  console.log(`${tarballs.length} packages packed, linted, installed and run`);
} finally {
  rmSync(project, { recursive: true, force: true });
}
