import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type Answer, type Client, clientOf, password } from '../support/service.ts';
import { startProxy } from './proxy.ts';
import { type Report, expectSame, expectThat } from './report.ts';
import { addUser, prepare } from './scene.ts';
import { type PostgresServer, startPrimary } from './servers.ts';

const script = fileURLToPath(new URL('process.ts', import.meta.url));

/** How many processes are compared. */
const sizes = [1, 2, 4];

/** Processes of the service over one database. */
class Processes implements AsyncDisposable {
  readonly ports: readonly number[];
  readonly #children: readonly ChildProcess[];

  private constructor(started: readonly { readonly child: ChildProcess; readonly port: number }[]) {
    this.#children = started.map(({ child }) => child);
    this.ports = started.map(({ port }) => port);
  }

  static async start(address: string, count: number): Promise<Processes> {
    const one = async (): Promise<{ child: ChildProcess; port: number }> => {
      const child = spawn(process.execPath, [script, address], { stdio: ['pipe', 'pipe', 'inherit'] });
      const [line] = (await once(child.stdout, 'data')) as [Buffer];
      return { child, port: Number(line.toString()) };
    };
    return new Processes(await Promise.all(Array.from({ length: count }, one)));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = this.#children.map((child) => once(child, 'exit'));
    for (const child of this.#children) child.stdin?.end();
    await Promise.all(ended);
  }
}

/** A client of a service that listens. */
function clientAt(origin: string, token: string | null): Client {
  return clientOf({ fetch: async (request) => fetch(new Request(request.url.replace(/^http:\/\/admin\.test/, origin), request)) }, token);
}

async function signInAt(origin: string, username: string): Promise<Client> {
  const { status, body, text } = await clientAt(origin, null).post('/auth/login/', { username, password });
  if (status !== 200) throw new Error(`The login was answered by ${status} ${text}`);
  return clientAt(origin, body.access);
}

interface Scene {
  readonly server: PostgresServer;
  readonly proxied: string;
  /** Each process by itself. */
  readonly origins: readonly string[];
}

/** Four processes on one database behind a proxy that knows no sessions, and the throughput of one, two and four. */
export async function checkProcesses(report: Report, bin: string, nginx: string | undefined): Promise<void> {
  await using server = await startPrimary(bin, { fsync: 'off' });
  await prepare(server);
  await addUser(server, 'root', { isSuperuser: true });
  const subject = `4 processes, ${nginx === undefined ? 'proxy of Node.js' : 'nginx'}`;
  {
    await using processes = await Processes.start(server.address, 4);
    await using proxy = await startProxy(nginx, processes.ports);
    const scene = { server, proxied: proxy.origin, origins: processes.ports.map((port) => `http://127.0.0.1:${port}`) };
    await report.check(subject, 'a sign-in counts at all of them, and so does its end', () => signIns(scene));
    await report.check(subject, 'an Idempotency-Key sent to all at once is done once', () => onceOnly(scene));
    await report.check(subject, 'of changes with the same If-Match, one is done', () => matches(scene));
    await report.check(subject, 'a right that is revoked at one is refused by all', () => revoked(scene));
    await report.check(subject, 'a refresh token has one successor, and is spent everywhere', () => tokens(scene));
    await report.check(subject, 'failed logins are counted together', () => attempts(scene));
  }
  for (const size of sizes) {
    await using processes = await Processes.start(server.address, size);
    await using proxy = await startProxy(nginx, processes.ports);
    await report.check('throughput', `${size} ${size === 1 ? 'process' : 'processes'}`, () => throughput(proxy.origin));
  }
}

async function signIns({ proxied, origins }: Scene): Promise<string> {
  const { token } = await signInAt(proxied, 'root');
  const root = clientAt(proxied, token);
  const statuses = await Promise.all(Array.from({ length: 40 }, async () => (await root.get('/r/b.Item/?page_size=1')).status));
  expectSame('lists', [...new Set(statuses)], [200]);
  const each = await Promise.all(origins.map(async (origin) => (await clientAt(origin, token).get('/auth/me/')).status));
  expectSame('each process', each, [200, 200, 200, 200]);
  const out = await root.post('/auth/logout/', {});
  expectThat(`the logout was answered by ${out.status}`, out.status < 300);
  const after = await Promise.all(origins.map(async (origin) => (await clientAt(origin, token).get('/r/b.Item/')).status));
  expectSame('each process after the logout', after, [401, 401, 401, 401]);
  return '40 lists through the proxy';
}

/** The same request to each process at once. */
function everywhere(origins: readonly string[], job: (origin: string) => Promise<Answer>): Promise<Answer[]> {
  return Promise.all([...origins, ...origins].map(job));
}

async function onceOnly({ server, proxied, origins }: Scene): Promise<string> {
  const { token } = await signInAt(proxied, 'root');
  for (let round = 0; round < 20; round++) {
    const init = { body: { name: `once ${round}`, owner: 'root' }, headers: { 'idempotency-key': `once-${round}` } };
    const answers = await everywhere(origins, (origin) => clientAt(origin, token).request('POST', '/r/b.Item/', init));
    expectSame('the answers', new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size, 1);
    expectSame('the first answer', answers[0]?.status, 201);
  }
  const [row] = await server.query("SELECT count(*)::int AS n FROM item WHERE name LIKE 'once %'");
  const [log] = await server.query("SELECT count(*)::int AS n FROM grimoire.audit_log WHERE object_repr LIKE 'once %'");
  expectSame('rows and entries', [row?.['n'], log?.['n']], [20, 20]);
  return '20 × 8 requests, 20 rows';
}

async function matches({ proxied, origins }: Scene): Promise<string> {
  const { token } = await signInAt(proxied, 'root');
  for (let round = 0; round < 20; round++) {
    const etag = (await clientAt(proxied, token).get('/r/b.Item/11/')).headers.get('etag') ?? '';
    let turn = 0;
    const answers = await everywhere(origins, (origin) =>
      clientAt(origin, token).patch('/r/b.Item/11/', { owner: `round ${round} ${++turn}` }, { 'if-match': etag }),
    );
    const statuses = answers.map(({ status }) => status).toSorted((one, other) => one - other);
    expectSame('the answers', statuses, [200, ...Array.from({ length: 7 }, () => 412)]);
  }
  return '20 × 8 changes, 20 done, 140 answered 412';
}

async function revoked({ server, proxied, origins }: Scene): Promise<string> {
  const root = await signInAt(proxied, 'root');
  for (let round = 0; round < 10; round++) {
    const id = await addUser(server, `revoked-${round}`);
    const { token } = await signInAt(proxied, `revoked-${round}`);
    const each = (): Promise<number[]> =>
      Promise.all(origins.map(async (origin) => (await clientAt(origin, token).get('/r/b.Item/?page_size=1')).status));
    expectSame('before', await each(), [200, 200, 200, 200]);
    expectSame('the change', (await root.patch(`/r/auth.User/${id}/`, { user_permissions: [] })).status, 200);
    expectSame('after', await each(), [404, 404, 404, 404]);
  }
  return '10 users, at all 4 by the next request';
}

async function tokens({ proxied, origins }: Scene): Promise<string> {
  const refresh = (origin: string, token: string): Promise<Answer> => clientAt(origin, null).post('/auth/refresh/', { refresh: token });
  for (let round = 0; round < 10; round++) {
    const { body } = await clientAt(proxied, null).post('/auth/login/', { username: 'root', password });
    const answers = await everywhere(origins, (origin) => refresh(origin, body.refresh));
    const successors = [...new Set(answers.map((answer) => String(answer.body.refresh)))];
    expectSame('the successors', successors.length, 1);
    expectSame('its use', (await refresh(proxied, successors[0] ?? '')).status, 200);
    const again = await everywhere(origins, (origin) => refresh(origin, body.refresh));
    expectSame('the spent one', [...new Set(again.map(({ status }) => status))], [401]);
  }
  return '10 × 8 at once';
}

async function attempts({ server, proxied, origins }: Scene): Promise<string> {
  await addUser(server, 'guessed');
  const guess = (origin: string): Promise<Answer> =>
    clientAt(origin, null).post('/auth/login/', { username: 'guessed', password: 'a wrong guess' });
  const answers: Answer[] = [];
  for (let round = 0; round < 3; round++) answers.push(...(await everywhere(origins, guess)));
  const tried = answers.filter(({ status }) => status === 401).length;
  expectSame('guesses that were tried', tried, 10);
  const late = await Promise.all([proxied, ...origins].map(async (origin) => (await guess(origin)).status));
  expectSame('each process after them', late, [429, 429, 429, 429, 429]);
  return `of ${answers.length} guesses at once, ${tried} were tried`;
}

async function throughput(origin: string): Promise<string> {
  const root = await signInAt(origin, 'root');
  const measured = async (milliseconds: number): Promise<number> => {
    const end = performance.now() + milliseconds;
    let count = 0;
    const read = async (): Promise<void> => {
      for (; performance.now() < end; count++) {
        const { status } = await root.get('/r/b.Item/?page_size=50');
        expectSame('a list', status, 200);
      }
    };
    await Promise.all(Array.from({ length: 16 }, read));
    return (count * 1000) / milliseconds;
  };
  await measured(1500);
  return `${Math.round(await measured(4000))} lists of 50 rows a second, 16 at once`;
}
