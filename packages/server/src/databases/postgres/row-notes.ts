import type { Journal, NotedRows, RecordedTable, RowOperation } from '../recording.ts';
import type { Ran } from '../statement.ts';
import { nothingWritten, sumOf, type WrittenRows, writtenTables, type WrittenTables } from './written-rows.ts';

/** Rows that statements have written which note them, by table. */
type OwnRows = ReadonlyMap<string, Pick<WrittenRows, 'inserted' | 'updated'>>;

/** What was noted when a savepoint began. */
interface Mark {
  readonly own: OwnRows;
  readonly gaps: ReadonlySet<string>;
  readonly counts: Promise<Ran> | undefined;
  /** How many savepoints had been rolled back. */
  readonly rolledBack: number;
}

/** What a transaction has noted of the rows that it changes, and what it has not. */
export class PostgresNotes implements NotedRows {
  readonly journal: Journal;
  readonly #count: (touched: Iterable<RecordedTable>) => Promise<Ran>;
  readonly #touched = new Set<RecordedTable>();
  #gaps: ReadonlySet<string> = new Set();
  #own: OwnRows = new Map();
  #baseline: Promise<Ran> | undefined;
  /** What was counted at the beginning and at the end of savepoints that were rolled back. */
  readonly #rolledBack: (readonly [from: Promise<Ran>, to: Promise<Ran>])[] = [];
  /** The tables of which statements have noted rows by themselves: nothing has to be completed for these. */
  readonly #noted = new Set<RecordedTable>();
  /** How many rows these statements have noted; null if it is not known. */
  #rows: number | null = 0;
  /** Whether some rows that are noted may be as they were. */
  hasUnchanged = false;

  /** @param count counts the rows that the session has written, with the next statement. What was noted of the touched tables is completed first. */
  constructor(journal: Journal, count: (touched: Iterable<RecordedTable>) => Promise<Ran>) {
    this.journal = journal;
    this.#count = count;
  }

  get touched(): ReadonlySet<RecordedTable> {
    return this.#touched;
  }

  /** Whether rows may have been written that nobody notes. */
  get watchesOthers(): boolean {
    return this.#baseline !== undefined;
  }

  /** How many rows are noted; null if it is not known. */
  get rows(): number | null {
    return this.hasUnchanged ? null : this.#rows;
  }

  /** Whether rows are noted. */
  get hasRows(): boolean {
    return this.#touched.size + this.#noted.size > 0;
  }

  changing(table: RecordedTable): void {
    if (table.hasTriggers) this.watchOthers();
    this.#touched.add(table);
    this.hasUnchanged = true;
  }

  noting(table: RecordedTable): boolean {
    const isAgain = this.#noted.has(table) || this.#touched.has(table);
    this.hasUnchanged ||= isAgain;
    this.#noted.add(table);
    return isAgain;
  }

  noted(rows: number): void {
    if (this.#rows !== null) this.#rows += rows;
  }

  changed(table: RecordedTable, operation: RowOperation, rows: number): void {
    const { inserted, updated } = this.#own.get(table.name) ?? { inserted: 0, updated: 0 };
    const sums = { inserted: inserted + (operation === 'create' ? rows : 0), updated: updated + (operation === 'update' ? rows : 0) };
    this.#own = new Map(this.#own).set(table.name, sums);
  }

  unnoted(table: string): void {
    this.#gaps = new Set(this.#gaps).add(table);
  }

  watchOthers(): void {
    if (this.#baseline) return;
    this.#own = new Map();
    this.#baseline = this.#count(this.#touched);
  }

  /** Remembers what is noted when a savepoint begins. */
  mark(): Mark {
    // A roll-back takes rows away again.
    this.#rows = null;
    return { own: this.#own, gaps: this.#gaps, counts: this.#baseline && this.#count([]), rolledBack: this.#rolledBack.length };
  }

  /** Forgets what was noted since a savepoint began, which was rolled back: the server still counts it. */
  rolledBack({ own, gaps, counts, rolledBack }: Mark): void {
    this.#own = own;
    this.#gaps = gaps;
    // What was rolled back inside of it is part of it.
    this.#rolledBack.length = rolledBack;
    if (counts) this.#rolledBack.push([counts, this.#count([])]);
    else this.#baseline = undefined;
  }

  /**
   * The names of the tables in which more was written than is noted.
   * @param end what was counted at the end, and tables that may have been written without a count; undefined if none was watched.
   */
  async gaps(end: { readonly counts: Ran; readonly uncounted: Ran } | undefined): Promise<readonly string[]> {
    const gaps = new Set(this.#gaps);
    if (this.#baseline && end) {
      const now = writtenTables(end.counts);
      const before = writtenTables(await this.#baseline);
      const voided = await Promise.all(this.#rolledBack.map((pair) => Promise.all(pair)));
      const pairs = voided.map(([from, to]): readonly [WrittenTables, WrittenTables] => [writtenTables(from), writtenTables(to)]);
      for (const [name, rows] of now) if (!this.#isNoted(name, sinceOf(name, { rows, before, pairs }))) gaps.add(name);
      for (const [name] of end.uncounted.rows) gaps.add(String(name));
    }
    return [...gaps].filter((name) => !this.journal.own.includes(name)).toSorted();
  }

  /** Whether all that was written of a table is noted. A row that moves to another partition is deleted there, and inserted. */
  #isNoted(name: string, { inserted, updated, deleted, made, gone, affected }: WrittenRows): boolean {
    const own = this.#own.get(name) ?? { inserted: 0, updated: 0 };
    return inserted + updated <= own.inserted + own.updated + affected && inserted - deleted === made - gone;
  }
}

interface Counted {
  readonly rows: WrittenRows;
  readonly before: WrittenTables;
  /** At the beginning and at the end of savepoints that were rolled back. */
  readonly pairs: readonly (readonly [from: WrittenTables, to: WrittenTables])[];
}

/** What was written of a table since it is watched, without what was rolled back. The journal itself forgets that. */
function sinceOf(name: string, { rows, before, pairs }: Counted): WrittenRows {
  const of = (tables: WrittenTables): WrittenRows => tables.get(name) ?? nothingWritten;
  const onlyCounted = (tables: WrittenTables): WrittenRows => ({ ...of(tables), made: 0, gone: 0, affected: 0 });
  const undone = pairs.flatMap(([from, to]) => [[1, onlyCounted(from)] as const, [-1, onlyCounted(to)] as const]);
  return sumOf([[1, rows], [-1, of(before)], ...undone]);
}
