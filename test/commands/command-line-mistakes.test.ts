import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { grimoire, root, type Run, serve, stop } from '../support/command.ts';
import { createTestDatabase, dialects, hasPostgres, type TestDatabase } from '../support/databases.ts';

/** What a person mistypes, or has not prepared, is told in a sentence. */
describe('a mistake at the command line', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'grimoire-command-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** A mistake: a sentence on standard error, no stack, exit code 1. */
  const expectSentence = ({ code, err, out }: Run, sentence: string): void => {
    expect([code, err]).toEqual([1, expect.stringContaining(sentence)]);
    expect(err).not.toMatch(/^ {4}at |node:internal/m);
    expect(out).toBe('');
  };

  it('is an option that is not there, has no value, or a word too many', async () => {
    const cases = [
      [['serve', '--prot', '9000'], 'has no option --prot. Did you mean "--port"?'],
      [['serve', '-p', '9000'], 'has no option -p.'],
      [['migrate', '--port', '9000'], 'grimoire migrate has no option --port. It has: --config'],
      [['serve', '--port'], '--port needs a value.'],
      [['serve', '--config='], '--config needs a value.'],
      [['serve', '--migrate=yes'], '--migrate takes no value.'],
      [['migrate', 'sqlite:shop.sqlite'], 'grimoire migrate takes no "sqlite:shop.sqlite".'],
      [['serve', '--session-cookie', 'a b', '--database', 'sqlite::memory:'], '"a b" is no name of a cookie (--session-cookie).'],
      [['serve', '--csrf-cookie', 'sessionid', '--database', 'sqlite::memory:'], '"sessionid" is the name of two cookies.'],
      [['serve', '--trusted-proxies', 'nginx', '--database', 'sqlite::memory:'], '--trusted-proxies: "nginx" is no address or network.'],
    ] as const;
    for (const [args, sentence] of cases) expectSentence(await grimoire(args), sentence);
    expectSentence(await grimoire(['migrte']), 'There is no command "migrte". Did you mean "migrate"?');
    expect(await grimoire(['serve', '--help', '--nonsense'])).toMatchObject({ code: 0, out: expect.stringContaining('--trusted-proxies') });
  });

  it('is an app label that is none, or taken', async () => {
    const cases = [
      [['migrate', '--app', 'a b', '--database', 'sqlite::memory:'], '--app: "a b" is no app label.'],
      [['migrate', '--app', 'Auth', '--database', 'sqlite::memory:'], '--app: "Auth" is taken by the service\'s own models.'],
    ] as const;
    for (const [args, sentence] of cases) expectSentence(await grimoire(args), sentence);
  });

  it('says its version', async () => {
    expect(await grimoire(['--version'])).toEqual({ code: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/), err: '' });
  });

  it('is a Node that is too old', async () => {
    const old = join(folder, 'old.mjs');
    writeFileSync(old, `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } });`);
    const run = await grimoire(['--version'], { NODE_OPTIONS: `--import=${old}` });
    expect(run).toEqual({ code: 1, out: '', err: 'Grimoire needs Node 22.18 or newer; this is Node 20.20.2.\n' });
  });

  it('is no terminal to ask at', async () => {
    const database = await createTestDatabase('sqlite');
    await grimoire(['migrate', '--database', database.address]);
    for (const command of ['create-superuser', 'change-password'])
      expectSentence(await grimoire([command, '--database', database.address]), 'There is no terminal to ask at: give --username NAME');
    await database.close();
  });

  it('is a file that is no database', async () => {
    const file = join(folder, 'notes.txt');
    writeFileSync(file, 'These are no rows. '.repeat(100));
    for (const command of ['migrate', 'serve']) expectSentence(await grimoire([command, '--database', file]), 'is not a SQLite database');
  });

  it('is a config that is a folder, or that imports what is not there', async () => {
    expectSentence(await grimoire(['serve', '--config', folder]), `${folder} is no file: name the config in it, such as `);
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(join(root, 'packages/server'), join(folder, 'node_modules/grimoire'));
    const config = join(folder, 'grimoire.config.ts');
    for (const type of ['module', 'commonjs']) {
      writeFileSync(join(folder, 'package.json'), JSON.stringify({ type }));
      writeFileSync(config, `import { books } from './schema.ts';\nimport { defineAdmin } from 'grimoire';\nexport default books;`);
      rmSync(join(folder, 'schema.ts'), { force: true });
      const run = await grimoire(['migrate'], {}, folder);
      expectSentence(run, `${config} imports "./schema.ts", which is not there.`);
      expect(run.err.trim().split('\n')).toHaveLength(1);
      writeFileSync(join(folder, 'schema.ts'), `export * from 'no-such-package';`);
      expectSentence(await grimoire(['migrate'], {}, folder), `schema.ts imports "no-such-package", which is not there.`);
    }
  });

  it('is a host that is none of this machine', async () => {
    const database = await createTestDatabase('sqlite');
    const { code, err } = await grimoire(['serve', '--migrate', '--host', 'nowhere.invalid', '--database', database.address]);
    expect([code, err]).toEqual([1, expect.stringMatching(/"nowhere\.invalid" is no address of this machine \(E\w+\)/)]);
    expect(err).not.toMatch(/^ {4}at /m);
    await database.close();
  });

  it('is a SQLite file in a folder that is not there', async () => {
    const config = `import { defineAdmin, sqlite } from '${join(root, 'packages/server/src/index.ts')}';\nexport default defineAdmin({ database: sqlite('nodir/x.sqlite'), models: [] });`;
    writeFileSync(join(folder, 'grimoire.config.ts'), config);
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    expectSentence(await grimoire(['migrate'], {}, folder), 'The SQLite file nodir/x.sqlite can not be opened.');
  });

  it('is an address of the demo that is not served', async () => {
    const demo = await new Promise<Run>((resolve) => {
      const env = { ...process.env, DATABASE_URL: 'mysql://x', PORT: '0' };
      execFile(process.execPath, ['examples/shop/start.ts'], { cwd: root, env }, (error, out, err) =>
        resolve({ code: error === null ? 0 : Number(error.code), out, err }),
      );
    });
    expectSentence(demo, 'MySQL and MariaDB are not served yet');
  });

  it('is an address that is none, and is not repeated', async () => {
    const config = `import { defineAdmin, postgres } from 'grimoire';\nexport default defineAdmin({ database: postgres(process.env.DATABASE_URL), models: [] });`;
    writeFileSync(join(folder, 'grimoire.config.ts'), config);
    expectSentence(await grimoire(['migrate'], {}, folder), 'is DATABASE_URL set?');
    const odd = await grimoire(['migrate'], { DATABASE_URL: 'postgres://ada:sec#ret@host:x/shop' });
    expectSentence(odd, 'characters such as # and / in the password percent-encoded');
    expect(odd.err).not.toContain('sec#ret');
  });

  it.runIf(hasPostgres)('is a password, a database or a right that PostgreSQL does not accept', async () => {
    const database = await createTestDatabase('postgres');
    const server = database.address.replace(/[^/]*$/, '');
    expectSentence(await grimoire(['serve', '--database', `${server}no_such_database`]), 'The server has no such database.');
    const role = `reader_${process.pid}`;
    await database.execute(`CREATE ROLE ${role} LOGIN`);
    expectSentence(await grimoire(['migrate', '--database', database.address.replace('tester@', `${role}@`)]), `permission denied`);
    await database.execute(`DROP ROLE ${role}`);
    expectSentence(
      await grimoire(['migrate', '--database', database.address.replace('tester@', `${role}@`)]),
      'refused the user or the password',
    );
    await database.close();
    // The server of the tests trusts everybody: this one says what another one would.
    const strict = createServer((socket) => {
      const fields = 'SFATAL\0VFATAL\0C28P01\0Mpassword authentication failed for user "ada"\0\0';
      const length = Buffer.alloc(4);
      length.writeInt32BE(fields.length + 4);
      socket.once('data', () => socket.end(Buffer.concat([Buffer.from('E'), length, Buffer.from(fields)])));
      socket.on('error', () => {});
    });
    await new Promise<void>((resolve) => void strict.listen(0, '127.0.0.1', resolve));
    const { port } = strict.address() as AddressInfo;
    const refused = await grimoire(['serve', '--database', `postgres://ada:wrong@127.0.0.1:${port}/shop`]);
    expectSentence(refused, 'The database refused the user or the password. (password authentication failed for user "ada")');
    await new Promise((resolve) => void strict.close(resolve));
  });
});

describe('a config in a project of CommonJS', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'grimoire-commonjs-'));
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(join(root, 'packages/server'), join(folder, 'node_modules/grimoire'));
    writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }');
    writeFileSync(join(folder, 'tables.ts'), `export const key = 'app.Missing';`);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const expectRead = async (args: readonly string[] = []): Promise<void> => {
    const { code, err } = await grimoire(['migrate', ...args], {}, folder);
    expect([code, err]).toEqual([1, expect.stringContaining('grimoire.E004 app.Missing')]);
    expect(err).not.toContain('Warning');
  };

  it('is read as an ES module, without a warning', async () => {
    writeFileSync(
      join(folder, 'grimoire.config.ts'),
      `import { defineAdmin, model, sqlite } from 'grimoire';\nimport { key } from './tables.ts';\nexport default defineAdmin({ database: sqlite(':memory:'), models: [model('missing', key)] });`,
    );
    await expectRead();
  });

  it('is read as what the compiler made of it', async () => {
    writeFileSync(
      join(folder, 'config.js'),
      `"use strict";\nObject.defineProperty(exports, "__esModule", { value: true });\nconst grimoire_1 = require("grimoire");\nexports.default = (0, grimoire_1.defineAdmin)({ database: (0, grimoire_1.sqlite)(':memory:'), models: [(0, grimoire_1.model)('missing', 'app.Missing')] });`,
    );
    await expectRead(['--config', 'config.js']);
    writeFileSync(
      join(folder, 'plain.cjs'),
      `const { defineAdmin, model, sqlite } = require('grimoire');\nmodule.exports = defineAdmin({ database: sqlite(':memory:'), models: [model('missing', 'app.Missing')] });`,
    );
    await expectRead(['--config', 'plain.cjs']);
    // CommonJS below a package of ES modules.
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    await expectRead(['--config', 'config.js']);
  });

  it('that can not be read at all says where', async () => {
    writeFileSync(join(folder, 'grimoire.config.ts'), `import { defineAdmin } from 'grimoire';\nexport default defineAdmin({ database: ;`);
    const { code, err } = await grimoire(['migrate'], {}, folder);
    expect([code, err]).toEqual([1, expect.stringContaining('grimoire.config.ts')]);
  });
});

describe.each(dialects)('serving on %s', (dialect) => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase(dialect);
  });
  afterEach(() => database.close());

  const outputOf = async (): Promise<string> => {
    const { child, printed } = await serve(['--migrate', '--database', database.address]);
    await stop(child);
    return printed();
  };

  it('says how to make an account as long as there is none', async () => {
    const note = 'There is no account to sign in with. "grimoire create-superuser"';
    expect(await outputOf()).toContain(note);
    await grimoire(['create-superuser', '--username', 'ada', '--database', database.address], { GRIMOIRE_PASSWORD: 'a long password' });
    expect(await outputOf()).not.toContain(note);
  });

  it('prints what it has to note to who serves, and nothing of it to who makes an account', async () => {
    const note = 'Note: GRIMOIRE_SECRET is not set';
    expect(await outputOf()).toContain(note);
    const args = ['--username', 'ada', '--database', database.address];
    for (const command of ['create-superuser', 'change-password'])
      expect(await grimoire([command, ...args], { GRIMOIRE_PASSWORD: 'a long password', GRIMOIRE_SECRET: '' })).toMatchObject({
        code: 0,
        err: '',
      });
  });

  it('believes the proxies that it is told to trust, and names its cookies as it is told', async () => {
    await grimoire(['migrate', '--database', database.address]);
    await grimoire(['create-superuser', '--username', 'ada', '--database', database.address], { GRIMOIRE_PASSWORD: 'a long password' });
    const cookies = async (args: readonly string[]): Promise<readonly string[]> => {
      const { child, api } = await serve(['--database', database.address, ...args]);
      const login = await fetch(`${api}auth/login/`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-proto': 'https' },
        body: JSON.stringify({ username: 'ada', password: 'a long password', session: true }),
      });
      await stop(child);
      return login.headers.getSetCookie();
    };
    const namesOf = (set: readonly string[]): unknown => set.map((cookie) => cookie.split('=')[0]);
    const usual = await cookies([]);
    expect([usual.some((cookie) => cookie.includes('Secure')), namesOf(usual)]).toEqual([
      false,
      ['sessionid', 'csrftoken', 'grimoire_device'],
    ]);
    const told = await cookies(['--trusted-proxies', '10.0.0.0/8, 127.0.0.1', '--session-cookie', 'own', '--csrf-cookie', 'mine']);
    expect([told.every((cookie) => cookie.includes('Secure')), namesOf(told)]).toEqual([true, ['own', 'mine', 'grimoire_device']]);
  });
});
