import { afterEach, describe, expect, it } from 'vitest';
import { model } from './model/config/config.ts';
import { type TestAdmin, testAdmin } from './testing.ts';

describe('testAdmin', () => {
  let test: TestAdmin | undefined;
  afterEach(() => test?.close());
  const setup = `CREATE TABLE note (id integer PRIMARY KEY, title text); INSERT INTO note (title) VALUES ('one')`;
  const models = [model('note', 't.Note')];

  it('gives a superuser, users with the permissions that they are given, and the database', async () => {
    test = await testAdmin({ models, setup: (database) => database.exec(setup) });
    expect(await test.superuser.post('/r/t.Note/', { title: 'two' })).toMatchObject({ status: 201, body: { id: 2, title: 'two' } });
    const ada = await test.user({ username: 'ada', permissions: ['t.Note:view_note'] });
    expect(await ada.get('/r/t.Note/1/')).toMatchObject({ status: 200, body: { title: 'one' } });
    expect((await ada.patch('/r/t.Note/1/', { title: '1' })).status).toBe(403);
    expect((await test.superuser.delete('/r/t.Note/1/')).status).toBe(204);
    expect(test.database.prepare('SELECT id FROM note').all()).toEqual([{ id: 2 }]);
    expect((await ada.fetch(`${test.baseUrl}auth/me/`)).status).toBe(200);
  });

  it('links users to rows of the application', async () => {
    const people = [...models, model('person', 't.Person')];
    const tables = `${setup}; CREATE TABLE person (id integer PRIMARY KEY, name text); INSERT INTO person (name) VALUES ('Ada')`;
    const userPayload = ({ username, link }: { readonly username: string; readonly link?: string | undefined }) => ({ username, link });
    test = await testAdmin({ models: people, setup: tables, settings: { staffLink: { model: 't.Person' }, userPayload } });
    const ada = await test.user({ username: 'ada', link: 1 });
    expect((await ada.get('/auth/me/')).body).toEqual({ username: 'ada', link: '1' });
    expect((await test.superuser.get('/auth/me/')).body).toEqual({ username: 'root' });
    await expect(test.user({ username: 'ben', link: 2 })).rejects.toThrow('There is no row of t.Person with the key "2".');
  });

  it('keeps to the settings: hosts, base URL, names of tables', async () => {
    const settings = { allowedHosts: ['.example.com'], tablePrefix: 'staff_' };
    test = await testAdmin({ models, setup, settings, baseUrl: '/staff/api/' });
    expect(test.baseUrl).toBe('http://example.com/staff/api/');
    expect((await test.superuser.get('/r/t.Note/')).status).toBe(200);
  });

  it('has databases apart', async () => {
    const other = await testAdmin({ models, setup });
    test = await testAdmin({ models, setup });
    await other.superuser.delete('/r/t.Note/1/');
    expect((await test.superuser.get('/r/t.Note/1/')).status).toBe(200);
    await other.close();
  });

  it('throws what a start throws, and for a permission that there is not', async () => {
    await expect(testAdmin({ models: [model('nothing', 't.Note')] })).rejects.toThrow('nothing');
    test = await testAdmin({ models, setup });
    await expect(test.user({ username: 'ada', permissions: ['t.Note:fly'] })).rejects.toThrow('t.Note:fly');
  });
});
