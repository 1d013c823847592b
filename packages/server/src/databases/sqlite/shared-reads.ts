import { currentWork, withoutWork } from '../../request-work.ts';
import type { RawRow, RawStatement } from '../statement.ts';

type Rows = readonly RawRow[];

/**
 * Runs a statement once for all requests that ask for it in the same step of their work. It is run after the last of them has asked, so none of
 * them gets rows that are older than its question.
 */
export class SharedReads {
  readonly #read: (statement: RawStatement) => Promise<Rows>;
  /** What was asked for and has not begun to run. */
  readonly #asked = new Map<string, Promise<Rows>>();

  constructor(read: (statement: RawStatement) => Promise<Rows>) {
    this.#read = read;
  }

  async rows(statement: RawStatement): Promise<Rows> {
    const key = keyOf(statement);
    if (key === undefined) return this.#read(statement);
    const started = performance.now();
    const rows = await (this.#asked.get(key) ?? this.#ask(key, statement));
    currentWork()?.count({ sql: [statement.sql], milliseconds: performance.now() - started }, rows.length);
    return rows;
  }

  async #ask(key: string, statement: RawStatement): Promise<Rows> {
    // The others ask before this promise resolves.
    const rows = Promise.resolve().then(() => {
      this.#asked.delete(key);
      // It belongs to none of them.
      return withoutWork(() => this.#read(statement));
    });
    this.#asked.set(key, rows);
    return rows;
  }
}

/** A text that no other statement has; undefined if there may be none. */
function keyOf({ name, parameters }: RawStatement): string | undefined {
  const isText = name !== undefined && parameters.every((value) => typeof value === 'string');
  return isText ? JSON.stringify([name, parameters]) : undefined;
}
