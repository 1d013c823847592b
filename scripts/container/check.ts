import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { eventually } from '../hosts/commands.ts';
import { type Image, nodeUser } from './image.ts';

const password = 'a long password';
const isRoot = process.getuid?.() === 0;

/**
 * Runs the commands of an image on a database: `migrate`, `create-superuser`, then the service, until its health check passes. Signs in,
 * requests the dashboard, tries to change the code, and ends the service by SIGTERM.
 * @param address the address of the database; a path of SQLite is one of the image
 * @returns what was checked, as one line
 */
export async function checkImage(image: Image, address: string): Promise<string> {
  const database = address.replace(/^sqlite:\//, `sqlite:${image.root}/`);
  const port = await freePort();
  const env = { DATABASE_URL: database, HEALTH_URL: (image.env['HEALTH_URL'] ?? '').replace('8000', String(port)) };
  const [program = '', script = '', ...served] = image.command;
  // The service serves a file that is there; it creates none.
  if (address.startsWith('sqlite:'))
    await ended(start(image, ['node', '-e', "new (require('node:sqlite').DatabaseSync)(process.env.DATABASE_URL.slice(7))"], env));
  await ended(start(image, [program, script, 'migrate'], env));
  await ended(start(image, [program, script, 'create-superuser', '--username', 'ada'], { ...env, GRIMOIRE_PASSWORD: password }));
  const service = start(image, [program, script, ...served.map((word) => (word === '8000' ? String(port) : word))], env);
  try {
    await eventually(() => ended(start(image, image.healthCheck, env)), 60_000);
    await signIn(`http://127.0.0.1:${port}`);
    await requireReadOnly(image, env);
    service.child.kill('SIGTERM');
    await ended(service);
  } finally {
    service.child.kill('SIGKILL');
  }
  const user = isRoot ? `user ${nodeUser}, who can not change the code` : 'the user of this process: only root can change to another one';
  return `passed  ${address.split(':')[0] ?? ''}: migrated, healthy, signed in, dashboard, ended by SIGTERM; as ${user}`;
}

interface Started {
  readonly child: ChildProcess;
  readonly name: string;
  readonly output: () => string;
}

/** Starts a command of the image, in its working directory, with its environment and as its user. */
function start(image: Image, [program = '', ...args]: readonly string[], env: Readonly<Record<string, string>>): Started {
  if (image.user !== 'node') throw new Error(`The image runs as ${image.user}.`);
  const child = spawn(join(image.programs, program), args, {
    cwd: join(image.root, image.workdir),
    env: { ...image.env, PATH: image.programs, HOME: '/nonexistent', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(isRoot ? { uid: nodeUser, gid: nodeUser } : {}),
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (chunk: string) => void (text += chunk));
  return { child, name: args.join(' '), output: () => text };
}

/** Waits for the end of a command. Throws with its output if it fails. */
async function ended({ child, name, output }: Started): Promise<void> {
  const [code] = child.exitCode === null ? ((await once(child, 'close')) as [number | null]) : [child.exitCode];
  if (code !== 0) throw new Error(`${name} ended with ${String(code)}:\n${output()}`);
}

async function signIn(origin: string): Promise<void> {
  const page = await fetch(`${origin}/`);
  if (page.status !== 200 || !(await page.text()).includes('<html')) throw new Error(`The dashboard answered ${page.status}.`);
  const login = await fetch(`${origin}/api/auth/login/`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username: 'ada', password }),
  });
  const { access } = (await login.json()) as { access?: string };
  const users = await fetch(`${origin}/api/r/auth.User/`, { headers: { Authorization: `Bearer ${String(access)}` } });
  if (users.status !== 200) throw new Error(`The API answered ${users.status}.`);
}

/** Throws if the service could change its own code. */
async function requireReadOnly(image: Image, env: Readonly<Record<string, string>>): Promise<void> {
  if (!isRoot) return;
  const attempt = "require('node:fs').writeFileSync('node_modules/grimoire/changed', '')";
  const result = await ended(start(image, ['node', '-e', attempt], env)).catch((error: unknown) => String(error));
  if (!result?.includes('EACCES')) throw new Error(`The user of the image can change its code: ${String(result)}`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 0;
}
