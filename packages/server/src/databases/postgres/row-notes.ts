import type { Journal, NotedRows, RecordedTable } from '../recording.ts';
import type { Ran } from '../statement.ts';

/** What a transaction has noted of the rows that it changes, and what it has not. */
export class PostgresNotes implements NotedRows {
  readonly journal: Journal;
  readonly #count: (isFirst: boolean) => Promise<Ran>;
  readonly #touched = new Set<RecordedTable>();
  readonly #gaps = new Set<string>();
  /** The tables of which rows were noted because others are deleted: how many the database writes there is not known. */
  readonly #affected = new Set<string>();
  /** How many rows statements have written whose rows are noted, by table. */
  readonly #written = new Map<string, number>();
  #baseline: Promise<Ran> | undefined;
  /** Whether statements have noted rows by themselves: nothing has to be completed for these. */
  hasRows = false;

  /**
   * @param count counts the rows that the session has written, by the name of their table: with the next statement the first time, then at once.
   */
  constructor(journal: Journal, count: (isFirst: boolean) => Promise<Ran>) {
    this.journal = journal;
    this.#count = count;
  }

  get touched(): ReadonlySet<RecordedTable> {
    return this.#touched;
  }

  changing(table: RecordedTable): void {
    this.#touched.add(table);
    if (table.hasTriggers) this.watchOthers();
  }

  noted(): void {
    this.hasRows = true;
  }

  affecting(table: RecordedTable): void {
    this.#touched.add(table);
    this.#affected.add(table.name);
    if (table.hasTriggers) this.watchOthers();
  }

  changed(table: RecordedTable, rows: number): void {
    this.#written.set(table.name, (this.#written.get(table.name) ?? 0) + rows);
  }

  unnoted(table: string): void {
    this.#gaps.add(table);
  }

  /** From now on, rows may be written that nobody notes: by triggers, or by the host's code. They are counted by the server. */
  watchOthers(): void {
    if (this.#baseline) return;
    this.#written.clear();
    this.#baseline = this.#count(true);
    this.#baseline.catch(() => {});
  }

  /** The names of the tables in which more rows were written than are noted. */
  async gaps(): Promise<readonly string[]> {
    if (this.#baseline) {
      const [before, after] = [countsOf(await this.#baseline), countsOf(await this.#count(false))];
      for (const [name, count] of after) {
        const isNoted = this.#affected.has(name) || count - (before.get(name) ?? 0) <= (this.#written.get(name) ?? 0);
        if (!isNoted && !this.journal.own.includes(name)) this.#gaps.add(name);
      }
    }
    return [...this.#gaps].toSorted();
  }
}

function countsOf({ rows }: Ran): ReadonlyMap<string, number> {
  return new Map(rows.map(([name, count]) => [String(name), Number(count)]));
}
