import { type Admin, hashPassword } from 'grimoire';
import { type Answer, type Client, clientOf } from '../support/service.ts';
import { orderCount } from './fixture-admin.ts';
import type { FixtureFamily, FixtureOutcome, FixtureSession, FixtureUser } from './manifest.ts';

/** What was made by requests, for the manifest. */
export interface Traffic {
  readonly users: readonly FixtureUser[];
  readonly families: readonly FixtureFamily[];
  readonly sessions: readonly FixtureSession[];
  readonly outcomes: readonly FixtureOutcome[];
}

const users: readonly FixtureUser[] = [
  { username: 'root', password: 'root of the shop', login: 200 },
  { username: 'anna', password: 'anna sells things', login: 200 },
  { username: 'ben', password: 'ben has a new one', login: 200 },
  { username: 'carl', password: 'carl has left us', login: 401 },
  { username: 'dora', password: 'dora is a customer', login: 401 },
  { username: 'erik', password: null, login: 401 },
];
const allOrders = Array.from({ length: orderCount }, (_, index) => index + 1);

/** Entries that the audit log has in the end, about. */
const wantedEntries = 10_000;

/** Does to an empty installation what its staff would do in some months. */
export async function makeTraffic(admin: Admin): Promise<Traffic> {
  const traffic = new TrafficMaker(admin);
  await traffic.makeStaff();
  const families = await traffic.makeFamilies();
  const sessions = await traffic.makeSessions();
  await traffic.makeHistory();
  const outcomes = await traffic.makeOutcomes();
  await traffic.endCarl();
  await traffic.failLogins();
  return { users, families, sessions, outcomes };
}

/** Fails where an answer is another than expected, so that no fixture is made of an error. */
function expected(answer: Answer, status: number): Answer {
  if (answer.status === status) return answer;
  throw new Error(`Expected ${status}, got ${answer.status}: ${answer.text}`);
}

function passwordOf(username: string): string {
  return users.find((user) => user.username === username)?.password ?? '';
}

class TrafficMaker {
  readonly #admin: Admin;
  readonly #clients = new Map<string, Client>();

  constructor(admin: Admin) {
    this.#admin = admin;
  }

  async makeStaff(): Promise<void> {
    const staff = await this.#admin.operations.staff();
    const password = await hashPassword(passwordOf('root'));
    await staff.create({ username: 'root', password, firstName: 'Rüdiger', isStaff: true, isSuperuser: true });
    const root = await this.#signedIn('root');
    const { results } = expected(await root.get('/r/auth.Permission/?page_size=200'), 200).body;
    const permissions = (...names: string[]): number[] =>
      names.map((name) => results.find((one: { codename: string }) => one.codename === name).id);
    const make = async (path: string, body: unknown): Promise<number> => expected(await root.post(path, body), 201).body.id;
    const rights = permissions('view_order', 'add_order', 'change_order', 'delete_order', 'ship', 'view_customer');
    const sales = await make('/r/auth.Group/', { name: 'Sales', permissions: rights });
    const readers = await make('/r/auth.Group/', { name: 'Readers', permissions: permissions('view_order', 'view_customer') });
    await make('/r/auth.Group/', { name: 'Gäste "O\'Neil"', permissions: [] });
    const user = (username: string, more: object): Promise<number> =>
      make('/r/auth.User/', { username, email: `${username}@example.com`, is_staff: true, ...more });
    await user('anna', { password: passwordOf('anna'), groups: [sales, readers], first_name: 'Anna', last_name: 'Ö\\neil' });
    const direct = permissions('view_order', 'change_order', 'view_customer', 'change_customer', 'ship');
    await user('ben', { password: 'ben has an old one', user_permissions: direct });
    await user('carl', { password: passwordOf('carl'), groups: [readers] });
    await user('dora', { password: passwordOf('dora'), is_staff: false });
    await user('erik', { groups: [readers] });
    const ben = await this.#signedIn('ben', 'ben has an old one');
    const passwords = { old_password: 'ben has an old one', new_password: passwordOf('ben') };
    expected(await ben.post('/auth/password/', passwords), 204);
    for (const client of [ben, root]) expected(await client.post('/auth/logout/', {}), 204);
  }

  async makeFamilies(): Promise<FixtureFamily[]> {
    const families: FixtureFamily[] = [];
    for (const [username, refreshes, me] of [
      ['root', 0, 200],
      ['root', 3, 200],
      ['anna', 1, 200],
      ['ben', 2, 200],
      ['carl', 0, 401],
    ] as const) {
      const first = expected(await this.#logIn(username), 200).body;
      const pairs = [first];
      for (let round = 0; round < refreshes; round++)
        pairs.push(expected(await this.#client(null).post('/auth/refresh/', { refresh: pairs.at(-1).refresh }), 200).body);
      const accessTokens: string[] = pairs.map(({ access }) => access);
      families.push({ username, generation: refreshes, accessTokens, refreshTokens: pairs.map(({ refresh }) => refresh), me });
      this.#clients.set(username, this.#client(first.access));
    }
    return families;
  }

  async makeSessions(): Promise<FixtureSession[]> {
    const sessions: FixtureSession[] = [];
    for (const [username, me] of [
      ['root', 200],
      ['anna', 200],
      ['carl', 401],
    ] as const) {
      const answer = expected(await this.#logIn(username, { session: true }), 200);
      const cookies = answer.headers.getSetCookie().join('\n');
      const cookie = (name: string): string => new RegExp(`^${name}=([^;]+)`, 'm').exec(cookies)?.[1] ?? '';
      sessions.push({ username, session: cookie('sessionid'), csrf: cookie('csrftoken'), me });
    }
    return sessions;
  }

  /** Mostly the same few changes over and over: they compress. */
  async makeHistory(): Promise<void> {
    const statuses = ['packed', 'shipped', 'done', 'new'];
    const notes = ['to be sent', null, 'O\'Neil "said" so \\ 😀', 'on its way'];
    const names = ['root', 'anna', 'ben'];
    for (let round = 0; round * orderCount < wantedEntries; round++) {
      const client = this.#known(names[round % 3] ?? 'root');
      const data = { status: statuses[round % 4], note: notes[round % 4], is_paid: round % 8 < 4 };
      const bulk = { action: 'update', ids: allOrders, data };
      if (round % 10 > 0) expected(await client.post('/r/shop.Order/bulk/', bulk), 200);
      else await this.#makeTurn(round / 10);
    }
  }

  /** What happens now and then. */
  async #makeTurn(turn: number): Promise<void> {
    const [root, anna, ben] = [this.#known('root'), this.#known('anna'), this.#known('ben')];
    const body = { number: `T-${turn}`, customer: 1, total: '12.50', placed_at: '2026-02-01T08:00:00Z', watchers: [1, 2] };
    const { id } = expected(await anna.post('/r/shop.Order/', body), 201).body;
    expected(await ben.patch(`/r/shop.Order/${id}/`, { total: '13.00', extra: { turn: turn % 3, list: [1, 'ü', null] } }), 200);
    expected(await anna.patch(`/r/shop.Order/${id}/`, { watchers: [2, 3] }), 200);
    expected(await ben.post('/r/shop.Order/action/ship/', { ids: [id, 1, 2] }), 200);
    expected(await root.post('/r/shop.Order/action/refuse/', { ids: [id, 3] }), 400);
    expected(await root.post('/r/shop.Order/action/labels/', { ids: allOrders }), 200);
    const operations = allOrders.map((pk) => ({ op: 'update', pk, data: { total: `${(pk * 7 + turn) % 100}.25` } }));
    expected(await root.post('/r/shop.Order/bulk/', { operations }), 200);
    if (turn % 2 === 0) expected(await anna.delete(`/r/shop.Order/${id}/`), 204);
    else expected(await anna.post('/r/shop.Order/bulk/', { action: 'delete', ids: [id] }), 200);
    if (turn % 5 > 0) return;
    const visit = this.#client(expected(await this.#logIn('anna'), 200).body.access);
    expected(await visit.post('/auth/logout/', {}), 204);
  }

  async makeOutcomes(): Promise<FixtureOutcome[]> {
    const order = { customer: 2, total: '99.90', placed_at: '2026-03-01T08:00:00Z' };
    const operations = [
      { op: 'create', data: { ...order, number: 'K-2' } },
      { op: 'update', pk: { $ref: 0 }, data: { status: 'packed' } },
      { op: 'update', pk: 5, data: { note: 'kept' } },
    ];
    const bulk = { action: 'update', ids: [1, 2, 3], data: { note: 'once' } };
    return [
      await this.#once('create', 'anna', { path: '/r/shop.Order/', body: { ...order, number: 'K-1' } }),
      await this.#once('bulk update', 'ben', { path: '/r/shop.Order/bulk/', body: bulk }),
      await this.#once('bulk operations', 'root', { path: '/r/shop.Order/bulk/', body: { operations } }),
      await this.#once('action', 'ben', { path: '/r/shop.Order/action/ship/', body: { ids: [4, 6] } }),
      await this.#once('action file', 'root', { path: '/r/shop.Order/action/labels/', body: { ids: [7, 8] } }),
    ];
  }

  async #once(
    name: FixtureOutcome['name'],
    username: string,
    { path, body }: { readonly path: string; readonly body: unknown },
  ): Promise<FixtureOutcome> {
    const key = `fixture-${name.replace(' ', '-')}`;
    const request = (): Promise<Answer> => this.#known(username).request('POST', path, { body, headers: { 'idempotency-key': key } });
    const { status, headers, text: answer } = expected(await request(), name === 'create' ? 201 : 200);
    const replay = name === 'action file' ? { status: 409, code: 'not_replayable' } : null;
    const second = expected(await request(), replay?.status ?? status);
    if (replay ? second.body.code !== replay.code : second.text !== answer) throw new Error(`${name} was not replayed: ${second.text}`);
    const kept = ['etag', 'location'].flatMap((header) => (headers.has(header) ? [[header, headers.get(header) ?? '']] : []));
    return { name, username, key, path, body, status, headers: Object.fromEntries(kept), answer, replay };
  }

  /** Takes the access of a user who is signed in. */
  async endCarl(): Promise<void> {
    const root = this.#known('root');
    const [carl] = expected(await root.get('/r/auth.User/?username=carl'), 200).body.results;
    expected(await root.patch(`/r/auth.User/${carl.id}/`, { is_active: false }), 200);
    expected(await this.#known('carl').get('/auth/me/'), 401);
  }

  /** The last of all: a login that succeeds removes the failures of its account and address. */
  async failLogins(): Promise<void> {
    for (const { username, password, login } of users) {
      if (login !== 200) expected(await this.#logIn(username, { password: password ?? 'a guess' }), login);
      for (let time = 0; time < 2; time++) expected(await this.#logIn(username, { password: 'a wrong one' }), 401);
    }
    expected(await this.#logIn('nobody', { password: 'a wrong one' }), 401);
  }

  async #signedIn(username: string, password = passwordOf(username)): Promise<Client> {
    return this.#client(expected(await this.#logIn(username, { password }), 200).body.access);
  }

  #logIn(username: string, more: { readonly password?: string; readonly session?: boolean } = {}): Promise<Answer> {
    return this.#client(null).post('/auth/login/', { username, password: passwordOf(username), ...more });
  }

  #known(username: string): Client {
    const client = this.#clients.get(username);
    if (!client) throw new Error(`${username} is not signed in.`);
    return client;
  }

  #client(token: string | null): Client {
    return clientOf({ fetch: (request) => this.#admin.fetch(request, { remoteAddress: '203.0.113.7' }) }, token);
  }
}
