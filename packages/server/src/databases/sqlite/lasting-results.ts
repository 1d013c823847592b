import { LRUCache } from 'lru-cache';
import { rowsOf, type SqliteReply, type SqliteRun } from './connection.ts';
import type { LocalRunner } from './runner.ts';

/** How many results are remembered, the most rows of one, and the longest text of its statement with its parameters, in characters. */
const most = { results: 1000, rows: 100, length: 10_000 };

const dataVersion: SqliteRun = { do: 'run', sql: 'PRAGMA data_version', parameters: [] };

interface Known {
  /** The version of the data before the statement was run. */
  readonly version: unknown;
  readonly reply: SqliteReply;
}

/**
 * Results of statements whose result lasts until something is committed. SQLite tells whether another connection has committed something since by the version
 * of its data, in 2 µs.
 */
export class LastingResults {
  readonly #runner: LocalRunner;
  readonly #known = new LRUCache<string, Known>({ max: most.results });

  /** @param runner a connection that never writes: what it commits itself does not change its version. */
  constructor(runner: LocalRunner) {
    this.#runner = runner;
  }

  /** The result of a statement: the one that it had, or a new one. */
  async of(command: SqliteRun, read: () => Promise<SqliteReply>): Promise<SqliteReply> {
    const key = JSON.stringify([command.sql, command.parameters], (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value));
    if (key.length > most.length) return read();
    // Before the statement is run: it may see more than this version, and never less.
    const version = rowsOf(this.#runner.performNow(dataVersion))[0]?.[0];
    const known = this.#known.get(key);
    if (known && known.version === version) return known.reply;
    const reply = await read();
    if (reply.rows.length <= most.rows) this.#known.set(key, { version, reply });
    return reply;
  }
}
