import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/**
 * What happens to what is sent: it passes; no connection is made, and none is kept; it gets lost without a word, also the end of a connection, as
 * with a server that was stopped and not ended; the answers to COMMIT do, with their connection.
 */
type Mode = 'open' | 'shut' | 'silent' | 'no commits';

/** A port of this machine that leads to another one: the connections of the service to a database go through it. */
export class Gate {
  mode: Mode = 'open';
  /** How many answers to COMMIT were lost. */
  lost = 0;
  /** How many connections were let through. */
  made = 0;
  /** How many of the next connections are refused. */
  refusals = 0;
  readonly #target: number;
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #port: number;

  private constructor(target: number, port: number) {
    this.#target = target;
    this.#port = port;
  }

  /** An open gate before a port of this machine. @param port where it listens; by default a free port is chosen. */
  static async before(target: number, port = 0): Promise<Gate> {
    const gate = new Gate(target, port);
    await gate.open();
    return gate;
  }

  get port(): number {
    return this.#port;
  }

  /** Lets connections through, after it was closed at the same port as before. */
  async open(): Promise<void> {
    this.mode = 'open';
    if (this.#server) return;
    this.#server = createServer((client) => this.#join(client)).listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  /** Breaks all connections; new ones are made. */
  break(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Breaks all connections, and refuses new ones. */
  async close(): Promise<void> {
    this.break();
    const server = this.#server;
    this.#server = undefined;
    if (!server) return;
    server.close();
    await once(server, 'close');
  }

  #join(client: Socket): void {
    if (this.mode === 'shut' || this.refusals > 0) {
      this.refusals = Math.max(0, this.refusals - 1);
      return void client.destroy();
    }
    this.made += 1;
    const server = connect(this.#target, '127.0.0.1');
    // A connection that was cut off stays so: the other side knows of it no more.
    let isCutOff = this.mode === 'silent';
    let isCommitting = false;
    for (const socket of [client, server]) {
      this.#sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        this.#sockets.delete(socket);
        if (!isCutOff) for (const other of [client, server]) other.destroy();
      });
    }
    client.on('data', (bytes: Buffer) => {
      isCutOff ||= this.mode === 'silent';
      isCommitting ||= this.mode === 'no commits' && bytes.includes('grimoire_commit');
      if (!isCutOff) server.write(bytes);
    });
    server.on('data', (bytes: Buffer) => {
      isCutOff ||= this.mode === 'silent';
      if (isCommitting) {
        this.lost += 1;
        client.destroy();
      } else if (!isCutOff) client.write(bytes);
    });
  }
}
