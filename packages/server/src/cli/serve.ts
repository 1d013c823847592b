import { availableParallelism } from 'node:os';
import { type BooleanArgDef, type CommandDef, defineCommand, type StringArgDef } from 'citty';
import { TrustedProxies } from '../http/security/client-address.ts';
import { isCookieName } from '../http/security/cookies.ts';
import { originOf } from '../http/security/hosts.ts';
import type { MonitoringOptions } from '../http/monitoring.ts';
import type { AdminSettings } from '../admin/settings.ts';
import { type AdminArgs, adminArgs, loadAdmin } from './load-admin.ts';
import { run } from './run.ts';
import { type ListenOptions, serveAdmin } from './serve-admin.ts';
import { UsageError } from './usage-error.ts';
import { isWorker, serveAsWorker } from './worker.ts';
import { serveByWorkers } from './workers.ts';

type ServeArgs = AdminArgs &
  Readonly<
    Record<
      | 'host'
      | 'port'
      | 'public-url'
      | 'trusted-proxies'
      | 'session-cookie'
      | 'csrf-cookie'
      | 'monitor-port'
      | 'monitor-host'
      | 'drain'
      | 'receive-timeout'
      | 'workers',
      StringArgDef
    >
  > &
  Readonly<Record<'migrate' | 'log-requests' | 'read-only', BooleanArgDef>>;

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
  'session-cookie': { type: 'string', description: 'Name of the cookie of a session (default: sessionid)', valueHint: 'NAME' },
  'csrf-cookie': { type: 'string', description: 'Name of the cookie with its CSRF token (default: csrftoken)', valueHint: 'NAME' },
  'monitor-port': { type: 'string', description: 'Port of /healthz, /readyz and /metrics (default: none)', valueHint: 'PORT' },
  'monitor-host': { type: 'string', description: 'Address to listen at for these (default: 127.0.0.1)', valueHint: 'ADDRESS' },
  drain: {
    type: 'string',
    description: 'Seconds from SIGTERM, when /readyz begins to say 503, to the last new request (default: 0)',
    valueHint: 'SECONDS',
  },
  'receive-timeout': {
    type: 'string',
    description: 'Seconds in which a request has to arrive, with its body (default: 60)',
    valueHint: 'SECONDS',
  },
  workers: {
    type: 'string',
    description: 'Processes that share the port, or "auto" for one a core; SIGHUP replaces them one by one (default: this process alone)',
    valueHint: 'N',
  },
  'log-requests': { type: 'boolean', description: 'Write a log line for each request', default: false },
  'read-only': { type: 'boolean', description: 'Answer 503 to every request that would change a row', default: false },
  migrate: { type: 'boolean', description: "Create or update the service's own tables first", default: false },
};

const noAccount =
  'There is no account to sign in with. "grimoire create-superuser" with the same --config, --database or DATABASE_URL makes one.';

export const serve: CommandDef<ServeArgs> = defineCommand({
  args: serveArgs,
  run: async ({ args }) => {
    await run(async () => {
      const listen = listenOptions(args);
      const workers = workersOf(args.workers);
      const admin = (await loadAdmin(args)).withSettings(settingsOf(args));
      try {
        // The first process has done the rest.
        if (isWorker()) return await serveAsWorker(admin, listen);
        if (args.migrate) await admin.operations.migrate();
        const notes = await admin.operations.notes();
        await admin.ready();
        for (const note of notes) console.error(`Note: ${note}`);
        for (const permission of (await admin.operations.checkPermissions()).missing)
          console.error(`Missing permission: ${permission} ("grimoire migrate" creates it)`);
        if (!(await admin.operations.hasAccounts())) console.error(`Note: ${noAccount}`);
        for (const sentence of await admin.operations.leftOut()) console.error(`Left out: ${sentence}`);
        await (workers === undefined ? serveAdmin(admin, listen) : serveByWorkers(admin, listen, workers));
      } catch (error) {
        await admin.close();
        throw error;
      }
    });
    // Its connection to the first process would keep it alive.
    if (isWorker() && process.exitCode === 1) process.exit();
  },
});

/** Undefined for one process without workers. */
function workersOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const count = text === 'auto' ? availableParallelism() : Number(text);
  if (!Number.isInteger(count) || count < 1 || count > 64)
    throw new UsageError(`"${text}" is no number from 1 to 64, nor "auto" (--workers).`);
  return count;
}

/** The settings that the command line gives. Throws a `UsageError` if one of them is invalid. */
function settingsOf(given: Readonly<Record<string, unknown>>): AdminSettings {
  const { 'trusted-proxies': proxies, 'public-url': publicUrl } = given;
  try {
    return {
      ...(typeof proxies === 'string' ? { trustedProxies: new TrustedProxies(proxies.split(',').map((proxy) => proxy.trim())).names } : {}),
      ...(typeof publicUrl === 'string' ? { publicUrl: originOf(publicUrl).origin } : {}),
      ...cookieNamesOf(given),
      ...(given['log-requests'] === true ? { logRequests: true } : {}),
      ...(given['read-only'] === true ? { readOnly: true } : {}),
    };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new UsageError(message.replace('trustedProxies', '--trusted-proxies').replace('publicUrl', '--public-url'));
  }
}

function cookieNamesOf(given: Readonly<Record<string, unknown>>): Pick<AdminSettings, 'cookieNames'> {
  const named = (['session', 'csrf'] as const).flatMap((cookie): [string, string][] => {
    const name = given[`${cookie}-cookie`];
    if (typeof name !== 'string') return [];
    if (!isCookieName(name)) throw new UsageError(`"${name}" is no name of a cookie (--${cookie}-cookie).`);
    return [[cookie, name]];
  });
  return named.length > 0 ? { cookieNames: Object.fromEntries(named) } : {};
}

function listenOptions(given: Readonly<Record<string, unknown>>): ListenOptions {
  const text = (name: string): string | undefined => (typeof given[name] === 'string' ? given[name] : undefined);
  const monitor = text('monitor-port');
  const drain = Number(text('drain') ?? 0);
  if (monitor === undefined && text('monitor-host') !== undefined) throw new UsageError('--monitor-host needs --monitor-port.');
  const receive = Number(text('receive-timeout') ?? 60);
  if (!(receive >= 1 && receive <= 600))
    throw new UsageError(`"${text('receive-timeout')}" is no number of seconds from 1 to 600 (--receive-timeout).`);
  if (!(drain >= 0 && drain <= 600)) throw new UsageError(`"${text('drain')}" is no number of seconds from 0 to 600 (--drain).`);
  return {
    host: text('host') ?? '127.0.0.1',
    // A variable that is set but empty, as by Compose, counts as not set.
    port: portOf(text('port') ?? (process.env['PORT'] || '8000'), '--port'),
    options: { port: '--port or PORT', host: '--host' },
    monitor: monitor === undefined ? undefined : monitorOptions(monitor, text('monitor-host')),
    drain: drain * 1000,
    receiveTimeout: receive * 1000,
  };
}

function monitorOptions(port: string, host = '127.0.0.1'): NonNullable<ListenOptions['monitor']> {
  const options = { port: '--monitor-port', host: '--monitor-host' };
  return { host, port: portOf(port, '--monitor-port'), options, metrics: metricsFor(process.env['GRIMOIRE_METRICS_TOKEN']) };
}

/** On a port of its own everybody who reaches it may read the metrics, unless there is a token. */
function metricsFor(token: string | undefined): NonNullable<MonitoringOptions['metrics']> {
  if (token === undefined) return 'anyone';
  // Empty is more likely a secret that is missing than a wish for no token.
  if (token.length < 16)
    throw new UsageError('GRIMOIRE_METRICS_TOKEN is set, but has less than 16 characters. Without it, /metrics needs no token.');
  return { token };
}

function portOf(text: string, option: string): number {
  const port = Number(text);
  if (text.trim() === '' || !Number.isInteger(port) || port < 0 || port > 65_535) throw new UsageError(`"${text}" is no port (${option}).`);
  return port;
}
