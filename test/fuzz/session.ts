import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type Admin, ConfigurationError, defineAdmin } from 'grimoire';
import fc from 'fast-check';
import { pino } from 'pino';
import { createTestDatabase, type Dialect, type TestDatabase } from '../support/databases.ts';
import { addUser, clientOf, password } from '../support/service.ts';
import { DescribedAnswers } from '../support/openapi.ts';
import { Dice } from './dice.ts';
import { Oracle, readTables } from './oracle.ts';
import { type FuzzUser, permissionsOf, usersOf } from './users.ts';
import { exportsOf, type ModelPlan, plansOf, registrationsOf } from './world-config.ts';
import { setupOf } from './world-sql.ts';
import { type World, worldOf } from './world.ts';

/** A request as it is sent, and repeated. */
export interface Sent {
  /** What it is, for the report. */
  readonly kind: string;
  readonly user: FuzzUser;
  readonly method: string;
  /** Path with its query, below the base path. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

/** An answer with its body parsed. */
export interface Got {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Undefined where it is no JSON. */
  readonly body: unknown;
  readonly milliseconds: number;
}

/** An entry of the audit log. */
export interface LogEntry {
  readonly action: string;
  readonly model: string;
  readonly key: string | null;
  readonly status: string;
  readonly actor: string;
  readonly targets: string;
}

/** A service over a random world, with its users signed in. */
export interface Session {
  readonly seed: number;
  readonly world: World;
  readonly plans: readonly ModelPlan[];
  readonly users: readonly FuzzUser[];
  readonly database: TestDatabase;
  readonly oracle: Oracle;
  /** What each user may ask for; none without good credentials. */
  readonly documents: ReadonlyMap<FuzzUser, DescribedAnswers>;
  send(request: Sent): Promise<Got>;
  /** The entries that were added since the last call. */
  newEntries(): Promise<LogEntry[]>;
  /** Lines that the service has logged at level error since the last call. */
  errors(): string[];
  close(): Promise<void>;
}

/** A world whose config the service refuses at start. */
export class RefusedWorld extends Error {}

export async function openSession(dialect: Dialect, seed: number, server?: string): Promise<Session> {
  const [world] = fc.sample(worldOf(dialect), { seed, numRuns: 1 });
  if (!world) throw new Error('There is no world.');
  const dice = new Dice(seed);
  const plans = plansOf(world, dice);
  const users = usersOf(plans, dice);
  const database = await createTestDatabase(dialect, server);
  await database.execute(setupOf(world));
  const lines: string[] = [];
  const logger = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });
  const admin = defineAdmin({
    database: database.source(),
    models: registrationsOf(plans),
    adminActions: exportsOf(plans),
    settings: { logger, tokenLifetimes: { access: 24 * 3600 } },
  });
  try {
    await admin.operations.migrate();
    await admin.operations.syncAdminActions();
    await admin.ready();
  } catch (error) {
    await admin.close();
    await database.close();
    throw error instanceof ConfigurationError ? new RefusedWorld(error.message) : error;
  }
  const tokens = await signIn(admin, { database, users, plans });
  const documents = new Map<FuzzUser, DescribedAnswers>();
  for (const user of users.filter(({ credentials }) => credentials === 'good')) {
    const answer = await clientOf(admin, tokens.get(user) ?? null).get('/openapi.json');
    documents.set(user, new DescribedAnswers(answer.body));
  }
  let lastEntry = await lastEntryOf(database);
  return {
    seed,
    world,
    plans,
    users,
    database,
    documents,
    oracle: new Oracle(plans, await readTables(database, plans)),
    send: (request) => sendTo(admin, request, tokens.get(request.user) ?? null),
    async newEntries() {
      const { entries, last } = await entriesAfter(database, lastEntry);
      lastEntry = last;
      return entries;
    },
    errors: () => lines.splice(0),
    async close() {
      await admin.close();
      await database.close();
    },
  };
}

interface People {
  readonly database: TestDatabase;
  readonly users: readonly FuzzUser[];
  readonly plans: readonly ModelPlan[];
}

async function signIn(admin: Admin, { database, users, plans }: People): Promise<Map<FuzzUser, string>> {
  const tokens = new Map<FuzzUser, string>();
  for (const user of users) {
    if (user.credentials === 'bad') tokens.set(user, 'e30.e30.forged');
    if (user.credentials !== 'good') continue;
    await addUser(database, {
      username: user.name,
      isSuperuser: user.isSuperuser,
      groups: user.groups,
      permissions: permissionsOf(user, plans),
    });
    const answer = await clientOf(admin, null).post('/auth/login/', { username: user.name, password });
    tokens.set(user, String(answer.body.access));
  }
  return tokens;
}

const origin = 'http://admin.test';

async function sendTo(admin: Admin, { method, path, headers, body }: Sent, token: string | null): Promise<Got> {
  const all = new Headers(headers);
  if (token !== null && !all.has('authorization')) all.set('authorization', `Bearer ${token}`);
  if (body !== undefined && !all.has('content-type')) all.set('content-type', 'application/json');
  const started = performance.now();
  const response = await admin.fetch(
    new Request(`${origin}/api${path}`, { method, headers: all, ...(body === undefined ? {} : { body }) }),
  );
  const text = decoded(Buffer.from(await response.arrayBuffer()), response.headers.get('content-encoding'));
  const milliseconds = performance.now() - started;
  return { status: response.status, headers: response.headers, text, body: parsed(text), milliseconds };
}

function decoded(bytes: Buffer, coding: string | null): string {
  if (bytes.length === 0) return '';
  if (coding === 'br') return brotliDecompressSync(bytes).toString();
  return (coding === 'gzip' ? gunzipSync(bytes) : bytes).toString();
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function lastEntryOf(database: TestDatabase): Promise<number> {
  const [row] = await database.query('SELECT coalesce(max(id), 0) AS last FROM grimoire_audit_log');
  return Number(row?.['last']);
}

async function entriesAfter(database: TestDatabase, after: number): Promise<{ readonly entries: LogEntry[]; readonly last: number }> {
  const rows = await database.query(
    `SELECT id, action, model_label, object_pk, status, actor_repr, CAST(targets AS text) AS targets FROM grimoire_audit_log WHERE id > ${after} ORDER BY id`,
  );
  const entries = rows.map((row): LogEntry => {
    const text = (name: string): string => (typeof row[name] === 'string' ? row[name] : '');
    return {
      action: text('action'),
      model: text('model_label'),
      key: typeof row['object_pk'] === 'string' ? row['object_pk'] : null,
      status: text('status'),
      actor: text('actor_repr'),
      targets: text('targets'),
    };
  });
  return { entries, last: rows.reduce((last, row) => Math.max(last, Number(row['id'])), after) };
}
