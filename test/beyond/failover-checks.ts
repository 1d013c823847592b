import { randomUUID } from 'node:crypto';
import { type Admin, postgres } from 'grimoire';
import { Gate } from '../support/gate.ts';
import type { Client } from '../support/service.ts';
import { hasPrepared } from './bouncer-checks.ts';
import { type Report, expectSame, expectThat } from './report.ts';
import { addUser, adminOver, prepare, signIn } from './scene.ts';
import { type PostgresServer, startBouncer, startPrimary, startReplica } from './servers.ts';
import { until } from './until.ts';
import { versionOf } from './programs.ts';

/** An address that leads to the primary, whichever server that is. */
interface Lead extends AsyncDisposable {
  readonly source: (replica: PostgresServer) => ReturnType<typeof postgres>;
  pointTo(server: PostgresServer): Promise<void>;
  /** Whether a connection of the service is one of the server. */
  readonly seesServer: boolean;
}

/** The primary is killed under a load of writes, and its synchronous replica is promoted: through a TCP proxy, and through PgBouncer. */
export async function checkFailover(report: Report, bin: string, bouncer: string | undefined): Promise<void> {
  const name = 'primary killed under writes, replica promoted: no acknowledged write lost, 503 until then';
  await report.check('failover, TCP proxy', name, () => failover(bin, throughGate));
  if (bouncer === undefined) report.missing('failover, PgBouncer', name, 'pgbouncer is missing');
  else await report.check('failover, PgBouncer', name, () => failover(bin, (server) => throughBouncer(server, bouncer)));
}

async function throughGate(server: PostgresServer): Promise<Lead> {
  let gate = await Gate.before(server.port);
  const { port } = gate;
  return {
    source: (replica) => postgres({ primary: server.address.replace(/:\d+\//, `:${port}/`), replicas: [replica.address] }),
    seesServer: true,
    async pointTo(other) {
      await gate.close();
      gate = await Gate.before(other.port, port);
    },
    [Symbol.asyncDispose]: () => gate.close(),
  };
}

async function throughBouncer(server: PostgresServer, program: string): Promise<Lead> {
  const prepared = hasPrepared(versionOf(program)) ? 200 : undefined;
  const bouncer = await startBouncer(server, { program, prepared });
  const options = prepared === undefined ? { prepare: false } : { pooler: true };
  return {
    source: (replica) => postgres({ primary: { connectionString: bouncer.address, ...options }, replicas: [replica.address] }),
    seesServer: false,
    async pointTo(other) {
      bouncer.pointTo(other);
    },
    [Symbol.asyncDispose]: () => bouncer[Symbol.asyncDispose](),
  };
}

async function failover(bin: string, leadTo: (server: PostgresServer) => Promise<Lead>): Promise<string> {
  await using primary = await startPrimary(bin);
  await prepare(primary);
  await addUser(primary, 'root', { isSuperuser: true });
  await using replica = await startReplica(primary, 'one');
  await primary.query("ALTER SYSTEM SET synchronous_standby_names = 'one'");
  await primary.query('SELECT pg_reload_conf()');
  await until('the replica is synchronous', async () => {
    const [row] = await primary.query('SELECT sync_state FROM pg_stat_replication');
    return row?.['sync_state'] === 'sync';
  });
  await using lead = await leadTo(primary);
  const admin = adminOver(lead.source(replica), 4000);
  try {
    return await written(admin, { primary, replica, lead });
  } finally {
    await admin.close();
  }
}

interface Servers {
  readonly primary: PostgresServer;
  readonly replica: PostgresServer;
  readonly lead: Lead;
}

async function written(admin: Admin, servers: Servers): Promise<string> {
  const root = await signIn(admin, 'root');
  const writers = new Writers(root);
  const over = writers.run(4);
  try {
    const took = await failedOver(root, writers, servers);
    writers.end();
    await over;
    await requireAll(writers, servers.replica);
    expectSame('a list after it', (await root.get('/r/b.Item/?page_size=5')).status, 200);
    return `${writers.acknowledged.size} acknowledged, 0 lost, 0 double; answers ${writers.answers}; written again ${took} s after the promotion`;
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)} Answers: ${writers.answers}`, { cause: error });
  } finally {
    writers.end();
    await over;
  }
}

/** Kills the primary, and promotes the replica. @returns the seconds from then to the next writes. */
async function failedOver(root: Client, writers: Writers, { primary, replica, lead }: Servers): Promise<string> {
  await until('writes are acknowledged', () => writers.acknowledged.size > 200);
  await primary.end('SIGKILL');
  const before = writers.acknowledged.size;
  await until('requests are refused', () => writers.refused > 3);
  expectSame('a list without a primary', (await root.get('/r/b.Item/?page_size=5')).status, 503);
  // Too early: the replica still follows. Writes are refused, and no row comes from it as from the primary.
  await lead.pointTo(replica);
  const soFar = writers.refused;
  await until('requests are refused by a replica that is not promoted', () => writers.refused > soFar + 8);
  if (lead.seesServer) expectSame('a list from a replica that is not promoted', (await root.get('/r/b.Item/?page_size=5')).status, 503);
  await replica.query('SELECT pg_promote(true, 30)');
  await lead.pointTo(replica);
  const promoted = performance.now();
  await until('writes are acknowledged again', () => writers.acknowledged.size > before + 200);
  return ((performance.now() - promoted) / 1000).toFixed(1);
}

async function requireAll({ acknowledged, statuses, answers }: Writers, replica: PostgresServer): Promise<void> {
  const rows = await replica.query("SELECT name FROM item WHERE owner = 'writer'");
  const stored = new Set(rows.map(({ name }) => String(name)));
  const lost = [...acknowledged].filter((name) => !stored.has(name));
  expectSame('acknowledged writes that are lost', lost, []);
  const [log] = await replica.query("SELECT count(*)::int AS n FROM grimoire.audit_log WHERE action = 'create' AND model_label = 'b.Item'");
  expectSame('entries of the audit log', log?.['n'], stored.size);
  expectThat(
    `other answers: ${answers}`,
    [...statuses.keys()].every((status) => status === 201 || status === 503),
  );
}

/** Clients that create rows, each with an idempotency key, and repeat a request until it is acknowledged. */
class Writers {
  readonly acknowledged = new Set<string>();
  readonly statuses = new Map<number, number>();
  unexpected = '';
  readonly #client: Client;
  #isOver = false;

  constructor(client: Client) {
    this.#client = client;
  }

  async run(count: number): Promise<void> {
    await Promise.all(Array.from({ length: count }, () => this.#write()));
  }

  end(): void {
    this.#isOver = true;
  }

  get refused(): number {
    return this.statuses.get(503) ?? 0;
  }

  get answers(): string {
    return `${[...this.statuses].map(([status, count]) => `${count} × ${status}`).join(', ')}${this.unexpected && `, such as ${this.unexpected}`}`;
  }

  async #write(): Promise<void> {
    while (!this.#isOver) {
      const name = randomUUID();
      while (!(await this.#created(name)) && !this.#isOver);
    }
  }

  async #created(name: string): Promise<boolean> {
    const body = { name, owner: 'writer' };
    const { status, text } = await this.#client.request('POST', '/r/b.Item/', { body, headers: { 'idempotency-key': name } });
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    if (status === 201) this.acknowledged.add(name);
    else if (status !== 503) this.unexpected = text.slice(0, 200);
    return status === 201;
  }
}
