import type { Dialect } from '../databases/dialect.ts';
import type { Journal, RecordedTable } from '../databases/recording.ts';
import { AdminError } from '../errors/errors.ts';
import type { Writes } from '../store/writes.ts';
import type { Effect } from './effects.ts';

/** Locks the rows that a dry run has shown. */
export class ShownLocks {
  readonly #dialect: Dialect;
  readonly #tables: ReadonlyMap<string, RecordedTable>;

  constructor(dialect: Dialect, { tables }: Journal) {
    this.#dialect = dialect;
    this.#tables = new Map(tables.map((table) => [table.name, table]));
  }

  /** Locks those that are there, until the transaction ends. Where only one transaction writes at a time, there is nothing to lock. */
  async lock(writes: Writes, effects: readonly Effect[]): Promise<void> {
    const { recording, fragments } = this.#dialect;
    if (!recording.noting) return;
    for (const [name, ofTable] of Map.groupBy(effects, ([table]) => table)) {
      const table = this.#tables.get(name);
      const keys = ofTable.flatMap(([, key]) => (key === '' ? [] : [key])).toSorted();
      if (!table || keys.length === 0) continue;
      const statement = fragments.compile(recording.noting.lock(table, keys));
      await writes
        .savepoint(async () => void (await writes.runOwn(statement)))
        .catch((error: unknown) => {
          // A row that goes along may be of a table that the role may not lock: the database changes it all the same.
          if (!(error instanceof AdminError) || error.code !== 'permission_denied') throw error;
        });
    }
  }
}
