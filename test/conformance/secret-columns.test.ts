import { pgTable, integer as pgInteger, text as pgText } from 'drizzle-orm/pg-core';
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { defineAdmin, model } from 'grimoire';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Dialect, dialects } from '../support/databases.ts';
import { type Answer, type Client, clientOf, startService, type TestService } from '../support/service.ts';

/** What every secret in these tables begins with. */
const mark = 'HUSH';

function tables(dialect: Dialect): string {
  const time = dialect === 'postgres' ? 'timestamptz' : 'datetime';
  return `
    CREATE TABLE token (id integer PRIMARY KEY, label varchar(20));
    INSERT INTO token VALUES (7, 'blue');
    CREATE TABLE account (id integer PRIMARY KEY, passwordhash text, token_id integer REFERENCES token (id), token integer REFERENCES token (id),
      is_secret boolean, password_changed_at ${time}, otp_code integer, tokens_used integer, passwordsalt varchar(40) UNIQUE, city text);
    INSERT INTO account VALUES (1, '${mark}1', 7, 7, true, '2026-01-02 03:04:05', 424242, 12, '${mark}2', 'Bern'),
      (2, '${mark}0', NULL, NULL, false, NULL, 424243, 13, '${mark}3', 'Aarau');
    CREATE TABLE visit (session_key varchar(40) PRIMARY KEY, page text);
    INSERT INTO visit VALUES ('${mark}4', 'start');
    CREATE TABLE click (id integer PRIMARY KEY, during varchar(40) REFERENCES visit (session_key), place text);
    INSERT INTO click VALUES (1, '${mark}4', 'top');
    CREATE TABLE "ApiKeys" (id integer PRIMARY KEY, "key" text, "value" text, owner text);
    INSERT INTO "ApiKeys" VALUES (1, '${mark}5', '${mark}6', 'ann');
    CREATE TABLE only_secrets (id integer PRIMARY KEY, clientsecret text);
    INSERT INTO only_secrets VALUES (1, '${mark}7');`;
}

const secretFields = ['passwordhash', 'passwordsalt', 'otp_code'];

describe.each(dialects)('secrets of a live database on %s', (dialect) => {
  let service: TestService;
  let client: Client;
  /** Every answer so far, none of which may hold a secret. */
  const answers: string[] = [];
  beforeAll(async () => {
    service = await startService({ dialect, setup: tables(dialect) });
    client = await service.superuser();
  });
  afterAll(() => service.close());

  const noted = async (answer: Promise<Answer>): Promise<Answer> => {
    const given = await answer;
    answers.push(given.text);
    expect(given.text).not.toMatch(/HUSH|42424[23]/);
    return given;
  };
  const get = (path: string): Promise<Answer> => noted(client.get(path));

  it('are in no schema, and what only tells about them is', async () => {
    const fieldsOf = async (name: string): Promise<string[]> =>
      (await get(`/schema/${name}/`)).body.fields.map((field: { name: string }) => field.name);
    // The column `token` has the name that `token_id` would get.
    expect(await fieldsOf('main.Account')).toEqual(['id', 'token_id', 'token', 'is_secret', 'password_changed_at', 'tokens_used', 'city']);
    expect(await fieldsOf('main.ApiKeys')).toEqual(['id', 'owner']);
    expect(await fieldsOf('main.OnlySecrets')).toEqual(['id']);
    expect(await fieldsOf('main.Click')).toEqual(['id', 'place']);
    const { models } = (await get('/schema/')).body;
    expect(models.map((entry: { model: string }) => entry.model)).not.toContain('main.Visit');
  });

  it('are in no list, row, label or suggestion', async () => {
    const { results } = (await get('/r/main.Account/?ordering=id')).body;
    expect(results).toMatchObject([
      { id: 1, token: 7, token_label: 'blue', token_id: 7, is_secret: true, tokens_used: 12, city: 'Bern', _label: 'Bern' },
      { id: 2, token: null, is_secret: false, password_changed_at: null, tokens_used: 13 },
    ]);
    expect(results[0].password_changed_at).toContain('2026-01-02T03:04:05');
    expect((await get('/r/main.ApiKeys/')).body.results).toMatchObject([{ id: 1, owner: 'ann', _label: 'ann' }]);
    expect((await get('/r/main.OnlySecrets/1/')).body).toMatchObject({ id: 1, _label: 'only secrets 1' });
    for (const name of ['Account', 'ApiKeys', 'OnlySecrets', 'Click', 'Token']) await get(`/r/main.${name}/autocomplete/`);
    expect((await get('/r/main.ApiKeys/autocomplete/?q=ann')).text).toContain('ann');
    expect((await get('/r/main.Visit/')).status).toBe(404);
    expect((await client.get(`/r/main.Visit/${mark}4/`)).status).toBe(404);
  });

  it('can not be searched, filtered or sorted by, which would tell them letter by letter', async () => {
    for (const name of ['Account', 'ApiKeys', 'OnlySecrets', 'Click']) {
      for (const query of [mark, `${mark}1`, 'USH5', '424242']) {
        const answer = await client.get(`/r/main.${name}/?search=${query}`);
        if (answer.status === 200) expect([name, query, answer.body.count]).toEqual([name, query, 0]);
        expect((await client.get(`/r/main.${name}/autocomplete/?q=${query}`)).text).not.toMatch(/"results":\[\{/);
      }
    }
    for (const field of secretFields) {
      for (const query of [`${field}=1`, `${field}__isnull=false`, `${field}__gte=1`, `ordering=${field}`, `ordering=-${field}`])
        expect([query, (await get(`/r/main.Account/?${query}`)).status]).toEqual([query, 400]);
    }
    for (const field of ['key', 'value']) expect((await get(`/r/main.ApiKeys/?${field}__icontains=a`)).status).toBe(400);
    expect((await get('/r/main.Click/?during=x')).status).toBe(400);
  });

  it('can not be written, and the audit log does not hold them', async () => {
    expect((await noted(client.patch('/r/main.Account/1/', { city: 'Chur', tokens_used: 14 }))).status).toBe(200);
    expect((await noted(client.patch('/r/main.Account/1/', { passwordhash: 'x' }))).status).toBe(400);
    expect((await noted(client.post('/r/main.ApiKeys/', { id: 2, owner: 'bob' }))).status).toBe(201);
    expect((await noted(client.delete('/r/main.OnlySecrets/1/'))).status).toBe(204);
    await get('/r/main.Account/1/history/');
    const log = await get('/r/admin.AdminAuditLog/');
    expect(log.body.count).toBe(3);
    for (const { id } of log.body.results) await get(`/r/admin.AdminAuditLog/${id}/`);
    expect(JSON.stringify(await service.database.query('SELECT * FROM grimoire_audit_log'))).not.toMatch(/HUSH|42424[23]/);
    expect(await service.database.query('SELECT passwordhash, otp_code FROM account WHERE id = 1')).toEqual([
      { passwordhash: `${mark}1`, otp_code: 424242 },
    ]);
  });

  it('are named at start, with how to serve them', async () => {
    expect([...(await service.admin.operations.leftOut())].sort()).toEqual([
      'ApiKeys: key, value (look like secrets; name them in `fields` to serve them)',
      'account: passwordhash, otp_code, passwordsalt (look like secrets; name them in `fields` to serve them)',
      'click.during (looks like a secret; name it in `fields` to serve it)',
      'only_secrets.clientsecret (looks like a secret; name it in `fields` to serve it)',
      'visit: its key has the name of a secret; a config that names it in `fields` serves it.',
    ]);
  });

  it('are served where a config names them, of a named table and of Drizzle’s', async () => {
    const drizzleKeys =
      dialect === 'postgres'
        ? pgTable('ApiKeys', { id: pgInteger().primaryKey(), hidden: pgText('key'), shown: pgText('value') })
        : sqliteTable('ApiKeys', { id: integer().primaryKey(), hidden: text('key'), shown: text('value') });
    const admin = defineAdmin({
      database: service.database.source(),
      models: [
        model('account', 'm.Account', { fields: { otp_code: {} } }),
        model('visit', 'm.Visit', { fields: { session_key: {} } }),
        model('click', 'm.Click'),
        model(drizzleKeys, 'm.Keys', { fields: { shown: {} } }),
      ],
      settings: { logger: pino({ level: 'silent' }) },
    });
    const viewer = clientOf(admin, client.token);
    expect((await viewer.get('/r/m.Account/2/')).body).toMatchObject({ otp_code: 424243 });
    expect((await viewer.get(`/r/m.Visit/${mark}4/`)).body).toMatchObject({ session_key: `${mark}4` });
    expect((await viewer.get('/r/m.Click/1/')).body).toMatchObject({ during: `${mark}4` });
    const keys = (await viewer.get('/r/m.Keys/1/')).body;
    expect([keys.shown, 'hidden' in keys]).toEqual([`${mark}6`, false]);
    expect(await admin.operations.leftOut()).toEqual([
      'account: passwordhash, passwordsalt (look like secrets; name them in `fields` to serve them)',
      'ApiKeys.hidden (looks like a secret; name it in `fields` to serve it)',
    ]);
    await admin.close();
  });
});
