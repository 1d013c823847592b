import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { grimoire, grimoireInProcess, root, serve, stop } from '../support/command.ts';
import { createTestDatabase, dialects, type TestDatabase } from '../support/databases.ts';
import { librarySql } from '../support/library.ts';

describe('the completion of the command line', () => {
  it.each(['bash', 'zsh', 'fish'])('is a script for %s that names every command and its options', async (shell) => {
    const { code, out } = await grimoireInProcess(['completion', shell]);
    expect([code, out]).toEqual([0, expect.stringMatching(/migrate[\s\S]*(--sql|-l sql)/)]);
  });

  it('completes in a real shell', async () => {
    const { out } = await grimoireInProcess(['completion', 'bash']);
    const words = `COMP_WORDS=(grimoire migrate --s); COMP_CWORD=2; _grimoire; echo "\${COMPREPLY[@]}"`;
    expect(execFileSync('bash', ['-c', `${out}\n${words}`], { encoding: 'utf8' }).trim()).toBe('--sql');
  });

  it('is refused for an unknown shell', async () => {
    expect(await grimoireInProcess(['completion', 'cmd'])).toMatchObject({ code: 1, err: expect.stringContaining('completion bash') });
  });

  it('comes with an example in the help of a command', async () => {
    expect((await grimoire(['migrate', '--help'])).out).toContain('grimoire migrate --sql > grimoire.sql');
  });

  it('has no colors where no terminal shows it', async () => {
    expect((await grimoire(['--help'])).out).not.toContain('\u001B');
  });
});

describe('the modules of the command line', () => {
  const listed = `import { registerHooks } from 'node:module';
    const urls = [];
    registerHooks({ load(url, context, next) { urls.push(url); return next(url, context); } });
    process.on('exit', () => console.error(JSON.stringify(urls.filter((url) => !url.startsWith('node:')))));`;
  /** The modules that a command has loaded when it ends. */
  const modulesOf = async (...args: string[]): Promise<readonly string[]> => {
    const { code, err } = await grimoire(args, { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(listed)}` });
    expect(code).toBe(0);
    return JSON.parse(err) as string[];
  };
  const isOfDatabase = (url: string): boolean => /\/(zod|kysely|pg)\/|\/src\/(databases|model\/build\/(?!checks))/.test(url);

  it.each(['--version', '--help'])('are few for %s, and those of no database', async (flag) => {
    const modules = await modulesOf(flag);
    expect(modules.length).toBeLessThan(20);
    expect(modules.filter(isOfDatabase)).toEqual([]);
  });

  it('are those of one command where that is named', async () => {
    const modules = await modulesOf('prune', '--help');
    expect(modules.some(isOfDatabase)).toBe(true);
    expect(modules.filter((url) => /\/cli\/([^/]+-command|serve|link-staff|(?:init|pull)\/.+)\.ts$/.test(url))).toEqual([
      expect.stringMatching(/\/cli\/prune-command\.ts$/),
    ]);
  });
});

describe.each(dialects)('the command line on %s', (dialect) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase(dialect);
    await database.execute(librarySql(dialect));
  });
  afterAll(() => database.close());

  it('says what to run where the own tables are missing', async () => {
    for (const args of [
      ['serve', '--port', '0'],
      ['create-superuser', '--username', 'ada'],
    ]) {
      const { code, err } = await grimoire([...args, '--database', database.address], { GRIMOIRE_PASSWORD: 'long enough' });
      expect([code, err]).toEqual([1, expect.stringContaining('grimoire migrate')]);
      expect(err).toContain('--migrate');
      expect(err).not.toContain('    at ');
    }
  });

  it('migrates, makes a superuser, serves, and changes the password', async () => {
    const migrated = await grimoire(['migrate', '--database', database.address]);
    expect(migrated).toMatchObject({ code: 0, out: expect.stringContaining('Applied 0001_staff') });
    expect((await grimoire(['migrate', '--database', database.address])).out).toContain('Nothing to apply.');
    const ada = ['--username', 'ada', '--database', database.address];
    expect(await grimoireInProcess(['create-superuser', ...ada], { GRIMOIRE_PASSWORD: 'short' })).toMatchObject({
      code: 1,
      err: expect.stringContaining('at least 10'),
    });
    expect(await grimoireInProcess(['create-superuser', ...ada], { GRIMOIRE_PASSWORD: 'Password2024!' })).toMatchObject({
      code: 1,
      err: expect.stringContaining('most common'),
    });
    expect(await grimoireInProcess(['create-superuser', ...ada])).toMatchObject({
      code: 1,
      err: expect.stringContaining('GRIMOIRE_PASSWORD'),
    });
    expect(await grimoire(['create-superuser', ...ada], { GRIMOIRE_PASSWORD: 'first password' })).toMatchObject({ code: 0 });
    expect(await grimoireInProcess(['create-superuser', ...ada], { GRIMOIRE_PASSWORD: 'first password' })).toMatchObject({
      code: 1,
      err: expect.stringContaining('already'),
    });
    expect(await grimoire(['change-password', ...ada], { GRIMOIRE_PASSWORD: 'second password' })).toMatchObject({ code: 0 });
    expect(
      await grimoireInProcess(['change-password', '--username', 'nobody', '--database', database.address], {
        GRIMOIRE_PASSWORD: 'second password',
      }),
    ).toMatchObject({ code: 1 });
    const { child, api } = await serve(['--database', database.address, '--app', 'library', '--base-url', '/back/office']);
    expect(api).toMatch(/\/back\/office\/$/);
    const login = (password: string): Promise<Response> =>
      fetch(`${api}auth/login/`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: 'ada', password }),
      });
    expect((await login('first password')).status).toBe(401);
    const answer = (await (await login('second password')).json()) as { access: string };
    const list = await fetch(`${api}r/library.Author/`, { headers: { authorization: `Bearer ${answer.access}` } });
    expect(await list.json()).toMatchObject({ count: 3 });
    expect(await stop(child)).toBe(0);
  });

  it('checks what a start checks, and prints results and documents for scripts', async () => {
    const at = ['--database', database.address];
    const folder = mkdtempSync(join(tmpdir(), 'grimoire-cli-'));
    expect(await grimoireInProcess(['check', ...at])).toMatchObject({ code: 0, out: expect.stringContaining('No problems.') });
    // Without GRIMOIRE_SECRET there is a note.
    expect(await grimoireInProcess(['check', '--strict', ...at])).toMatchObject({ code: 1, out: expect.stringContaining('No problems.') });
    const named = await grimoireInProcess(['check', '--language', 'de', ...at]);
    expect(named).toMatchObject({ code: 0, out: expect.stringContaining('Not translated: models main.Author verboseName: author\n') });
    expect((await grimoireInProcess(['check', '--strict', '--language', 'de', ...at], { GRIMOIRE_SECRET: 'x'.repeat(40) })).code).toBe(1);
    expect(await grimoireInProcess(['check', '--language', 'it', ...at])).toMatchObject({
      code: 1,
      err: expect.stringContaining('There is no language "it". There are ar, de, en, es, fr, ko.'),
    });
    const json = await grimoireInProcess(['check', '--json', ...at]);
    expect(JSON.parse(json.out)).toMatchObject({ ok: true, problems: [], missing_permissions: [] });
    expect(JSON.parse((await grimoireInProcess(['migrate', '--json', ...at])).out)).toEqual({ applied: [], permissions: 0 });
    // A model that is new has no permissions yet.
    await database.execute('CREATE TABLE extra (id integer PRIMARY KEY)');
    const missing = await grimoireInProcess(['check', ...at]);
    expect([missing.code, missing.err]).toEqual([1, expect.stringContaining('Missing permission: main.extra:add_extra\n')]);
    expect(JSON.parse((await grimoireInProcess(['migrate', '--json', ...at])).out)).toEqual({ applied: [], permissions: 5 });
    expect((await grimoireInProcess(['check', ...at])).code).toBe(0);
    await database.execute('DROP TABLE extra');
    expect(JSON.parse((await grimoireInProcess(['sync-admin-actions', '--json', ...at])).out)).toEqual({ created: [], stale: [] });
    const file = join(folder, 'schema.json');
    expect(await grimoireInProcess(['dump-schema', '-o', file, ...at])).toMatchObject({ code: 0, out: '' });
    expect(Object.keys(JSON.parse(readFileSync(file, 'utf8')))).toContain('auth.User');
    expect(await grimoireInProcess(['migrate', '--role', 'x', ...at])).toMatchObject({ code: 1, err: expect.stringContaining('--sql') });
    expect((await grimoireInProcess(['migrate', '--sql', ...at])).out.trim()).toBe('-- Nothing to apply.');
    const config = join(folder, 'grimoire.config.mjs');
    const index = new URL('../../packages/server/src/index.ts', import.meta.url).href;
    const source = `import { defineAdmin, model, postgres, sqlite } from '${index}';
      const address = ${JSON.stringify(database.address)};
      export default defineAdmin({
        database: address.startsWith('sqlite:') ? sqlite(address.slice(7)) : postgres(address),
        models: [model('book', 'lib.Book', { searchFields: ['titel'] })],
      });`;
    writeFileSync(config, source);
    const wrong = await grimoireInProcess(['check', '--config', config, '--json']);
    expect([wrong.code, JSON.parse(wrong.out).problems[0]]).toMatchObject([1, { id: 'grimoire.E010', place: 'lib.Book searchFields' }]);
    const said = await grimoireInProcess(['check', '--config', config]);
    expect([said.code, said.err]).toEqual([1, expect.stringContaining('E010 lib.Book searchFields')]);
    rmSync(folder, { recursive: true });
  });

  it('syncs the permissions of actions, under both names of the command', async () => {
    const folder = mkdtempSync(join(root, 'test', 'tmp-sync-'));
    const config = (codenames: readonly string[]): void =>
      writeFileSync(
        join(folder, 'grimoire.config.ts'),
        `import { defineAdmin, model, postgres, sqlite } from 'grimoire';
        const actions = ${JSON.stringify(codenames)}.map((codename) => ({ model: 'lib.Tag', codename, name: codename, kind: 'server', scope: 'bulk', run: () => {} }));
        export default defineAdmin({ database: ${dialect === 'sqlite' ? `sqlite('${database.address.replace('sqlite:', '')}')` : `postgres('${database.address}')`}, models: [model('tag', 'lib.Tag')], adminActions: actions });`,
      );
    const sync = async (...args: string[]): Promise<string> => {
      const { code, out, err } = await grimoire(args, {}, folder);
      return `${code}: ${out}${err}`.trim();
    };
    try {
      config(['paint', 'peel']);
      await grimoire(['migrate'], {}, folder);
      expect(await sync('sync-admin-actions', '--check')).toBe(
        '1: Missing lib.tag:paint\nMissing lib.tag:peel\n2 permissions missing. Run "grimoire sync-admin-actions".',
      );
      expect(await sync('sync_admin_actions')).toBe('0: Created lib.tag:paint\nCreated lib.tag:peel\n2 permissions created.');
      expect(await sync('sync-admin-actions')).toBe('0: 0 permissions created.');
      expect(await sync('sync-admin-actions', '--check')).toBe('0: Every action has its permission.');
      config(['paint']);
      expect(await sync('sync-admin-actions', '--prune')).toBe(
        '0: Its action is gone: lib.tag:peel\nTo remove them: --prune --yes.\n0 permissions created.',
      );
      expect(await sync('sync-admin-actions', '--prune', '--yes')).toBe('0: Removed lib.tag:peel\n0 permissions created.');
      expect(await sync('sync-admin-actions', '--yes')).toBe('1: --yes goes with --prune.');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('takes the address from the environment or a file, where no other user of the machine reads it', async () => {
    const folder = mkdtempSync(join(root, 'test', 'tmp-address-'));
    const file = join(folder, 'address');
    writeFileSync(file, `\uFEFF${database.address} \r\nnothing else is read\n`);
    const ways = [
      { options: ['--database-file', file], url: '', username: 'by-file' },
      { options: [], url: database.address, username: 'by-environment' },
    ];
    try {
      for (const { options, url, username } of ways) {
        const commands = [
          ['migrate'],
          ['sync-admin-actions'],
          ['create-superuser', '--username', username],
          ['change-password', '--username', username],
          ['openapi', '--app', 'library'],
          ['dump-schema', '--app', 'library'],
        ];
        for (const args of commands) {
          const { code, err } = await grimoireInProcess([...args, ...options], {
            GRIMOIRE_PASSWORD: 'another password',
            DATABASE_URL: url,
          });
          expect([args, options, code, err]).toEqual([args, options, 0, '']);
        }
      }
      const dumped = await grimoire(['dump-schema', '--app', 'library'], { DATABASE_URL: database.address });
      expect(Object.keys(JSON.parse(dumped.out) as object)).toContain('library.Book');
      const described = await grimoireInProcess(['openapi', '--app', 'library', '--models', 'library.Book, library.Tag'], {
        DATABASE_URL: database.address,
      });
      const paths = Object.keys((JSON.parse(described.out) as { paths: object }).paths).filter((path) => path.startsWith('/r/'));
      expect(new Set(paths.map((path) => path.split('/')[2]))).toEqual(new Set(['library.Book', 'library.Tag']));
      const unknown = await grimoireInProcess(['openapi', '--models', 'library.Boook'], { DATABASE_URL: database.address });
      expect([unknown.code, unknown.err]).toEqual([1, 'There is no model "library.Boook".\n']);
      const { child, output } = await serve([], { databaseUrl: database.address });
      expect(output).toContain('Serving 10 models');
      expect(await stop(child)).toBe(0);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('takes a config before the environment, and an option before both', async () => {
    const folder = mkdtempSync(join(root, 'test', 'tmp-config-'));
    writeFileSync(
      join(folder, 'grimoire.config.ts'),
      `import { defineAdmin, sqlite } from 'grimoire';\nexport default defineAdmin({ database: sqlite(':memory:'), models: [] });`,
    );
    writeFileSync(join(folder, 'address'), database.address);
    const models = async (args: readonly string[], cwd = folder): Promise<readonly string[]> => {
      const { out } = await grimoire(['dump-schema', ...args], { DATABASE_URL: database.address }, cwd);
      return Object.keys(JSON.parse(out) as object);
    };
    try {
      for (const args of [[], ['--config', 'grimoire.config.ts']]) expect([args, (await models(args)).length]).toEqual([args, 5]);
      for (const args of [
        ['--database', database.address],
        ['--database-file', 'address'],
      ])
        expect([args, await models(args)]).toEqual([args, expect.arrayContaining(['main.Book'])]);
      expect((await models(['--config', join(folder, 'grimoire.config.ts')], root)).length).toBe(5);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('takes the database of an option before that of the environment', async () => {
    for (const DATABASE_URL of ['postgres://ada:secret@nowhere.invalid/shop', 'mysql://host/shop', '']) {
      const { code, out } = await grimoireInProcess(['dump-schema', '--database', database.address], { DATABASE_URL });
      expect([DATABASE_URL, code, out]).toEqual([DATABASE_URL, 0, expect.stringContaining('"main.Book"')]);
    }
  });

  it('gives schemas the app labels that it is told', async () => {
    const schema = dialect === 'postgres' ? 'public' : 'main';
    const { code, out } = await grimoireInProcess(['dump-schema', '--database', database.address, '--app-labels', `${schema}=shelves`]);
    expect([code, Object.keys(JSON.parse(out) as object)]).toEqual([0, expect.arrayContaining(['shelves.Author', 'shelves.Tag'])]);
  });

  it('dumps the schema of every model', async () => {
    const { code, out } = await grimoire(['dump-schema', '--database', database.address]);
    const schemas = JSON.parse(out) as Record<string, { fields: unknown[] }>;
    expect(code).toBe(0);
    expect(Object.keys(schemas).sort()).toEqual([
      'admin.AdminAuditLog',
      'auth.Group',
      'auth.Permission',
      'auth.User',
      'contenttypes.ContentType',
      'main.Author',
      'main.Book',
      'main.BookTag',
      'main.Chapter',
      'main.Tag',
    ]);
    expect(schemas['main.Book']?.fields.length).toBeGreaterThan(5);
  });
});

describe('the command line', () => {
  it('takes the address of a database from one place, and shows none that was not typed', async () => {
    const folder = mkdtempSync(join(root, 'test', 'tmp-address-'));
    const file = (name: string, text: string): string => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    const there = file('there', 'sqlite::memory:');
    const cases = [
      [['--database', 'sqlite::memory:', '--database-file', there], '', 'Give --database or --database-file, not both.'],
      [['--database', 'sqlite:nowhere', '--database-file', there], 'sqlite::memory:', 'Give --database or --database-file, not both.'],
      [['--config', 'x.ts', '--database-file', there], '', 'Give --config or --database, not both.'],
      [['--database-file', join(folder, 'nowhere')], '', `There is no file ${join(folder, 'nowhere')}.`],
      [['--database-file', file('empty', '\nsqlite::memory:')], '', 'is empty: write the address of the database there.'],
      [['--database-file', file('odd', 'ada:secret@host/shop')], '', 'names a file that is not there.'],
      [[], 'ada:secret@host/shop', 'DATABASE_URL names a file that is not there.'],
      [[], 'postgers://ada:secret@host/shop', '"postgers" is no database'],
    ] as const;
    try {
      for (const [args, url, sentence] of cases) {
        const { code, err } = await grimoireInProcess(['migrate', ...args], { DATABASE_URL: url });
        expect([args, url, code, err]).toEqual([args, url, 1, expect.stringContaining(sentence)]);
        expect(err).not.toMatch(/secret|    at /);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('explains mistakes in one sentence', async () => {
    const cases = [
      [['serve', '--database', 'sqlite:/nowhere/x.sqlite'], 'There is no file'],
      [['serve', '--database', 'mysql://x/y'], 'MySQL and MariaDB are not served yet'],
      [['serve', '--database', 'oracle://x/y'], '"oracle" is no database'],
      [['serve', '--config', 'nowhere.ts'], 'There is no nowhere.ts'],
      [['serve', '--port', 'many', '--database', 'sqlite::memory:'], 'is no port'],
      [['serve', '--app', 'x'], '--database'],
      [['serve', '--app-labels', 'a=b'], 'appLabels'],
      [['serve', '--database', 'sqlite::memory:', '--app-labels', 'a'], 'is no SCHEMA=LABEL'],
      [['serve', '--database', 'postgres://nobody@127.0.0.1:1/none'], 'not available'],
    ] as const;
    for (const [args, sentence] of cases) {
      const { code, err } = await grimoireInProcess(args);
      expect([args, code, err]).toEqual([args, 1, expect.stringContaining(sentence)]);
      expect(err).not.toContain('    at ');
    }
  });

  it('prints what it leaves out, a line for each table, also of a config', async () => {
    const database = await createTestDatabase('sqlite');
    await database.execute(`CREATE TABLE users (id integer PRIMARY KEY, passwordhash text, mfasecret text, city text);
      CREATE TABLE device (id integer PRIMARY KEY, pin integer); CREATE TABLE login (session_key text PRIMARY KEY);`);
    const folder = mkdtempSync(join(root, 'test', 'tmp-left-out-'));
    const printed = async (args: readonly string[]): Promise<string[]> => {
      const { child, printed: all } = await serve(args, { cwd: folder });
      await stop(child);
      return all()
        .split('\n')
        .filter((line) => line.startsWith('Left out'))
        .sort();
    };
    const users = 'Left out: users: passwordhash, mfasecret (look like secrets; name them in `fields` to serve them)';
    try {
      expect(await printed(['--migrate', '--database', database.address])).toEqual([
        'Left out: device.pin (looks like a secret; name it in `fields` to serve it)',
        'Left out: login: its key has the name of a secret; a config that names it in `fields` serves it.',
        users,
      ]);
      writeFileSync(
        join(folder, 'grimoire.config.ts'),
        `import { defineAdmin, model, sqlite } from 'grimoire';
        const models = [model('users', 'm.Users'), model('device', 'm.Device', { fields: { pin: {} } })];
        export default defineAdmin({ database: sqlite('${database.address.replace('sqlite:', '')}'), models });`,
      );
      expect(await printed([])).toEqual([users]);
    } finally {
      rmSync(folder, { recursive: true });
      await database.close();
    }
  });

  it('reads a config with extensionless imports and enums, which Node alone can not', async () => {
    const folder = mkdtempSync(join(root, 'test', 'tmp-config-'));
    try {
      writeFileSync(join(folder, 'names.ts'), `export enum Names { key = 'app.Thing' }`);
      writeFileSync(
        join(folder, 'grimoire.config.ts'),
        `import { defineAdmin, model, sqlite } from 'grimoire';\nimport { Names } from './names';\nexport default defineAdmin({ database: sqlite(':memory:'), models: [model('missing', Names.key)] });`,
      );
      const { code, err } = await grimoire(['migrate'], {}, folder);
      expect([code, err]).toEqual([1, expect.stringContaining('grimoire.E004 app.Thing')]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
