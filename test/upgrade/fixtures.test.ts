import type { Admin } from 'grimoire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { type Answer, type Client, clientOf } from '../support/service.ts';
import { readState } from './digests.ts';
import { fixtureAdmin, fixtureSettings, orderCount } from './fixture-admin.ts';
import { type FixtureDatabase, loadFixture, renew } from './load-fixture.ts';
import { readManifest } from './manifest.ts';

/** The fixtures are whole, and a service that has the migrations they have serves them as they are. */
describe.each(dialects)('the fixture of an older version on %s', (dialect) => {
  let database: FixtureDatabase;
  let admin: Admin;
  beforeAll(async () => {
    database = await loadFixture(dialect);
    admin = fixtureAdmin(database.source());
  });
  afterAll(async () => {
    await admin.close();
    await database.close();
  });
  const anonymous = (): Client => clientOf(admin, null);
  const familyOf = (username: string) => {
    const family = database.manifest.families.find((one) => one.username === username);
    if (!family) throw new Error(`No tokens of ${username}.`);
    return family;
  };

  it('has the rows that its manifest says', async () => {
    const { counts, digests, host } = database.manifest;
    expect(await readState(database)).toEqual({ counts, digests, host });
    expect(readManifest().settings).toEqual(fixtureSettings);
  });

  it('is brought up to date, and loses nothing', async () => {
    await expect(admin.ready()).rejects.toThrow('missing or out of date');
    const script = (await admin.operations.migrationScript()).join('\n');
    for (const column of ['linked_row', 'actor_link', 'reason'])
      expect(script).toMatch(new RegExp(`alter table .* add column "${column}" text`));
    const begun = performance.now();
    const { applied } = await admin.operations.migrate();
    // It has no step for each of the 10,000 entries of the log.
    expect(performance.now() - begun).toBeLessThan(20_000);
    expect(applied).toEqual([
      '0007_sign_in_security',
      '0008_failed_targets',
      '0009_idempotency_keys',
      '0010_properties',
      '0011_staff_links',
      '0012_audit_log_indexes',
      '0013_write_positions',
      '0014_saved_views',
      '0015_journal',
      '0016_previews',
    ]);
    expect((await admin.operations.migrate()).applied).toEqual([]);
    const { counts, digests, host } = database.manifest;
    const now = await readState(database);
    const grown = ['grimoire_migration', 'grimoire_permission', 'grimoire_content_type'];
    const fixed = (all: Readonly<Record<string, number>>) =>
      Object.fromEntries(Object.entries(all).filter(([name]) => !grown.includes(name)));
    const { permissions: _now, ...kept } = now.digests;
    const { permissions: _then, ...before } = digests;
    expect({ counts: fixed(now.counts), digests: kept, host: now.host }).toEqual({ counts: fixed(counts), digests: before, host });
    for (const name of grown) expect(now.counts[name]).toBeGreaterThanOrEqual(counts[name] ?? 0);
    await admin.ready();
  });

  it('knows the sessions, with which one can write', async () => {
    for (const { username, session, csrf, me } of database.manifest.sessions) {
      const headers = { cookie: `sessionid=${session}; csrftoken=${csrf}`, 'x-csrftoken': csrf };
      const answer = await anonymous().request('GET', '/auth/me/', { headers });
      expect([username, answer.status]).toEqual([username, me]);
      const body = { note: `by ${username}` };
      expect((await anonymous().request('PATCH', '/r/shop.Order/10/', { headers, body })).status).toBe(me);
    }
  });

  it('knows the tokens of every generation, and refreshes the last', async () => {
    for (const { username, accessTokens, refreshTokens, me } of database.manifest.families) {
      for (const token of accessTokens) {
        const answer = await clientOf(admin, token).get('/auth/me/');
        expect([username, answer.status, answer.body.username]).toEqual([username, me, me === 200 ? username : undefined]);
      }
      const { status, body } = await anonymous().post('/auth/refresh/', { refresh: refreshTokens.at(-1) });
      expect([username, status]).toEqual([username, me]);
      if (me === 200) expect((await clientOf(admin, body.access).get('/auth/me/')).body.username).toBe(username);
    }
  });

  it('takes a refresh token that was used twice for stolen', async () => {
    const { refreshTokens, accessTokens } = familyOf('ben');
    expect((await anonymous().post('/auth/refresh/', { refresh: refreshTokens[0] })).status).toBe(401);
    expect((await clientOf(admin, accessTokens[0] ?? '').get('/auth/me/')).status).toBe(401);
  });

  it('lets in who has a password and may come in', async () => {
    for (const { username, password, login } of database.manifest.users) {
      const answer = await anonymous().post('/auth/login/', { username, password: password ?? 'a guess' });
      expect([username, answer.status]).toEqual([username, login]);
    }
  });

  it('answers a repeated request as it was answered first', async () => {
    await renew(database, { ...readManifest().times.outcome, table: 'grimoire_idempotency_key' });
    const { counts, users, outcomes } = database.manifest;
    for (const { name, username, key, path, body, status, headers, answer, replay } of outcomes) {
      const password = users.find((user) => user.username === username)?.password;
      const { body: tokens } = await anonymous().post('/auth/login/', { username, password });
      const again: Answer = await clientOf(admin, tokens.access).request('POST', path, { body, headers: { 'idempotency-key': key } });
      expect([name, again.status]).toEqual([name, replay?.status ?? status]);
      if (replay) expect([name, again.body.code]).toEqual([name, replay.code]);
      else expect([name, again.text]).toEqual([name, answer]);
      for (const [header, value] of Object.entries(replay ? {} : headers)) expect([name, again.headers.get(header)]).toEqual([name, value]);
    }
    expect((await readState(database)).counts['grimoire_outcome']).toBe(counts['grimoire_outcome']);
  });

  it('has a log that is read', async () => {
    const root = clientOf(admin, familyOf('root').accessTokens[0] ?? '');
    const shipped = (await root.get('/r/admin.AdminAuditLog/?action=action:ship&page_size=1')).body;
    expect(shipped.results).toEqual([expect.objectContaining({ model_label: 'shop.Order', status: 'ok' })]);
    const { results } = (await root.get('/r/shop.Order/1/history/')).body;
    expect(results.length).toBeGreaterThan(10);
    // What the older version recorded says nothing of single rows.
    expect(results.map((entry: any) => entry.failed_targets)).toEqual(results.map(() => null));
    const later = ['change_set', 'input', 'reason', 'via'];
    for (const entry of results) expect(later.map((name) => entry[name])).toEqual(later.map(() => null));
    expect(results.map((entry: any) => entry.failed)).toEqual(results.map((entry: any) => entry.status === 'failed'));
  });

  it('has a history of each row, which goes on', async () => {
    const root = clientOf(admin, familyOf('root').accessTokens[0] ?? '');
    const { count } = (await root.get('/r/admin.AdminAuditLog/?page_size=1')).body;
    expect(count).toBeGreaterThanOrEqual(10_000);
    const pages = Math.ceil(count / 200);
    const readEntries = new Set<number>();
    for (let page = 1; page <= pages; page += 1)
      for (const { id } of (await root.get(`/r/admin.AdminAuditLog/?page_size=200&page=${page}`)).body.results) readEntries.add(id);
    expect(readEntries.size).toBe(count);
    const historyOf = async (pk: number) => (await root.get(`/r/shop.Order/${pk}/history/?page_size=200`)).body;
    for (let pk = 1; pk <= orderCount; pk += 1) {
      const before = await historyOf(pk);
      expect([pk, before.count > 0]).toEqual([pk, true]);
      const answer = await root.patch(`/r/shop.Order/${pk}/`, { note: `after the upgrade ${pk}` });
      const { count: now, results } = await historyOf(pk);
      expect([now, results[0].diff.note[1], answer.headers.get('x-change-set') === null]).toEqual([
        before.count + 1,
        `after the upgrade ${pk}`,
        false,
      ]);
      expect(results.slice(1).map((entry: any) => entry.diff)).toEqual(before.results.slice(0, 199).map((entry: any) => entry.diff));
    }
  });
});
