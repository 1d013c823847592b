import { LRUCache } from 'lru-cache';
import { exactText } from '../../../model/exact-text.ts';
import { rowsOf, type SqliteReply, type SqliteRun } from './connection.ts';
import type { LocalRunner } from './runner.ts';

/** The characters of all results that are remembered, with their statements, and of one of them. */
const most = { all: 4_000_000, one: 20_000 };

const dataVersion: SqliteRun = { do: 'run', sql: 'PRAGMA data_version', parameters: [] };

interface Known {
  /** The version of the data before the statement was run. */
  readonly version: unknown;
  readonly reply: SqliteReply;
}

/**
 * Remembers results that only a commit can change. `PRAGMA data_version`, which takes 2 µs, tells whether another connection has committed something
 * since.
 */
export class CountCache {
  readonly #runner: LocalRunner;
  #known = noResults();
  #version: unknown;

  /** @param runner a connection that never writes: what it commits itself does not change its version. */
  constructor(runner: LocalRunner) {
    this.#runner = runner;
  }

  /** The remembered result of a statement if nothing was committed since; otherwise it is read. */
  async of(command: SqliteRun, read: () => Promise<SqliteReply>): Promise<SqliteReply> {
    const key = exactText([command.sql, command.parameters]);
    if (key === undefined || key.length > most.one) return read();
    // Before the statement is run: it may see more than this version, and never less.
    const version = rowsOf(this.#runner.performNow(dataVersion))[0]?.[0];
    // Not `clear`: what a cleared one held would stay in memory for longer (docs/explanation/decisions/no-maps.md).
    if (version !== this.#version) this.#known = noResults();
    this.#version = version;
    const cached = this.#known.get(key);
    if (cached && cached.version === version) return cached.reply;
    const reply = await read();
    const size = key.length + sizeOf(reply);
    if (size <= most.one) this.#known.set(key, { version, reply }, { size });
    return reply;
  }
}

function noResults(): LRUCache<string, Known> {
  return new LRUCache({ maxSize: most.all });
}

function sizeOf(reply: SqliteReply): number {
  return rowsOf(reply).reduce((sum, row) => sum + row.reduce<number>((size, cell) => size + String(cell).length + 8, 16), 0);
}
