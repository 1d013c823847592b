import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { grimoireInProcess, type Run } from '../support/command.ts';
import { createTestDatabase, dialects, type TestDatabase } from '../support/databases.ts';
import { addUser } from '../support/service.ts';

describe.each(dialects)('links of staff by the command line on %s', (dialect) => {
  let database: TestDatabase;
  let folder: string;
  beforeAll(async () => {
    database = await createTestDatabase(dialect);
    const time = dialect === 'postgres' ? 'timestamptz' : 'datetime';
    await database.execute(`
      CREATE TABLE person (id integer PRIMARY KEY, email varchar(50), login varchar(20), age integer, deleted_at ${time});
      INSERT INTO person (id, email, login) VALUES (1, 'ann@x.example', 'ann'), (2, 'ben@x.example', 'ben'), (3, 'twice@x.example', 'x'), (4, 'twice@x.example', 'y');
      INSERT INTO person VALUES (5, 'gone@x.example', 'gone', 1, '2026-01-01 00:00:00');`);
    folder = mkdtempSync(join(tmpdir(), 'grimoire-links-'));
    writeConfig('linked.mjs', ", settings: { staffLink: { model: 'm.Person' } }");
    writeConfig('plain.mjs', '');
    expect((await command('migrate')).code).toBe(0);
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await database.close();
  });
  beforeEach(() => database.execute('DELETE FROM grimoire_user; DELETE FROM grimoire_audit_log'));

  const writeConfig = (name: string, more: string): void => {
    const index = new URL('../../packages/server/src/index.ts', import.meta.url).href;
    writeFileSync(
      join(folder, name),
      `import { defineAdmin, model, postgres, sqlite } from '${index}';
      const address = ${JSON.stringify(database.address)};
      const models = [model('person', 'm.Person', { softDelete: 'deleted_at' })];
      export default defineAdmin({ database: address.startsWith('sqlite:') ? sqlite(address.slice(7)) : postgres(address), models${more} });`,
    );
  };
  const command = (name: string, ...args: string[]): Promise<Run> =>
    grimoireInProcess([name, '--config', join(folder, 'linked.mjs'), ...args], { GRIMOIRE_PASSWORD: 'a long password' });
  const links = async (): Promise<unknown> => {
    const rows = await database.query('SELECT username, linked_row FROM grimoire_user ORDER BY username');
    return Object.fromEntries(rows.map((row) => [row['username'], row['linked_row']]));
  };
  const staff = async (username: string, email = ''): Promise<void> => {
    await addUser(database, { username });
    await database.query('UPDATE grimoire_user SET email = ? WHERE username = ?', [email, username]);
  };

  it('are set, changed and ended, with an entry for each', async () => {
    await staff('ann');
    expect(await command('link-staff', '--username', 'ann', '--key', '1')).toMatchObject({
      code: 0,
      out: '"ann" is linked to the row 1.\n',
    });
    expect(await links()).toEqual({ ann: 'm.Person/1' });
    await command('link-staff', '--username', 'ann', '--key', '02');
    await command('link-staff', '--username', 'ann', '--key', '2');
    expect(await links()).toEqual({ ann: 'm.Person/2' });
    expect((await command('link-staff', '--username', 'ann', '--none')).out).toBe('"ann" is linked to no row.\n');
    expect(await links()).toEqual({ ann: null });
    const entries = await database.query('SELECT actor_repr, action, object_repr, diff FROM grimoire_audit_log ORDER BY id');
    const diffs = entries.map(({ diff, ...entry }) => [entry, typeof diff === 'string' ? JSON.parse(diff) : diff]);
    const entry = { actor_repr: 'system', action: 'update', object_repr: 'ann' };
    expect(diffs).toEqual([
      [entry, { link: [null, 1] }],
      [entry, { link: [1, 2] }],
      [entry, { link: [2, null] }],
    ]);
  });

  it('are refused where there is no such user, row or model', async () => {
    await staff('ann');
    for (const [args, sentence] of [
      [['--username', 'nobody', '--key', '1'], 'There is no user "nobody".'],
      [['--username', 'ann', '--key', '99'], 'There is no row of m.Person with the key "99".'],
      [['--username', 'ann', '--key', '5'], 'There is no row of m.Person with the key "5".'],
      [['--username', 'ann', '--key', 'x'], 'There is no row of m.Person with the key "x".'],
      [['--match', 'email=age'], 'm.Person has no text field "age". It has: email, login.'],
      [['--match', 'id'], '--match takes "email" or "username"'],
      [['--match', 'email=a=b'], '--match takes "email" or "username"'],
      [['--username', 'ann'], 'Give --username with --key or --none, or --match'],
      [['--username', 'ann', '--key', '1', '--none'], 'Give --username with'],
      [['--username', 'ann', '--key', '1', '--confirm', 'x'], 'Give --username with'],
      [['--username', 'ann', '--match', 'email'], 'Give --username with'],
      [[], 'Give --username with'],
    ] as const)
      expect([args, await command('link-staff', ...args)]).toEqual([args, { code: 1, out: '', err: expect.stringContaining(sentence) }]);
    expect(await links()).toEqual({ ann: null });
    const plain = ['link-staff', '--config', join(folder, 'plain.mjs'), '--username', 'ann', '--key', '1'];
    expect(await grimoireInProcess(plain)).toMatchObject({ code: 1, err: expect.stringContaining('The setting `staffLink` is not set') });
  });

  it('are proposed where one row has the address or the name of a user, and set with the code of the list', async () => {
    await staff('ann', 'ann@x.example');
    await staff('ben', 'BEN@x.example');
    await staff('two', 'twice@x.example');
    await staff('gone', 'gone@x.example');
    await staff('empty');
    const listed = await command('link-staff', '--match', 'email');
    expect([listed.code, listed.out.split('\n')]).toEqual([
      0,
      [
        'ann  ann@x.example  row 1',
        'ben  BEN@x.example  no row',
        'gone  gone@x.example  no row',
        'two  twice@x.example  several rows',
        expect.stringMatching(
          /^1 of 4 users without a link can be linked\. To link them: --confirm [0-9a-f]{10}, if each row belongs to the person/,
        ),
        '',
      ],
    ]);
    expect(await links()).toEqual({ ann: null, ben: null, empty: null, gone: null, two: null });
    const codeIn = ({ out }: Run): string => /--confirm (\w+)/.exec(out)?.[1] ?? '';
    const confirm = (match: string, code: string): Promise<Run> => command('link-staff', '--match', match, '--confirm', code);
    // Ben takes the address of the row's person after the operator has read the list.
    await database.query("UPDATE grimoire_user SET email = 'ann@x.example' WHERE username = 'ben'");
    expect(await confirm('email', codeIn(listed))).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('The list has changed'),
    });
    await database.query("UPDATE grimoire_user SET email = 'BEN\u001b[1A@x.example' WHERE username = 'ben'");
    const again = await command('link-staff', '--match', 'email');
    expect(again.out).toContain('ben  BEN?[1A@x.example  no row');
    expect((await confirm('email', codeIn(again))).out).toContain('1 of 4 users without a link linked.');
    expect(await links()).toMatchObject({ ann: 'm.Person/1', ben: null, two: null });
    const byName = await confirm('username=login', codeIn(await command('link-staff', '--match', 'username=login')));
    expect(byName.out.split('\n')[0]).toBe('ben  ben  row 2');
    expect(await links()).toMatchObject({ ann: 'm.Person/1', ben: 'm.Person/2', gone: null });
  });

  it('are set for a new superuser, who is not made where there is no such row', async () => {
    const make = (...args: string[]): Promise<Run> => command('create-superuser', '--username', 'ada', ...args);
    expect(await make('--link', '99')).toMatchObject({ code: 1, err: expect.stringContaining('There is no row') });
    expect(await links()).toEqual({});
    expect(await make('--link', '2')).toMatchObject({ code: 0, out: 'Superuser "ada" made.\n' });
    expect(await links()).toEqual({ ada: 'm.Person/2' });
  });
});
