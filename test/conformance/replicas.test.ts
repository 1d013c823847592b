import { type Admin, all, defineAdmin, model, postgres, where } from 'grimoire';
import pg from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, hasPostgres, type TestDatabase } from '../support/databases.ts';
import { Gate } from '../support/gate.ts';
import { addUser, type Client, clientOf, password } from '../support/service.ts';

const tables = `CREATE TABLE item (id integer PRIMARY KEY, name varchar(50) NOT NULL, owner varchar(50) NOT NULL);
  CREATE TABLE note (id integer PRIMARY KEY, text varchar(50) NOT NULL, item_id integer REFERENCES item (id))`;

const rows = (place: string): string => `INSERT INTO item SELECT i, '${place} ' || i, 'ann' FROM generate_series(1, 3) i;
  INSERT INTO note SELECT i, '${place} note ' || i, i FROM generate_series(1, 3) i`;

const rights = ['i.item:view_item', 'i.item:add_item', 'i.item:change_item', 'i.note:view_note'];

/** A service with one replica. The replica is a database of its own, which refuses writes and has other rows: answers show who gave them. */
class ReplicatedService {
  readonly primary: TestDatabase;
  readonly replica: TestDatabase;
  readonly gate: Gate;
  readonly admin: Admin;
  readonly #monitoring: ReturnType<Admin['monitoring']>;

  constructor(primary: TestDatabase, replica: TestDatabase, gate: Gate) {
    this.primary = primary;
    this.replica = replica;
    this.gate = gate;
    const { pathname } = new URL(replica.address);
    const source = postgres({
      primary: { connectionString: primary.address, max: 4 },
      replicas: [{ connectionString: `postgres://tester@127.0.0.1:${gate.port}${pathname}`, max: 4 }],
    });
    this.admin = adminOver(source);
    this.#monitoring = this.admin.monitoring({ metrics: 'anyone' });
  }

  static async start(): Promise<ReplicatedService> {
    const [primary, replica] = [await createTestDatabase('postgres'), await createTestDatabase('postgres')];
    for (const [database, place] of [
      [primary, 'primary'],
      [replica, 'replica'],
    ] as const) {
      await database.execute(`${tables}; ${rows(place)}`);
      const admin = adminOver(database.source());
      await admin.operations.migrate();
      await admin.close();
    }
    await replica.execute(`ALTER DATABASE "${new URL(replica.address).pathname.slice(1)}" SET default_transaction_read_only = on`);
    const gate = await Gate.before(Number(new URL(replica.address).port));
    const service = new ReplicatedService(primary, replica, gate);
    await service.admin.ready();
    await service.#monitoring.fetch(new Request('http://admin.test/metrics'));
    return service;
  }

  async user(username: string, permissions: readonly string[] = rights, groups: readonly string[] = []): Promise<Client> {
    await addUser(this.primary, { username, permissions, groups });
    const { body } = await clientOf(this.admin, null).post('/auth/login/', { username, password });
    return clientOf(this.admin, body.access);
  }

  /** What the replica does when it replays the last write of everyone, without the rows. */
  async replay(): Promise<void> {
    const positions = await this.primary.query('SELECT user_key, position FROM grimoire_write_position');
    await this.replica.execute('SET default_transaction_read_only = off; DELETE FROM grimoire_write_position');
    for (const { user_key: user, position } of positions)
      await this.replica.query('INSERT INTO grimoire_write_position VALUES (?, ?)', [String(user), String(position)]);
  }

  /** How many reads went to the replica, and to the primary by their reasons. */
  async reads(): Promise<Readonly<Record<string, number>>> {
    const response = await this.#monitoring.fetch(new Request('http://admin.test/metrics'));
    const found = [...(await response.text()).matchAll(/grimoire_row_reads_total\{server="(.*?)",reason="(.*?)"\} (\d+)/g)];
    return Object.fromEntries(found.map(([, server, reason, count]) => [server === 'primary' ? `${reason}` : 'replica', Number(count)]));
  }

  async close(): Promise<void> {
    await this.admin.close();
    await this.gate.close();
    await this.replica.close();
    await this.primary.close();
  }
}

function adminOver(database: ReturnType<typeof postgres>): Admin {
  return defineAdmin({
    database,
    models: [
      model('item', 'i.Item', {
        searchFields: ['name'],
        ordering: ['id'],
        rows: ({ actor }) => (actor.groups.includes('limited') ? where('owner', '=', actor.username) : all),
      }),
      model('note', 'i.Note', { label: 'text', ordering: ['id'] }),
    ],
    settings: { logger: pino({ level: 'silent' }), secret: 'a secret of the replica tests that is long enough' },
  });
}

/** A lock on the items, for which every statement on them waits until it is released. */
interface HeldLock extends AsyncDisposable {
  /** How many statements wait for it. */
  waiting(): Promise<number>;
  release(): Promise<void>;
}

async function lockedItems({ address }: TestDatabase): Promise<HeldLock> {
  const client = new pg.Client(address);
  await client.connect();
  await client.query('BEGIN READ WRITE; LOCK TABLE item');
  return {
    waiting: async () => {
      const { rows: found } = await client.query(
        "SELECT count(*)::int AS n FROM pg_locks WHERE NOT granted AND relation = 'item'::regclass",
      );
      return (found[0] as { readonly n: number }).n;
    },
    release: async () => void (await client.query('COMMIT')),
    [Symbol.asyncDispose]: () => client.end(),
  };
}

/** Which server the list of items is from; its own name for a row that was written meanwhile. */
async function items(client: Client, query = ''): Promise<string[]> {
  const { status, body } = await client.get(`/r/i.Item/${query}`);
  expect(status).toBe(200);
  return body.results.map(({ name }: { name: string }) => name.replace(/ \d+$/, ''));
}

const replicated = ['replica', 'replica', 'replica'];
const ofPrimary = ['primary', 'primary', 'primary'];

describe.skipIf(!hasPostgres)('with a replica', () => {
  let service: ReplicatedService;
  let ann: Client;
  beforeEach(async () => {
    service = await ReplicatedService.start();
    ann = await service.user('ann');
  });
  afterEach(() => service.close());

  it('lists, counts and suggestions are read from it, single rows and users are not', async () => {
    // The replica knows neither the user nor the sign-in.
    expect(await service.replica.query('SELECT * FROM grimoire_user')).toEqual([]);
    expect(await items(ann)).toEqual(replicated);
    expect(await items(ann, '?search=replica')).toEqual(replicated);
    expect((await ann.get('/r/i.Item/?page_size=2')).body).toMatchObject({ count: 3, count_exact: true });
    expect((await ann.get('/r/i.Item/autocomplete/?q=replica')).body.results).toHaveLength(3);
    expect((await ann.get('/r/i.Item/aggregate/?name__startswith=replica&_max=id')).body).toMatchObject({ count: 3, max: { id: 3 } });
    const { body, headers } = await ann.get('/r/i.Item/1/');
    expect(body.name).toBe('primary 1');
    expect((await ann.patch('/r/i.Item/1/', { name: 'changed' }, { 'if-match': headers.get('etag') ?? '' })).status).toBe(200);
    expect(await service.reads()).toMatchObject({ replica: expect.any(Number), required: 1 });
  });

  it('users see their own last write: until the replica has it, the primary is read, for them alone', async () => {
    const bob = await service.user('bob');
    expect(await items(ann)).toEqual(replicated);
    expect((await ann.post('/r/i.Item/', { id: 4, name: 'new', owner: 'ann' })).status).toBe(201);
    expect(await items(ann)).toEqual([...ofPrimary, 'new']);
    expect((await ann.get('/r/i.Item/?page_size=2')).body.count).toBe(4);
    expect(await items(bob)).toEqual(replicated);
    expect((await service.reads())['behind']).toBeGreaterThan(0);
    // Another process has no memory of the write: it is in the database.
    const other = new ReplicatedService(service.primary, service.replica, service.gate);
    expect(await items(clientOf(other.admin, ann.token))).toEqual([...ofPrimary, 'new']);
    await other.admin.close();
    await service.replay();
    expect(await items(ann)).toEqual(replicated);
    expect((await ann.patch('/r/i.Item/4/', { name: 'newer' })).status).toBe(200);
    expect(await items(ann)).toEqual([...ofPrimary, 'newer']);
  });

  it('a write that fails leaves the log position as it is', async () => {
    const twice = { 'idempotency-key': 'once' };
    const create = { body: { id: 4, name: 'new', owner: 'ann' }, headers: twice };
    expect((await ann.request('POST', '/r/i.Item/', create)).status).toBe(201);
    await service.replay();
    expect((await ann.post('/r/i.Item/', { id: 4, name: 'again', owner: 'ann' })).status).toBe(400);
    expect(await items(ann)).toEqual(replicated);
  });

  it.each([
    ['a right', `DELETE FROM grimoire_user_user_permissions`, 404],
    ['the account', `UPDATE grimoire_user SET is_active = false`, 401],
    ['the sign-in', 'DELETE FROM grimoire_sign_in', 401],
  ])('%s that is revoked at the primary is refused at once', async (_, sql, status) => {
    expect(await items(ann)).toEqual(replicated);
    await service.primary.execute(sql);
    expect((await ann.get('/r/i.Item/')).status).toBe(status);
    expect((await ann.get('/r/i.Item/?page_size=1')).status).toBe(status);
    expect((await ann.get('/r/i.Item/autocomplete/?q=')).status).toBe(status);
  });

  it('models of which the user may see a part are read from the primary, also along a link', async () => {
    const member = await service.user('member', rights, ['limited']);
    expect(await items(member)).toEqual([]);
    await service.primary.execute(`UPDATE item SET owner = 'member' WHERE id = 2`);
    expect(await items(member)).toEqual(['primary']);
    const notes = async (client: Client): Promise<string[]> =>
      (await client.get('/r/i.Note/')).body.results.map(({ text }: { text: string }) => text.split(' ')[0] ?? '');
    expect(await notes(ann)).toEqual(replicated);
    // The label of an item, which the rule allows or not, is part of the list.
    expect(await notes(member)).toEqual(ofPrimary);
    expect(await items(ann)).toEqual(replicated);
    await service.primary.execute(
      "INSERT INTO grimoire_user_groups (user_id, group_id) SELECT u.id, g.id FROM grimoire_user u, grimoire_group g WHERE u.username = 'ann'",
    );
    expect(await items(ann)).toEqual(['primary', 'primary']);
  });

  it('the log of changes, users and groups are read from the primary', async () => {
    await service.primary.execute('UPDATE grimoire_user SET is_superuser = true');
    const { body } = await ann.get('/r/auth.User/');
    expect(body.results).toHaveLength(1);
    await ann.patch('/r/i.Item/1/', { name: 'changed' });
    await service.replay();
    expect((await ann.get('/r/i.Item/1/history/')).body.results).toHaveLength(1);
    expect((await ann.get('/r/admin.AdminAuditLog/')).body.count).toBe(2);
  });

  it('a replica that is gone is skipped, and asked again after a while', { timeout: 30_000 }, async () => {
    expect(await items(ann)).toEqual(replicated);
    await service.gate.close();
    const answers = await Promise.all(Array.from({ length: 8 }, () => items(ann)));
    expect(answers).toEqual(answers.map(() => ofPrimary));
    await vi.waitFor(async () => {
      await items(ann);
      expect((await service.reads())['away']).toBeGreaterThan(0);
    }, 15_000);
    await service.gate.open();
    await vi.waitFor(async () => expect(await items(ann)).toEqual(replicated), 15_000);
  });

  it('a replica that accepts connections and does not answer is left within seconds', { timeout: 30_000 }, async () => {
    expect(await items(ann)).toEqual(replicated);
    service.gate.mode = 'silent';
    const answers = await Promise.all(Array.from({ length: 8 }, () => items(ann)));
    expect(answers).toEqual(answers.map(() => ofPrimary));
    await service.gate.close();
    await service.gate.open();
    await vi.waitFor(async () => expect(await items(ann)).toEqual(replicated), 15_000);
  });

  it('a count that takes the replica too long is an estimate, and one of its reads', async () => {
    await service.replica.execute(`SET default_transaction_read_only = off;
      INSERT INTO item SELECT i, 'replica ' || i, 'ann' FROM generate_series(4, 1000) i;
      ALTER TABLE item RENAME TO stored;
      CREATE VIEW item AS SELECT * FROM stored WHERE pg_sleep(0.01) IS NOT NULL`);
    const { body } = await ann.get('/r/i.Item/?page_size=2');
    expect(body.results[0].name).toBe('replica 1');
    expect(body.count_exact).toBe(false);
    expect(await service.reads()).toEqual({ replica: 2 });
  });

  it('one lost probe of the replica does not end what it reads', async () => {
    expect(await items(ann)).toEqual(replicated);
    await using locked = await lockedItems(service.replica);
    const reading = items(ann);
    await expect.poll(() => locked.waiting()).toBe(1);
    // What has waited for a second makes the service ask whether the replica answers.
    service.gate.refusals = 1;
    const before = service.gate.made;
    await vi.waitFor(() => expect([service.gate.refusals, service.gate.made > before]).toEqual([0, true]), 15_000);
    await locked.release();
    expect(await reading).toEqual(replicated);
    expect(await service.reads()).toEqual({ replica: 2 });
  });

  it('a statement that the replica refuses is run at the primary', async () => {
    expect(await items(ann)).toEqual(replicated);
    await service.replica.execute('SET default_transaction_read_only = off; ALTER TABLE item RENAME TO other');
    expect(await items(ann)).toEqual(ofPrimary);
    expect((await service.reads())['failed']).toBe(1);
  });
});

describe.skipIf(!hasPostgres)('the options of replicas', () => {
  const settings = { logger: pino({ level: 'silent' }) };

  it('are checked at the start', async () => {
    const started = async (options: object): Promise<unknown> =>
      defineAdmin({ database: postgres(options as never), settings })
        .ready()
        .catch((error: unknown) => error);
    expect(await started({ replicas: ['postgres://localhost/x'] })).toMatchObject({
      message: expect.stringContaining('`primary` is missing'),
    });
    expect(await started({ primary: 'postgres://localhost/x' })).toMatchObject({
      message: expect.stringContaining('`replicas` is missing'),
    });
    const mistyped = { primary: { connectionString: 'postgres://localhost/x', maximum: 1 }, replicas: [{ connectionString: 7 }] };
    expect(await started(mistyped)).toMatchObject({
      message: expect.stringMatching(/primary[^]*"maximum"[^]*replicas\[0\] connectionString/),
    });
    const primary = 'postgres://localhost/x';
    const ofWrites = {
      primary,
      replicas: [
        { connectionString: primary, searchPath: ['app'] },
        { connectionString: primary, pool: {} },
      ],
    };
    expect(await started(ofWrites)).toMatchObject({
      message: expect.stringMatching(/replicas\[0\][^]*"searchPath" is none[^]*replicas\[1\][^]*"pool" is none/),
    });
  });
});
