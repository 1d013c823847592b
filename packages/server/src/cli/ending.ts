import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Bag } from '../process/bag.ts';

/** What ends with the process. */
export interface Ending {
  readonly server: Server;
  /** Milliseconds from the first signal to the last new request. */
  readonly drain: number;
  /** Called at the first signal. */
  readonly begin: () => void;
  /** Called when the server has no connection left. */
  readonly close: () => Promise<void>;
}

/** Milliseconds that requests may take after the server has stopped listening: longer than any but a large file. */
const lastLimit = 75_000;

/** Milliseconds in which a new connection may send its first request after the server has stopped listening. */
const newLimit = 1000;

/** The signals at which a server ends. */
export const signals = ['SIGINT', 'SIGTERM'] as const;

/** Ends a server at a signal: see {@link enderOf}. */
export function endOnSignals(ending: Ending): void {
  const end = enderOf(ending);
  for (const signal of signals) process.on(signal, end);
}

/**
 * A function that ends a server. At its first call it still serves for the time of `drain`, and asks clients to close their connections. Then it
 * takes no new connections, closes those without a request, and completes the others. The second call ends the drain; the third one, or one
 * after the drain, ends the process at once.
 */
export function enderOf({ server, drain, begin, close }: Ending): () => void {
  const connections = new Connections(server);
  let timer: NodeJS.Timeout | undefined;
  let isStopping = false;
  const stop = (): void => {
    clearTimeout(timer);
    isStopping = true;
    // The host's code may keep the process alive, such as by a timer.
    server.close(() => void close().finally(() => process.exit(0)));
    connections.closeQuiet('served');
    setTimeout(() => connections.closeQuiet('all'), newLimit);
    setTimeout(() => server.closeAllConnections(), lastLimit).unref();
  };
  return () => {
    if (isStopping) process.exit(1);
    const isFirst = !connections.isEnding;
    connections.isEnding = true;
    if (isFirst) begin();
    if (isFirst && drain > 0) timer = setTimeout(stop, drain);
    else stop();
  };
}

/** An open connection. */
interface Connection {
  readonly socket: Socket;
  /** How many of its requests have not been answered. */
  running: number;
  /** Whether it has sent a request. */
  hasServed: boolean;
}

/** The open connections of a server. Node's own server keeps those that have sent nothing, or half of a request. */
class Connections {
  /** Whether each response asks its client to close the connection. */
  isEnding = false;
  readonly #open = new Bag<Connection>();
  readonly #ofSocket = new WeakMap<Socket, Connection>();

  constructor(server: Server) {
    server.on('connection', (socket: Socket) => {
      const connection: Connection = { socket, running: 0, hasServed: false };
      this.#ofSocket.set(socket, connection);
      socket.once('close', this.#open.add(connection));
    });
    // Before the handler, which writes the headers.
    server.prependListener('request', ({ socket }, response) => {
      const connection = this.#ofSocket.get(socket);
      if (connection) this.#noteRequest(connection, response);
      if (this.isEnding) response.setHeader('Connection', 'close');
    });
  }

  #noteRequest(connection: Connection, response: ServerResponse): void {
    connection.hasServed = true;
    connection.running += 1;
    response.once('close', () => (connection.running -= 1));
  }

  /** Closes connections without a running request: all, or those that have sent one before. */
  closeQuiet(which: 'all' | 'served'): void {
    for (const { socket, running, hasServed } of this.#open.values()) if (running === 0 && (which === 'all' || hasServed)) socket.destroy();
  }
}
