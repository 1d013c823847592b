import { createHmac } from 'node:crypto';
import { type AdminSettings, defineAdmin, model } from 'grimoire';
import { SignJWT } from 'jose';
import pg from 'pg';
import { pino } from 'pino';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { dialects } from '../support/databases.ts';
import { password, startService, type TestService } from '../support/service.ts';

const secret = 'a secret of the tests that is long enough';
const other = 'another secret of the tests, as long as that';

interface From {
  readonly address?: string;
  readonly agent?: string;
  readonly cookie?: string;
}

/** Who guesses passwords, holds others back from signing in, reads the own tables, or has stolen a token. */
describe.each(dialects)('signing in among hostile people on %s', (dialect) => {
  let service: TestService;
  afterEach(async () => {
    vi.useRealTimers();
    await service.close();
  });
  const start = async (settings: AdminSettings = {}): Promise<void> => {
    const setup = 'CREATE TABLE thing (id integer PRIMARY KEY, name varchar(100))';
    service = await startService({ dialect, setup, models: [model('thing', 't.Thing')], settings: { secret, ...settings } });
    await service.superuser();
  };
  const at = (milliseconds: number): void => void vi.useFakeTimers({ toFake: ['Date'], now: milliseconds });
  const send = async (path: string, body: object, { address = '203.0.113.1', agent = 'Browser', cookie = '' }: From = {}) => {
    const headers = { 'content-type': 'application/json', 'user-agent': agent, cookie };
    const request = new Request(`http://admin.test/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    const answer = await service.admin.fetch(request, { remoteAddress: address });
    const text = await answer.text();
    return {
      status: answer.status,
      wait: Number(answer.headers.get('retry-after')),
      cookies: answer.headers.getSetCookie().map((one) => one.split(';')[0] ?? ''),
      body: text === '' ? null : JSON.parse(text),
    };
  };
  const logIn = (given = password, from: From = {}, username = 'root') => send('/auth/login/', { username, password: given }, from);
  const count = async (table: string): Promise<number> =>
    Number((await service.database.query(`SELECT count(*) AS n FROM ${table}`))[0]?.['n']);
  const ipv6 = (network: number): string => `2001:db8:${network.toString(16)}:1:${network}::7`;

  it('writes nothing for a login that is refused', async () => {
    await start();
    for (let index = 0; index < 10; index++) expect((await logIn('wrong')).status).toBe(401);
    const lastId = async (): Promise<number> =>
      Number((await service.database.query('SELECT max(id) AS id FROM grimoire_login_attempt'))[0]?.['id']);
    const before = [await count('grimoire_audit_log'), await count('grimoire_login_attempt')];
    const id = await lastId();
    const answers = await Promise.all(Array.from({ length: 50 }, () => logIn('wrong')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([429]));
    expect([await count('grimoire_audit_log'), await count('grimoire_login_attempt')]).toEqual(before);
    expect((await logIn('wrong', { address: '192.0.2.9' })).status).toBe(401);
    // Nor for a moment: the next attempt has the next number.
    expect(await lastId()).toBe(id + 1);
  });

  it('lets one account sign in fifty times at once', async () => {
    await start();
    const answers = await Promise.all(Array.from({ length: 50 }, () => logIn()));
    expect(new Map(answers.map(({ status }) => [status, answers.filter((answer) => answer.status === status).length]))).toEqual(
      new Map([[200, 50]]),
    );
  });

  it('checks ten of five hundred wrong passwords that come at once, over two processes', async () => {
    await start();
    // As in another process: it shares nothing with the first but the database.
    const second = service.admin.mountedAt('/api/');
    const guess = (admin: Pick<typeof second, 'fetch'>, index: number): Promise<Response> => {
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ username: 'root', password: `wrong ${index}` });
      return admin.fetch(new Request('http://admin.test/api/auth/login/', { method: 'POST', headers, body }), {
        remoteAddress: '203.0.113.1',
      });
    };
    try {
      const answers = await Promise.all(Array.from({ length: 500 }, (_, index) => guess(index % 2 === 0 ? service.admin : second, index)));
      const checked = answers.filter(({ status }) => status === 401).length;
      expect(checked).toBeGreaterThan(0);
      expect(checked).toBeLessThanOrEqual(10);
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401, 429]));
      const failures = await service.database.query("SELECT count(*) AS n FROM grimoire_audit_log WHERE action = 'login_failed'");
      expect(Number(failures[0]?.['n'])).toBe(checked);
    } finally {
      await second.close();
    }
  });

  it.runIf(dialect === 'postgres')('counts an attempt of another process whose commit is late', async () => {
    await start();
    const second = service.admin.mountedAt('/api/');
    for (let index = 0; index < 9; index++) expect((await logIn('wrong')).status).toBe(401);
    const next = 1 + Number((await service.database.query('SELECT max(id) AS id FROM grimoire_login_attempt'))[0]?.['id']);
    // The tenth attempt has its number, and is not committed while the test holds a lock.
    await service.database.execute(`CREATE FUNCTION wait_for_test() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN PERFORM pg_advisory_xact_lock(4711); RETURN NULL; END';
      CREATE CONSTRAINT TRIGGER late AFTER INSERT ON grimoire_login_attempt DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW WHEN (NEW.id = ${next}) EXECUTE FUNCTION wait_for_test()`);
    const holder = new pg.Client(service.database.address);
    await holder.connect();
    const waiting = async (): Promise<number> => {
      const { rows } = await holder.query<{ n: number }>(
        "SELECT count(*)::int AS n FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
      );
      return rows[0]?.n ?? 0;
    };
    try {
      await holder.query('SELECT pg_advisory_lock(4711)');
      const tenth = logIn('wrong');
      await expect.poll(waiting).toBe(1);
      const over = new AbortController();
      const body = JSON.stringify({ username: 'root', password: 'wrong' });
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
      const eleventh = second
        .fetch(new Request('http://admin.test/api/auth/login/', init), { remoteAddress: '203.0.113.1' })
        .finally(() => over.abort());
      // It is answered, or it waits for the tenth.
      await expect.poll(async () => over.signal.aborted || (await waiting()) === 2).toBe(true);
      await holder.query('SELECT pg_advisory_unlock(4711)');
      expect([(await tenth).status, (await eleventh).status]).toEqual([401, 429]);
    } finally {
      await holder.end();
      await second.close();
    }
  });

  it('counts an IPv6 client by its network', async () => {
    await start();
    for (let index = 0; index < 10; index++) expect((await logIn('wrong', { address: `2001:db8:1:2::${index}` })).status).toBe(401);
    expect((await logIn('wrong', { address: '2001:db8:1:2:ffff::1' })).status).toBe(429);
    expect((await logIn('wrong', { address: '2001:db8:1:3::1' })).status).toBe(401);
  });

  it('slows an account down that is tried from everywhere, and never locks it', async () => {
    await start();
    const known = (await logIn()).cookies.join('; ');
    const begun = Date.now();
    at(begun);
    for (let index = 0; index < 20; index++) expect((await logIn('wrong', { address: ipv6(index) })).status).toBe(401);
    const stranger = { address: '192.0.2.77' };
    const waits: number[] = [];
    let now = begun;
    for (let index = 20; index < 32; index++) {
      const refused = await logIn(password, stranger);
      expect(refused.status).toBe(429);
      waits.push(refused.wait);
      // The browser of the account's owner is not held back.
      if (index === 25) expect((await logIn(password, { cookie: known, address: ipv6(9) })).status).toBe(200);
      now += refused.wait * 1000;
      at(now);
      expect((await logIn('wrong', { address: ipv6(index) })).status).toBe(401);
    }
    expect(waits.slice(0, 6)).toEqual([1, 2, 4, 8, 16, 30]);
    expect(Math.max(...waits)).toBe(30);
    at(now + 30_000);
    expect((await logIn(password, stranger)).status).toBe(200);
  });

  it('lets those behind one address sign in, whatever another one there does', async () => {
    await start();
    await service.user({ username: 'colleague' });
    const known = (await logIn(password, {}, 'colleague')).cookies.join('; ');
    const begun = Date.now();
    at(begun);
    for (let index = 0; index < 100; index++) expect((await logIn('wrong', {}, `name ${index % 20}`)).status).toBe(401);
    expect((await logIn(password, { cookie: known }, 'colleague')).status).toBe(200);
    const refused = await logIn(password, {}, 'colleague');
    expect([refused.status, refused.wait]).toEqual([429, 1]);
    at(begun + 1000);
    expect((await logIn(password, {}, 'colleague')).status).toBe(200);
  });

  it('limits a known browser by its own failures, and knows it for its own accounts only', async () => {
    await start();
    await service.user({ username: 'colleague' });
    const cookie = (await logIn()).cookies.join('; ');
    for (let index = 0; index < 10; index++) expect((await logIn('wrong', { cookie, address: ipv6(index) })).status).toBe(401);
    expect((await logIn(password, { cookie })).status).toBe(429);
    expect((await logIn(password)).status).toBe(200);
    for (let index = 0; index < 10; index++) expect((await logIn('wrong', {}, 'colleague')).status).toBe(401);
    const forged = cookie.replace(/grimoire_device=(.)/, (_, first) => `grimoire_device=${first === 'A' ? 'B' : 'A'}`);
    for (const tried of [cookie, forged]) expect((await logIn(password, { cookie: tried }, 'colleague')).status).toBe(429);
    const both = (await logIn(password, { cookie, address: '192.0.2.1' }, 'colleague')).cookies.join('; ');
    expect((await logIn(password, { cookie: both }, 'colleague')).status).toBe(200);
  });

  it('gives a browser one mark for an account, and takes many marks for a stranger’s', async () => {
    await start();
    const cookie = (await logIn()).cookies.join('; ');
    expect((await logIn(password, { cookie })).cookies.join('; ')).toBe(cookie);
    const collected: string[] = [];
    for (let index = 0; index < 6; index++) collected.push((await logIn()).cookies.join('; '));
    const statuses: number[] = [];
    for (const own of collected) for (let index = 0; index < 10; index++) statuses.push((await logIn('wrong', { cookie: own })).status);
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(31);
  });

  it('is opened by the command line', async () => {
    await start();
    for (let index = 0; index < 10; index++) await logIn('wrong');
    expect((await logIn()).status).toBe(429);
    const staff = await service.admin.operations.staff();
    const [row] = await service.database.query("SELECT password FROM grimoire_user WHERE username = 'root'");
    await staff.replacePassword('root', String(row?.['password']));
    expect((await logIn()).status).toBe(200);
  });

  it('keeps nothing in its tables with which one can sign in', async () => {
    await start();
    const { body } = await logIn();
    const { sid } = JSON.parse(Buffer.from(String(body.access).split('.')[1] ?? '', 'base64url').toString());
    const tables = ['grimoire_sign_in', 'grimoire_secret', 'grimoire_login_attempt', 'grimoire_audit_log'];
    const rows: unknown[] = [];
    for (const table of tables) rows.push(await service.database.query(`SELECT * FROM ${table}`));
    const dump = JSON.stringify(rows);
    for (const text of [sid, secret, body.access, body.refresh]) expect(dump).not.toContain(text);
    const [row] = await service.database.query("SELECT value FROM grimoire_secret WHERE name = 'signing'");
    expect(row?.['value']).toMatch(/^sealed:v1:/);
    for (const stolen of [String(row?.['value']), 'signing']) {
      const key = createHmac('sha256', stolen).update('tokens').digest();
      const forged = await new SignJWT({ kind: 'access', sid })
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject('1')
        .setIssuedAt()
        .setExpirationTime('1h')
        .sign(key);
      expect((await service.client(forged).get('/auth/me/')).status).toBe(401);
    }
  });

  it('replaces its secret without signing anybody out, and does not start without it', async () => {
    await start();
    const { body } = await logIn();
    const admin = (settings: AdminSettings) =>
      defineAdmin({
        database: service.database.source(),
        models: [model('thing', 't.Thing')],
        settings: { logger: pino({ level: 'silent' }), ...settings },
      });
    const me = async (settings: AdminSettings): Promise<number> => {
      const rotated = admin(settings);
      const headers = { authorization: `Bearer ${body.access}` };
      const { status } = await rotated.fetch(new Request('http://admin.test/api/auth/me/', { headers }));
      await rotated.close();
      return status;
    };
    expect(await me({ secret: [other, secret] })).toBe(200);
    expect(await me({ secret: other })).toBe(401);
    const rotated = admin({ secret: [other, secret] });
    await rotated.operations.migrate();
    await rotated.close();
    const without = admin({});
    await expect(without.ready()).rejects.toThrow(/is sealed with GRIMOIRE_SECRET, which is not set/);
    await without.close();
    expect(() => admin({ secret: 'too short' }).ui()).toThrow(/at least 32 characters/);
  });

  it('ends a family of tokens some day, however often they are refreshed', async () => {
    await start({ tokenLifetimes: { access: 900, refresh: 7 * 86_400, family: 10 * 86_400 } });
    const begun = Date.now();
    let { body } = await logIn();
    for (const day of [3, 6, 9]) {
      at(begun + day * 86_400_000);
      const next = await send('/auth/refresh/', { refresh: body.refresh });
      expect([day, next.status]).toEqual([day, 200]);
      body = next.body;
    }
    at(begun + 10 * 86_400_000 + 1000);
    expect((await send('/auth/refresh/', { refresh: body.refresh })).status).toBe(401);
  });

  /** Refreshes a family from these places in turn, a quarter of an hour apart. @returns the statuses, and how often it was noted. */
  const inTurn = async (places: readonly From[]): Promise<{ readonly statuses: number[]; readonly noted: number }> => {
    const begun = Date.now();
    let { body } = await logIn(password, places[0]);
    const statuses: number[] = [];
    for (const [index, place] of places.entries()) {
      at(begun + (index + 1) * 900_000);
      const next = await send('/auth/refresh/', { refresh: body.refresh }, place);
      statuses.push(next.status);
      body = next.body;
    }
    const noted = await service.database.query("SELECT status FROM grimoire_audit_log WHERE action = 'token_shared'");
    return { statuses, noted: noted.length };
  };
  const thief = [{ agent: 'Browser' }, { agent: 'curl' }, { agent: 'Browser' }, { agent: 'curl' }];

  it('notes that two use the tokens of one in turns', async () => {
    await start();
    expect(await inTurn(thief)).toEqual({ statuses: [200, 200, 200, 200], noted: 1 });
  });

  it('notes that two ask for the same successor', async () => {
    await start({ endSharedTokens: true });
    let { body } = await logIn();
    const statuses: number[] = [];
    for (let round = 0; round < 4; round++) {
      const own = await send('/auth/refresh/', { refresh: body.refresh });
      statuses.push(own.status, (await send('/auth/refresh/', { refresh: body.refresh }, { agent: 'curl' })).status);
      if (own.status === 200) body = own.body;
    }
    expect(statuses).toContain(401);
  });

  it('ends what two use in turns, where it is told to', async () => {
    await start({ endSharedTokens: true });
    expect(await inTurn(thief)).toEqual({ statuses: [200, 200, 200, 401], noted: 1 });
  });

  it('never signs out two tabs of which one has IPv4 and one IPv6', async () => {
    await start({ endSharedTokens: true });
    const tabs = Array.from({ length: 12 }, (_, index) => ({ address: index % 2 === 0 ? '192.0.2.1' : `2001:db8:1:2::${index}` }));
    expect(await inTurn(tabs)).toEqual({ statuses: tabs.map(() => 200), noted: 0 });
  });
});
