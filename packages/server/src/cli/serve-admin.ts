/// <reference types="node" preserve="true" />
import { createServer, type Server } from 'node:http';
import type { Admin } from '../admin.ts';
import { toNodeHandler } from '../http/node.ts';
import { Hosts, loopbackHosts, onlyHosts } from '../http/security/hosts.ts';
import type { MonitoringOptions } from '../monitoring/monitoring.ts';
import { endOnSignals } from './ending.ts';
import { UsageError } from './usage-error.ts';

/** Enough for several hundred keys in one address (CONTRACT §2). */
const maxHeaderSize = 64 * 1024;

/** An address at which a server listens. */
interface Place {
  readonly host: string;
  readonly port: number;
  /** The names of its options, for error messages. */
  readonly options?: { readonly port: string; readonly host: string };
}

/** The addresses at which a server listens, and how it ends. */
export interface ListenOptions extends Place {
  /** Where it answers operators. */
  readonly monitor?: (Place & { readonly metrics: NonNullable<MonitoringOptions['metrics']> }) | undefined;
  /** Milliseconds from the signal to end to the last new request. */
  readonly drain?: number;
}

/** A server on a loopback address answers only to loopback names: otherwise a web page could reach it by another name (DNS rebinding). */
function hostsOf(admin: Admin, host: string): Hosts {
  return new Hosts({ publicUrl: admin.publicUrl, allowedHosts: isLoopback(host) && !admin.limitsHosts ? loopbackHosts : undefined });
}

function monitorHosts(host: string): Hosts {
  return new Hosts({ publicUrl: undefined, allowedHosts: isLoopback(host) ? loopbackHosts : undefined });
}

function isLoopback(host: string): boolean {
  return loopbackHosts.includes(host.includes(':') ? `[${host}]` : host);
}

/** The error if the server cannot listen there for a reason that the user can fix; otherwise null. */
function listenMistake(
  { code = '' }: NodeJS.ErrnoException,
  { host, port, options = { port: '--port', host: '--host' } }: Place,
): UsageError | null {
  if (code === 'EADDRINUSE') return new UsageError(`Port ${port} of ${host} is taken: choose another with ${options.port}.`);
  if (code === 'EACCES') return new UsageError(`This user may not listen at port ${port} of ${host}: choose another with ${options.port}.`);
  const isNoAddress = ['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL', 'EINVAL'].includes(code);
  return isNoAddress ? new UsageError(`"${host}" is no address of this machine (${code}): choose another with ${options.host}.`) : null;
}

/** Listens, prints the address, and closes everything in order on SIGINT or SIGTERM. */
export async function serveAdmin(admin: Admin, listen: ListenOptions): Promise<Server> {
  const { host, monitor, drain = 0 } = listen;
  const both = admin.withDashboard();
  const server = createServer({ maxHeaderSize }, toNodeHandler(onlyHosts(both, hostsOf(admin, host))));
  const monitoring =
    monitor && createServer(toNodeHandler(onlyHosts(admin.monitoring({ metrics: monitor.metrics }), monitorHosts(monitor.host))));
  if (monitor && monitoring) await listenAt(monitoring, monitor);
  const closeMonitoring = (): void => {
    monitoring?.close();
    monitoring?.closeAllConnections();
  };
  await listenAt(server, listen).catch((error: unknown) => {
    closeMonitoring();
    throw error;
  });
  // Registered before the address is printed: a program that reads the address may end the process at once.
  endOnSignals({
    server,
    drain,
    begin: () => admin.beginToEnd(),
    close: () => {
      closeMonitoring();
      return admin.close();
    },
  });
  const models = (await admin.registry()).models.length;
  console.log(`Serving ${models} ${models === 1 ? 'model' : 'models'} of ${admin.description}`);
  const origin = addressOf(server, listen);
  console.log(`Dashboard: ${origin}${both.dashboard.path}`);
  console.log(`API: ${origin}${admin.baseUrl}`);
  if (monitor && monitoring) {
    const token = monitor.metrics === 'anyone' ? 'without a token' : 'with the token';
    console.log(`Monitoring: ${addressOf(monitoring, monitor)}/healthz, /readyz, /metrics (${token})`);
  }
  return server;
}

/** Throws a `UsageError` if the server can not listen there. */
function listenAt(server: Server, place: Place): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(listenMistake(error, place) ?? error));
    server.listen(place.port, place.host, resolve);
  });
}

/** The origin of a server, with the port that it was given for port 0. */
function addressOf(server: Server, { host, port }: Pick<Place, 'host' | 'port'>): string {
  const address = server.address();
  const actual = typeof address === 'object' && address ? address.port : port;
  return `http://${host.includes(':') ? `[${host}]` : host}:${actual}`;
}
