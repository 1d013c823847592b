import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** A port of this machine that leads to another one, until it is closed. */
export class Gate {
  readonly #target: number;
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #isFrozen = false;
  #port: number;

  /** @param port the port that leads there; by default, a free one is chosen. */
  constructor(target: number, port = 0) {
    this.#target = target;
    this.#port = port;
  }

  get port(): number {
    return this.#port;
  }

  /** Lets connections through, always at the same port. */
  async open(): Promise<void> {
    this.#isFrozen = false;
    this.#server = createServer((client) => this.#join(client)).listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    const address = this.#server.address();
    this.#port = typeof address === 'object' && address ? address.port : 0;
  }

  /** Accepts connections, and answers nothing any more: as a server that was stopped and not ended. */
  freeze(): void {
    this.#isFrozen = true;
    for (const socket of this.#sockets) socket.unpipe().pause();
  }

  /** Breaks all connections, and refuses new ones. */
  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    const server = this.#server;
    this.#server = undefined;
    if (!server) return;
    server.close();
    await once(server, 'close');
  }

  #join(client: Socket): void {
    const server = connect(this.#target, '127.0.0.1');
    for (const socket of [client, server]) {
      this.#sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        this.#sockets.delete(socket);
        client.destroy();
        server.destroy();
      });
    }
    if (!this.#isFrozen) client.pipe(server).pipe(client);
  }
}
