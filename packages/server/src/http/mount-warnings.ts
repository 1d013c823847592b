import type { ErrorLog } from '../errors/error-log.ts';

/** The largest number of paths in the log: a client can request any number of them. */
const maxLogged = 10;

/** Warns of requests that are outside of the path at which a handler has to be mounted. */
export class MountWarnings {
  readonly #log: ErrorLog;
  readonly #place: string;
  readonly #logged = new Set<string>();

  /** @param place the path as the operator knows it, such as "the `baseUrl` of the API, /api/". */
  constructor(log: ErrorLog, place: string) {
    this.#log = log;
    this.#place = place;
  }

  /** Logs the first segment of a path once, and ten of them at most. */
  warn(pathname: string): void {
    // A URL percent-encodes control characters, so that a path is one line.
    const first = `/${(pathname.split('/')[1] ?? '').slice(0, 100)}`;
    if (this.#logged.has(first) || this.#logged.size >= maxLogged) return;
    this.#logged.add(first);
    this.#log.warn(
      `A request for ${first} reached Grimoire, which is not below ${this.#place}. If the application mounts it there, set the path to where it is mounted.`,
      {},
    );
  }
}
