import { LRUCache } from 'lru-cache';
import type { Turns } from '../../database.ts';
import type { IndexedComparison, AccessPattern } from '../../statement.ts';
import type { SqliteReply, SqliteRun } from './connection.ts';
import { type PlanLine, tablesOf } from '../plan-of.ts';
import { counted, type LocalRunner } from './runner.ts';

/** Whether an index is that of a PRIMARY KEY or a UNIQUE constraint with this number of columns. */
export type IsUnique = (index: string, columns: number) => boolean;

/** Milliseconds above which a read is slow, and for which the next ones of its table are then run in a process. */
const slow = 20;
const slowFor = 300_000;

/**
 * Statements that an index serves so well that they read few rows, whatever the values: they run in the service's own process. Each is
 * judged by the plan of SQLite, of which each line must be known to read few rows (docs/explanation/decisions/indexed-reads.md).
 */
export class IndexedReads {
  readonly #runner: LocalRunner;
  readonly #known = new LRUCache<string, boolean>({ max: 1000 });
  /** Until when reads of a table are not run here, by its name: one took long, such as for large values. */
  readonly #slow = new LRUCache<string, number>({ max: 1000 });
  #version: unknown;
  /** Whether the version of the schema was read in this step of the requests that are worked on together. */
  #isVersionRead = false;
  #hasStat4: boolean | undefined;

  constructor(runner: LocalRunner) {
    this.#runner = runner;
  }

  /** Runs a statement, if an index serves it as the tables and indexes are now; undefined if not. */
  async read(given: SqliteRun, read: AccessPattern, turns: Turns): Promise<SqliteReply | undefined> {
    const command = read.of === 'page' ? { ...given, sql: read.sql } : given;
    if (!this.#isServed(command, read)) return undefined;
    return turns.sharing(async (charge) => {
      // The request may have waited for others of its user.
      if (!this.#isServed(command, read)) return undefined;
      const run = (): SqliteReply => {
        const started = performance.now();
        try {
          return this.#runner.performNow(command);
        } finally {
          const now = performance.now();
          charge(now - started);
          if (now - started > slow) this.#slow.set(nameOf(command.sql, read), now + slowFor);
        }
      };
      return counted(command, async () => run());
    });
  }

  #isServed({ sql, parameters }: SqliteRun, read: AccessPattern): boolean {
    if ((this.#slow.get(nameOf(sql, read)) ?? 0) > performance.now()) return false;
    this.#readVersion();
    const verdict = this.#known.get(sql);
    if (verdict !== undefined) return verdict;
    const isServed = this.#judge(sql, parameters, read);
    this.#known.set(sql, isServed);
    return isServed;
  }

  /** Once for all reads of requests that are worked on together: it takes half as long as a read. */
  #readVersion(): void {
    if (this.#isVersionRead) return;
    const version = this.#value('PRAGMA schema_version');
    if (version !== this.#version) this.#renew(version);
    this.#isVersionRead = true;
    // After the promises that can go on without the event loop.
    process.nextTick(() => (this.#isVersionRead = false));
  }

  /** EXPLAIN uses the tables and indexes as they were last read. Any statement that is run makes SQLite read them again. */
  #renew(version: unknown): void {
    this.#value('SELECT count(*) FROM (SELECT 1 FROM sqlite_schema LIMIT 1)');
    this.#known.clear();
    this.#version = version;
  }

  #judge(sql: string, parameters: readonly unknown[], read: AccessPattern): boolean {
    if (this.#dependsOnValues(read) || this.#hasLargeValues(sql)) return false;
    try {
      const { rows } = this.#runner.performNow({ do: 'query', sql: `EXPLAIN QUERY PLAN ${sql}`, parameters });
      const isUnique: IsUnique = (index, columns) =>
        index.startsWith('sqlite_autoindex_') && this.#value('SELECT count(*) FROM pragma_index_info(?)', index) === BigInt(columns);
      return readsFewRows(rows as readonly PlanLine[], read, isUnique);
    } catch {
      // The statement itself will say what is wrong with it.
      return false;
    }
  }

  /**
   * Whether SQLite may choose another plan for other values: where it was compiled with STAT4, and where a filter of a page may imply the
   * condition of a partial index. The columns that refer to a row are compared with no value of the request.
   */
  #dependsOnValues(read: AccessPattern): boolean {
    this.#hasStat4 ??= this.#value("SELECT count(*) FROM pragma_compile_options WHERE compile_options LIKE 'ENABLE_STAT4%'") !== 0n;
    if (this.#hasStat4 || read.of === 'references') return this.#hasStat4;
    return this.#value('SELECT count(*) FROM pragma_index_list(?) WHERE partial', read.table) !== 0n;
  }

  /**
   * Whether a column of a table that it reads is declared to hold values of any size: to read the columns behind such a value, SQLite
   * reads all of its pages.
   */
  #hasLargeValues(sql: string): boolean {
    const large = "SELECT count(*) FROM pragma_table_xinfo(?) WHERE type = '' OR type LIKE '%BLOB%' OR type LIKE '%JSON%'";
    return tablesOf(sql).some(({ name }) => this.#value(large, name) !== 0n);
  }

  #value(sql: string, ...parameters: readonly string[]): unknown {
    const [row] = this.#runner.performNow({ do: 'run', sql, parameters }).rows as readonly (readonly unknown[])[];
    return row?.[0];
  }
}

/** What is remembered of a slow read: its table, because each filter of a page has another text. */
function nameOf(sql: string, read: AccessPattern): string {
  return read.of === 'page' ? read.table : sql;
}

/** A query whose rows are counted has the alias `n` (`sql/impact.ts`). */
const countQuery = 'CO-ROUTINE n';

/** Lines that read no table themselves. */
const groups = /^(?:CO-ROUTINE n|SCAN CONSTANT ROW|(?:CORRELATED )?SCALAR SUBQUERY \d+|LIST SUBQUERY \d+)$/;

/** Whether a plan reads few rows. */
export function readsFewRows(lines: readonly PlanLine[], read: AccessPattern, isUnique: IsUnique): boolean {
  const details = new Map(lines.map(({ id, detail }) => [id, detail]));
  return lines.every(({ parent, detail }) => {
    if (groups.test(detail)) return true;
    if (detail === 'SCAN n' && lines.some((other) => other.parent === parent && other.detail === countQuery)) return true;
    const access = accessOf(detail);
    return access !== undefined && isFew(access, { read, isUnique, within: details.get(parent) });
  });
}

/** How a table is read: by an index, or by its key where that is undefined, and by which comparisons. */
interface Access {
  readonly index: string | undefined;
  readonly comparisons: readonly string[];
}

function accessOf(detail: string): Access | undefined {
  if (/^SCAN \w+(?: USING (?:COVERING )?INDEX .+)?$/.test(detail)) return { index: undefined, comparisons: [] };
  // The name of an index could hold what looks like its comparisons.
  const match = /^SEARCH \w+ USING (?:INTEGER PRIMARY KEY|(?:COVERING )?INDEX (?<index>[^()]+)) \((?<terms>.+)\)$/.exec(detail);
  if (!match) return undefined;
  const { index, terms = '' } = match.groups as { readonly index?: string; readonly terms?: string };
  return { index, comparisons: terms.split(' AND ') };
}

interface Place {
  readonly read: AccessPattern;
  readonly isUnique: IsUnique;
  /** The line under which the access stands; undefined for the statement itself. */
  readonly within: string | undefined;
}

function isFew({ comparisons, index }: Access, { read, isUnique, within }: Place): boolean {
  if (read.of === 'page' && within === undefined) {
    // Without comparisons, rows are read in the order of the table or of an index, until the page is full.
    const { key = '' } = read;
    const served = comparisons.map((comparison) => comparison.replace(/^rowid(?=[=<>]\?$)/, () => key));
    return served.toSorted().join() === read.comparisons.map(textOf).toSorted().join();
  }
  const [comparison = '', ...others] = comparisons;
  const isOne = others.length === 0;
  if (read.of === 'references' && within === countQuery && isOne && read.columns.some((column) => comparison === `${column}=?`))
    return true;
  if (index === undefined) return isOne && comparison === 'rowid=?';
  return comparisons.every((one) => one.endsWith('=?')) && isUnique(index, comparisons.length);
}

/** A comparison as plans have it. */
function textOf({ column, operator }: IndexedComparison): string {
  return `${column}${operator}?`;
}
