/// <reference types="node" preserve="true" />
import { createServer, type Server, type ServerOptions } from 'node:http';
import type { Admin } from '../admin/admin.ts';
import { toNodeHandler } from '../http/node.ts';
import { Hosts, loopbackHosts, onlyHosts } from '../http/security/hosts.ts';
import type { MonitoringOptions } from '../http/monitoring.ts';
import { endOnSignals } from './ending.ts';
import { UsageError } from './usage-error.ts';

/** Enough for several hundred keys in one address (CONTRACT §2). */
const maxHeaderSize = 64 * 1024;

/** An address at which a server listens. */
export interface Place {
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
  /** Milliseconds in which a request has to arrive, with its body; 60,000 by default. */
  readonly receiveTimeout?: number;
}

/** What ends a client that sends a request too slowly: it is answered 408, and its connection closed, at most a quarter later. */
function receiveLimits(milliseconds = 60_000): ServerOptions {
  return { headersTimeout: milliseconds, requestTimeout: milliseconds, connectionsCheckingInterval: milliseconds / 4 };
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
  const monitoring = listen.monitor && (await openMonitoring(admin, listen.monitor, listen));
  const server = await openServer(admin, listen).catch((error: unknown) => {
    monitoring?.close();
    throw error;
  });
  // Registered before the address is printed: a program that reads the address may end the process at once.
  endOnSignals({
    server,
    drain: listen.drain ?? 0,
    begin: () => admin.beginToEnd(),
    close: () => {
      monitoring?.close();
      return admin.close();
    },
  });
  await announce(admin, addressOf(server, listen), monitoring);
  return server;
}

/** A server of the API and the dashboard, which listens. */
export async function openServer(admin: Admin, listen: ListenOptions): Promise<Server> {
  const options = { maxHeaderSize, ...receiveLimits(listen.receiveTimeout) };
  const server = createServer(options, toNodeHandler(onlyHosts(admin.withDashboard(), hostsOf(admin, listen.host))));
  await listenAt(server, listen);
  return server;
}

/** The addresses for operators, where a server answers them. */
export interface OpenMonitoring {
  readonly description: string;
  close(): void;
}

/** A server of the addresses for operators, which listens. @param text of the metrics, if they are not those of this process. */
export async function openMonitoring(
  admin: Admin,
  place: NonNullable<ListenOptions['monitor']>,
  { receiveTimeout, text }: Pick<ListenOptions, 'receiveTimeout'> & { readonly text?: NonNullable<MonitoringOptions['text']> } = {},
): Promise<OpenMonitoring> {
  const { metrics, host } = place;
  const monitoring = admin.monitoring({ metrics, ...(text ? { text } : {}) });
  const server = createServer(receiveLimits(receiveTimeout), toNodeHandler(onlyHosts(monitoring, monitorHosts(host))));
  await listenAt(server, place);
  return {
    description: `${addressOf(server, place)}/healthz, /readyz, /metrics (${metrics === 'anyone' ? 'without a token' : 'with the token'})`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Prints what is served, and where. */
export async function announce(admin: Admin, origin: string, monitoring: OpenMonitoring | undefined): Promise<void> {
  const models = (await admin.operations.registry()).models.length;
  console.log(`Serving ${models} ${models === 1 ? 'model' : 'models'} of ${admin.description}`);
  console.log(`Dashboard: ${origin}${admin.withDashboard().dashboard.path}`);
  console.log(`API: ${origin}${admin.baseUrl}`);
  if (monitoring) console.log(`Monitoring: ${monitoring.description}`);
}

/** Throws a `UsageError` if the server can not listen there. */
function listenAt(server: Server, place: Place): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(listenMistake(error, place) ?? error));
    server.listen(place.port, place.host, resolve);
  });
}

/** The origin of a server, with the port that it was given for port 0. */
export function addressOf(server: Server, { host, port }: Pick<Place, 'host' | 'port'>): string {
  const address = server.address();
  const actual = typeof address === 'object' && address ? address.port : port;
  return `http://${host.includes(':') ? `[${host}]` : host}:${actual}`;
}
