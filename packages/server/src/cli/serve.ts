/// <reference types="node" preserve="true" />
import { createServer, type Server } from 'node:http';
import { type BooleanArgDef, type CommandDef, defineCommand, type StringArgDef } from 'citty';
import type { Admin } from '../admin.ts';
import { TrustedProxies } from '../http/security/client-address.ts';
import { Hosts, loopbackHosts, onlyHosts, originOf } from '../http/security/hosts.ts';
import { toNodeHandler } from '../http/node.ts';
import type { MonitoringOptions } from '../monitoring/monitoring.ts';
import type { AdminSettings } from '../settings.ts';
import { type AdminArgs, adminArgs, loadAdmin } from './load-admin.ts';
import { run } from './run.ts';
import { UsageError } from './usage-error.ts';

/** Enough for several hundred keys in one address (CONTRACT §2). */
const maxHeaderSize = 64 * 1024;

type ServeArgs = AdminArgs &
  Readonly<Record<'host' | 'port' | 'public-url' | 'trusted-proxies' | 'monitor-port' | 'monitor-host' | 'drain', StringArgDef>> &
  Readonly<Record<'migrate' | 'log-requests', BooleanArgDef>>;

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
  'monitor-port': { type: 'string', description: 'Port of /healthz, /readyz and /metrics (default: none)', valueHint: 'PORT' },
  'monitor-host': { type: 'string', description: 'Address to listen at for these (default: 127.0.0.1)', valueHint: 'ADDRESS' },
  drain: {
    type: 'string',
    description: 'Seconds from SIGTERM, when /readyz begins to say 503, to the last new request (default: 0)',
    valueHint: 'SECONDS',
  },
  'log-requests': { type: 'boolean', description: 'Write a log line for each request', default: false },
  migrate: { type: 'boolean', description: "Create or update the service's own tables first", default: false },
};

const noAccount =
  'There is no account to sign in with. "grimoire create-superuser" with the same --config, --database or DATABASE_URL makes one.';

export const serve: CommandDef<ServeArgs> = defineCommand({
  meta: { name: 'serve', description: 'Serve the API of a config, or of a database without one' },
  args: serveArgs,
  run: ({ args }) =>
    run(async () => {
      const listen = listenOptions(args);
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
        await serveAdmin(admin, listen);
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
      ...(given['log-requests'] === true ? { logRequests: true } : {}),
    };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new UsageError(message.replace('trustedProxies', '--trusted-proxies').replace('publicUrl', '--public-url'));
  }
}

function listenOptions(given: Readonly<Record<string, unknown>>): ListenOptions {
  const text = (name: string): string | undefined => (typeof given[name] === 'string' ? given[name] : undefined);
  const monitor = text('monitor-port');
  const drain = Number(text('drain') ?? 0);
  if (!(drain >= 0 && drain <= 600)) throw new UsageError(`"${text('drain')}" is no number of seconds from 0 to 600 (--drain).`);
  return {
    host: text('host') ?? '127.0.0.1',
    // A variable that is set but empty, as by Compose, counts as not set.
    port: portOf(text('port') ?? (process.env['PORT'] || '8000')),
    monitor: monitor === undefined ? undefined : { host: text('monitor-host') ?? '127.0.0.1', port: portOf(monitor) },
    drain: drain * 1000,
  };
}

function portOf(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new UsageError(`"${text}" is no port.`);
  return port;
}

/** An address at which a server listens. */
interface Place {
  readonly host: string;
  readonly port: number;
}

/** The addresses at which a server listens, and how it ends. */
export interface ListenOptions extends Place {
  /** Where it answers operators. */
  readonly monitor?: Place | undefined;
  /** Milliseconds from the signal to end to the last new request. */
  readonly drain?: number;
}

/** A server on a loopback address answers only to loopback names: otherwise a web page could reach it by another name (DNS rebinding). */
function hostsOf(admin: Admin, host: string): Hosts {
  const isLoopback = loopbackHosts.includes(host.includes(':') ? `[${host}]` : host);
  return new Hosts({ publicUrl: admin.publicUrl, allowedHosts: isLoopback && !admin.limitsHosts ? loopbackHosts : undefined });
}

/** The error if the server cannot listen there for a reason that the user can fix; otherwise null. */
function listenMistake({ code = '' }: NodeJS.ErrnoException, { host, port }: Place): UsageError | null {
  if (code === 'EADDRINUSE') return new UsageError(`Port ${port} of ${host} is taken: choose another with --port or PORT.`);
  if (code === 'EACCES') return new UsageError(`This user may not listen at port ${port} of ${host}: choose another with --port or PORT.`);
  const isNoAddress = ['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL', 'EINVAL'].includes(code);
  return isNoAddress ? new UsageError(`"${host}" is no address of this machine (${code}): choose another with --host.`) : null;
}

/** Listens, prints the address, and closes everything in order on SIGINT or SIGTERM. */
export async function serveAdmin(admin: Admin, { host, port, monitor, drain = 0 }: ListenOptions): Promise<Server> {
  const both = admin.withDashboard();
  const server = createServer({ maxHeaderSize }, toNodeHandler(onlyHosts(both, hostsOf(admin, host))));
  const monitoring = monitor && createServer(toNodeHandler(admin.monitoring({ metrics: metricsFor() })));
  await listenAt(server, { host, port });
  if (monitor && monitoring) {
    await listenAt(monitoring, monitor).catch((error: unknown) => {
      server.close();
      throw error;
    });
  }
  // Registered before the address is printed: a program that reads the address may end the process at once.
  const stop = (): void => {
    server.close(() => {
      monitoring?.close();
      monitoring?.closeAllConnections();
      void admin.close();
    });
    server.closeIdleConnections();
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', () => {
    admin.beginToEnd();
    if (drain > 0) setTimeout(stop, drain);
    else stop();
  });
  const models = (await admin.registry()).models.length;
  console.log(`Serving ${models} ${models === 1 ? 'model' : 'models'} of ${admin.description}`);
  const origin = addressOf(server, { host, port });
  console.log(`Dashboard: ${origin}${both.dashboard.path}`);
  console.log(`API: ${origin}${admin.baseUrl}`);
  if (monitor && monitoring) console.log(`Monitoring: ${addressOf(monitoring, monitor)}/healthz, /readyz, /metrics`);
  return server;
}

/** On a port of its own everybody who reaches it may read the metrics, unless there is a token. */
function metricsFor(): NonNullable<MonitoringOptions['metrics']> {
  const token = process.env['GRIMOIRE_METRICS_TOKEN'];
  if (!token) return 'anyone';
  if (token.length < 16) throw new UsageError('GRIMOIRE_METRICS_TOKEN has less than 16 characters.');
  return { token };
}

/** Throws a `UsageError` if the server can not listen there. */
function listenAt(server: Server, { host, port }: Place): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(listenMistake(error, { host, port }) ?? error));
    server.listen(port, host, resolve);
  });
}

/** The origin of a server, with the port that it was given for port 0. */
function addressOf(server: Server, { host, port }: Place): string {
  const address = server.address();
  const actual = typeof address === 'object' && address ? address.port : port;
  return `http://${host.includes(':') ? `[${host}]` : host}:${actual}`;
}
