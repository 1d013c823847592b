/// <reference types="node" preserve="true" />
import { createServer, type Server } from 'node:http';
import { type BooleanArgDef, type CommandDef, defineCommand, type StringArgDef } from 'citty';
import type { Admin } from '../admin.ts';
import { TrustedProxies } from '../http/security/client-address.ts';
import { Hosts, loopbackHosts, onlyHosts, originOf } from '../http/security/hosts.ts';
import { toNodeHandler } from '../http/node.ts';
import type { AdminSettings } from '../settings.ts';
import { type AdminArgs, adminArgs, loadAdmin } from './load-admin.ts';
import { run } from './run.ts';
import { UsageError } from './usage-error.ts';

/** Enough for several hundred keys in one address (CONTRACT §2). */
const maxHeaderSize = 64 * 1024;

type ServeArgs = AdminArgs &
  Readonly<Record<'host' | 'port' | 'public-url' | 'trusted-proxies', StringArgDef>> & { readonly migrate: BooleanArgDef };

const serveArgs: ServeArgs = {
  ...adminArgs,
  host: { type: 'string', description: 'Address to listen at (default: 127.0.0.1)' },
  port: { type: 'string', description: 'Port to listen at (default: PORT, else 8000)' },
  'public-url': { type: 'string', description: 'Origin under which clients know it, such as https://admin.example.com', valueHint: 'URL' },
  'trusted-proxies': {
    type: 'string',
    description:
      'Proxies whose X-Forwarded-For, -Proto, -Host and -Prefix are believed, with commas between them, such as 127.0.0.1,10.0.0.0/8',
    valueHint: 'ADDRESSES',
  },
  migrate: { type: 'boolean', description: "Create or update the service's own tables first", default: false },
};

const noAccount =
  'There is no account to sign in with. "grimoire create-superuser" with the same --config, --database or DATABASE_URL makes one.';

export const serve: CommandDef<ServeArgs> = defineCommand({
  meta: { name: 'serve', description: 'Serve the API of a config, or of a database without one' },
  args: serveArgs,
  run: ({ args }) =>
    run(async () => {
      const port = portOf(args.port);
      const admin = (await loadAdmin(args)).withSettings(settingsOf(args));
      try {
        if (args.migrate) await admin.migrate();
        const notes = await admin.notes();
        await admin.ready();
        for (const note of notes) console.error(`Note: ${note}`);
        for (const permission of (await admin.checkPermissions()).missing)
          console.error(`Missing permission: ${permission} ("grimoire migrate" creates it)`);
        if (!(await admin.hasAccounts())) console.error(`Note: ${noAccount}`);
        for (const sentence of await admin.leftOut()) console.error(`Left out: ${sentence}`);
        await serveAdmin(admin, { host: args.host ?? '127.0.0.1', port });
      } catch (error) {
        await admin.close();
        throw error;
      }
    }),
});

/** The settings that the command line gives. Throws a `UsageError` if one of them is invalid. */
function settingsOf(given: Readonly<Record<string, unknown>>): AdminSettings {
  const { 'trusted-proxies': proxies, 'public-url': publicUrl } = given;
  try {
    return {
      ...(typeof proxies === 'string' ? { trustedProxies: new TrustedProxies(proxies.split(',').map((proxy) => proxy.trim())).names } : {}),
      ...(typeof publicUrl === 'string' ? { publicUrl: originOf(publicUrl).origin } : {}),
    };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new UsageError(message.replace('trustedProxies', '--trusted-proxies').replace('publicUrl', '--public-url'));
  }
}

function portOf(text: string | undefined): number {
  // A variable that is set but empty, as by Compose, counts as not set.
  const port = Number(text ?? (process.env['PORT'] || 8000));
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new UsageError(`"${text ?? process.env['PORT']}" is no port.`);
  return port;
}

/** The address at which a server listens. */
export interface ListenOptions {
  readonly host: string;
  readonly port: number;
}

/** A server on a loopback address answers only to loopback names: otherwise a web page could reach it by another name (DNS rebinding). */
function hostsOf(admin: Admin, host: string): Hosts {
  const isLoopback = loopbackHosts.includes(host.includes(':') ? `[${host}]` : host);
  return new Hosts({ publicUrl: admin.publicUrl, allowedHosts: isLoopback && !admin.limitsHosts ? loopbackHosts : undefined });
}

/** The error if the server cannot listen there for a reason that the user can fix; otherwise null. */
function listenMistake({ code = '' }: NodeJS.ErrnoException, { host, port }: Pick<ListenOptions, 'host' | 'port'>): UsageError | null {
  if (code === 'EADDRINUSE') return new UsageError(`Port ${port} of ${host} is taken: choose another with --port or PORT.`);
  if (code === 'EACCES') return new UsageError(`This user may not listen at port ${port} of ${host}: choose another with --port or PORT.`);
  const isNoAddress = ['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL', 'EINVAL'].includes(code);
  return isNoAddress ? new UsageError(`"${host}" is no address of this machine (${code}): choose another with --host.`) : null;
}

/** Listens, prints the address, and closes everything in order on SIGINT or SIGTERM. */
export async function serveAdmin(admin: Admin, { host, port }: ListenOptions): Promise<Server> {
  const both = admin.withDashboard();
  const server = createServer({ maxHeaderSize }, toNodeHandler(onlyHosts(both, hostsOf(admin, host))));
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(listenMistake(error, { host, port }) ?? error));
    server.listen(port, host, resolve);
  });
  // Registered before the address is printed: a program that reads the address may end the process at once.
  const stop = (): void => {
    server.close(() => void admin.close());
    server.closeIdleConnections();
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  const address = server.address();
  const actual = typeof address === 'object' && address ? address.port : port;
  const models = (await admin.registry()).models.length;
  console.log(`Serving ${models} ${models === 1 ? 'model' : 'models'} of ${admin.description}`);
  const origin = `http://${host.includes(':') ? `[${host}]` : host}:${actual}`;
  console.log(`Dashboard: ${origin}${both.dashboard.path}`);
  console.log(`API: ${origin}${admin.baseUrl}`);
  return server;
}
