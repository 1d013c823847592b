import { model } from 'grimoire';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { dialects } from '../support/databases.ts';
import { type Client, startService, type TestService } from '../support/service.ts';

const setup = `CREATE TABLE thing (id integer PRIMARY KEY, name varchar(100), note varchar(100), code varchar(10) UNIQUE);
  INSERT INTO thing VALUES (1, 'one', 'a', 'x'), (2, 'two', 'b', 'y');`;

let service: TestService;
let root: Client;
const start = async (options: Parameters<typeof startService>[0]): Promise<void> => {
  service = await startService({ processes: true, ...options });
  root = await service.superuser();
};
afterEach(() => service.close());

/** The difference of each entry about a row, the oldest first. */
async function diffs(key: number | string = 1): Promise<unknown[]> {
  const { body } = await root.get(`/r/main.Thing/${key}/history/`);
  return body.results.map(({ diff }: { readonly diff: unknown }) => diff).toReversed();
}

describe.each(dialects)('a change of one row on %s', (dialect) => {
  const trigger = (body: string): string =>
    dialect === 'sqlite'
      ? `CREATE TRIGGER t AFTER UPDATE OF name ON thing BEGIN UPDATE thing SET ${body} WHERE id = NEW.id; END;`
      : `CREATE FUNCTION t() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.${body}; RETURN NEW; END $$;
         CREATE TRIGGER t BEFORE UPDATE OF name ON thing FOR EACH ROW EXECUTE FUNCTION t();`;

  it('answers with what a trigger has made of it, and records that', async () => {
    await start({ dialect, setup: setup + trigger("note = 'by a trigger'") });
    for (const name of ['first', 'second']) {
      const { status, body } = await root.patch('/r/main.Thing/1/', { name });
      expect([status, body.name, body.note]).toEqual([200, name, 'by a trigger']);
    }
    expect(await diffs()).toEqual([{ name: ['one', 'first'], note: ['a', 'by a trigger'] }, { name: ['first', 'second'] }]);
  });

  it('is refused on its field where the database refuses it, and nothing is recorded', async () => {
    await start({ dialect, setup: `${setup} CREATE UNIQUE INDEX names ON thing (lower(name));` });
    const { status, body } = await root.patch('/r/main.Thing/1/', { name: 'TWO' });
    expect([status, body.code]).toEqual([400, undefined]);
    expect(await diffs()).toEqual([]);
    expect((await root.patch('/r/main.Thing/1/', { name: 'TWO!' })).status).toBe(200);
    expect(await diffs()).toEqual([{ name: ['one', 'TWO!'] }]);
  });

  it('begins with what others have committed, also those who change the same row at the same moment', async () => {
    await start({ dialect, setup });
    const names = Array.from({ length: 8 }, (_, index) => `name ${index}`);
    const answers = await Promise.all(names.map((name) => root.patch('/r/main.Thing/1/', { name })));
    expect(answers.map(({ status, body }) => [status, body.name])).toEqual(names.map((name) => [200, name]));
    const changes = (await diffs()) as { readonly name: readonly [string, string] }[];
    expect(changes.map(({ name: [, after] }) => after).sort()).toEqual(names);
    expect(changes.map(({ name: [before] }) => before)).toEqual(['one', ...changes.slice(0, -1).map(({ name: [, after] }) => after)]);
  });

  it.each([
    [
      'the permission',
      "DELETE FROM grimoire_user_user_permissions WHERE permission_id IN (SELECT id FROM grimoire_permission WHERE codename = 'change_thing')",
      403,
    ],
    ['the account', "UPDATE grimoire_user SET is_active = false WHERE username = 'clerk'", 401],
  ])('is not made for a user who has lost %s since their last request', async (_, revoke, expected) => {
    await start({ dialect, setup });
    const clerk = await service.user({ username: 'clerk', permissions: ['main.thing:view_thing', 'main.thing:change_thing'] });
    expect((await clerk.patch('/r/main.Thing/1/', { name: 'first' })).status).toBe(200);
    await service.database.execute(revoke);
    expect((await clerk.patch('/r/main.Thing/1/', { name: 'second' })).status).toBe(expected);
    expect((await root.get('/r/main.Thing/1/')).body.name).toBe('first');
    expect(await diffs()).toEqual([{ name: ['one', 'first'] }]);
  });

  it('compares an If-Match with the row as it is', async () => {
    await start({ dialect, setup });
    const tag = (await root.get('/r/main.Thing/1/')).headers.get('etag') ?? '';
    const change = (name: string) => root.patch('/r/main.Thing/1/', { name }, { 'If-Match': tag });
    const [first, second] = await Promise.all([change('first'), change('second')]);
    expect(new Set([first.status, second.status])).toEqual(new Set([200, 412]));
    expect(await diffs()).toHaveLength(1);
  });
});

describe('a change of one row on sqlite', () => {
  it.each([false, true])('is done by the next process if the one before it takes too long; with If-Match: %s', async (hasTag) => {
    // A trigger that takes longer than a statement may: what waits behind it would be ended with it.
    await start({
      dialect: 'sqlite',
      statementTimeout: 1000,
      setup: `${setup} CREATE TRIGGER t BEFORE UPDATE OF name ON thing WHEN NEW.name = 'slow'
        BEGIN SELECT count(*) FROM (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n); END;`,
    });
    const others = [await service.user({ username: 'ann', isSuperuser: true }), await service.user({ username: 'bob', isSuperuser: true })];
    const tag = (await root.get('/r/main.Thing/1/')).headers.get('etag') ?? '';
    const slow = root.patch('/r/main.Thing/1/', { name: 'slow' }, hasTag ? { 'If-Match': tag } : {});
    const answers = await Promise.all(
      others.map((user, index) => user.patch('/r/main.Thing/2/', { [index === 0 ? 'note' : 'code']: 'new' })),
    );
    expect((await slow).status).toBe(503);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await diffs(2)).length).toBe(2);
    expect(await diffs(1)).toEqual([]);
  });

  it('runs code of the config once', async () => {
    const validate = vi.fn(() => undefined);
    await start({
      dialect: 'sqlite',
      setup: `${setup} CREATE TRIGGER t AFTER UPDATE OF name ON thing BEGIN UPDATE thing SET note = name WHERE id = NEW.id; END;`,
      models: [model('thing', 'main.Thing', { validate })],
    });
    expect((await root.patch('/r/main.Thing/1/', { name: 'new' })).body.note).toBe('new');
    expect(validate).toHaveBeenCalledTimes(1);
  });

  it('is kept where a trigger leaves the row as it was', async () => {
    await start({
      dialect: 'sqlite',
      setup: `${setup} CREATE TRIGGER t BEFORE UPDATE ON thing BEGIN SELECT RAISE(IGNORE); END;`,
    });
    const { status, body } = await root.patch('/r/main.Thing/1/', { name: 'new' });
    expect([status, body.code]).toEqual([400, undefined]);
    expect(await diffs()).toEqual([]);
  });
});
