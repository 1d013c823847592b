import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** What happens to what is sent: it passes; no connection is made and none is kept; it gets lost without a word; the answers to COMMIT do. */
type Mode = 'open' | 'shut' | 'silent' | 'no commits';

/** A door before a database, through which all connections of the service go. */
export class Door {
  mode: Mode = 'open';
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** How many answers to COMMIT were lost. */
  lost = 0;

  private constructor(port: number) {
    this.#server = createServer((socket) => this.#join(socket, port));
  }

  /** A door before a port of this machine. */
  static async before(port: number): Promise<{ readonly door: Door; readonly port: number }> {
    const door = new Door(port);
    await new Promise<void>((resolve) => void door.#server.listen(0, '127.0.0.1', resolve));
    return { door, port: (door.#server.address() as AddressInfo).port };
  }

  #join(socket: Socket, port: number): void {
    if (this.mode === 'shut') return void socket.destroy();
    const upstream = connect(port, '127.0.0.1');
    // A connection that was cut off stays so: the other side knows of it no more.
    let isCutOff = this.mode === 'silent';
    let isCommitting = false;
    for (const end of [socket, upstream]) {
      this.#sockets.add(end);
      end.on('error', () => end.destroy());
      end.on('close', () => {
        this.#sockets.delete(end);
        if (!isCutOff) for (const other of [socket, upstream]) other.destroy();
      });
    }
    socket.on('data', (bytes: Buffer) => {
      isCutOff ||= this.mode === 'silent';
      isCommitting ||= this.mode === 'no commits' && bytes.includes('grimoire_commit');
      if (!isCutOff) upstream.write(bytes);
    });
    upstream.on('data', (bytes: Buffer) => {
      isCutOff ||= this.mode === 'silent';
      if (isCommitting) {
        this.lost += 1;
        socket.destroy();
      } else if (!isCutOff) socket.write(bytes);
    });
  }

  /** Breaks all connections. */
  break(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async close(): Promise<void> {
    this.break();
    await new Promise((resolve) => void this.#server.close(resolve));
  }
}
