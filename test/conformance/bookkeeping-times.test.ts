import { model, type AdminSettings } from 'grimoire';
import { describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { startService } from '../support/service.ts';
import { serviceOfTest } from '../support/started-service.ts';

describe.each(dialects)('times of saves that nothing in the database writes, on %s', (dialect) => {
  const moment = dialect === 'postgres' ? 'timestamp(6)' : 'datetime';
  const now = dialect === 'postgres' ? 'now()' : 'CURRENT_TIMESTAMP';
  const key = dialect === 'postgres' ? 'integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY' : 'integer PRIMARY KEY';
  // As Rails, Laravel, Django, Sequelize and TypeORM make them.
  const setup = `
    CREATE TABLE posts (id ${key}, title text, created_at ${moment} NOT NULL, updated_at ${moment} NOT NULL);
    CREATE TABLE users (id ${key}, name text, date_joined ${moment} NOT NULL, last_login ${moment}, created_on date NOT NULL);
    CREATE TABLE carts (id ${key}, name text, "createdAt" ${moment} NOT NULL DEFAULT ${now}, "updatedAt" ${moment} NOT NULL DEFAULT ${now});
    CREATE TABLE days (id ${key}, name text, updated_at date);
    CREATE TABLE plans (id ${key}, name text, changed text, updated ${moment}, starts_at ${moment} NOT NULL);
    INSERT INTO posts (title, created_at, updated_at) VALUES ('old', '2020-01-01 00:00:00', '2020-01-01 00:00:00');
    INSERT INTO carts (name, "createdAt", "updatedAt") VALUES ('old', '2020-01-01 00:00:00', '2020-01-01 00:00:00');`;
  const start = (settings: AdminSettings = {}, models?: Parameters<typeof startService>[0]['models']) =>
    serviceOfTest(startService({ dialect, setup, app: 'm', settings, ...(models ? { models } : {}) }));
  const required = async ({ root }: Awaited<ReturnType<typeof start>>, name: string): Promise<unknown> => {
    const { fields } = (await root.get(`/schema/m.${name}/`)).body;
    return fields.filter((field: any) => field.required).map((field: any) => field.name);
  };
  const isNow = (text: unknown): boolean => Math.abs(Date.now() - Date.parse(String(text))) < 60_000;

  it('are written by the service when a row is made, and those of changes at each save', async () => {
    const started = await start();
    const { root } = started;
    const { body } = await root.post('/r/m.Posts/', { title: 'new' });
    expect([isNow(body.created_at), isNow(body.updated_at)]).toEqual([true, true]);
    const changed = (await root.patch('/r/m.Posts/1/', { title: 'newer' })).body;
    expect([changed.created_at, isNow(changed.updated_at)]).toEqual(['2020-01-01T00:00:00Z', true]);
    expect((await root.patch('/r/m.Posts/1/', { title: 'newer' })).body.updated_at).toBe(changed.updated_at);
    await root.post('/r/m.Posts/bulk/', { action: 'update', ids: [1], data: { title: 'last' } });
    expect((await root.get('/r/m.Posts/1/')).body.updated_at).not.toBe(changed.updated_at);
    expect(await required(started, 'Posts')).toEqual([]);
    const user = (await root.post('/r/m.Users/', { name: 'Ann' })).body;
    expect(user).toMatchObject({ last_login: null, created_on: new Date().toISOString().slice(0, 10) });
    expect(isNow(user.date_joined)).toBe(true);
  });

  it('are not those of a column of days with the name of a moment, which a library may keep in it on SQLite', async () => {
    const { root } = await start();
    expect((await root.post('/r/m.Days/', { name: 'new' })).body).toMatchObject({ updated_at: null });
  });

  it('are written again where the database writes them once', async () => {
    const { root } = await start();
    const { body } = await root.patch('/r/m.Carts/1/', { name: 'new' });
    expect([body.createdAt, isNow(body.updatedAt)]).toEqual(['2020-01-01T00:00:00Z', true]);
  });

  it('are those whose name and type say so', async () => {
    const started = await start();
    expect(await required(started, 'Plans')).toEqual(['starts_at']);
    const { body } = await started.root.post('/r/m.Plans/', { starts_at: '2026-01-01T00:00:00Z', changed: 'no time' });
    expect([body.changed, isNow(body.updated)]).toEqual(['no time', true]);
    const notes = (await started.service.admin.operations.notes()).filter((note) => note.includes('bookkeepingTimes'));
    expect(notes).toHaveLength(1);
    expect(notes[0]).toContain(
      'created_at, created_on, date_joined, updated, updatedAt, updated_at of m.Carts, m.Plans, m.Posts, m.Users at each',
    );
  });

  it('are left alone by one setting, and where a config says who fills them', async () => {
    const off = await start({ bookkeepingTimes: false });
    expect(await required(off, 'Posts')).toEqual(['created_at', 'updated_at']);
    const given = await start({}, [model('posts', 'm.Posts', { fields: { created_at: { readonly: false } } })]);
    const { body } = await given.root.post('/r/m.Posts/', { title: 'x', created_at: '2021-01-01T00:00:00Z' });
    expect([body.created_at, isNow(body.updated_at)]).toEqual(['2021-01-01T00:00:00Z', true]);
    expect(isNow((await given.root.post('/r/m.Posts/', { title: 'x' })).body.created_at)).toBe(true);
    const left = await start({}, [model('posts', 'm.Posts', { fields: { updated_at: { required: false } } })]);
    expect((await left.root.post('/r/m.Posts/', { title: 'x' })).body).toHaveProperty('updated_at');
  });
});
