import { LRUCache } from 'lru-cache';
import type { Lookup } from '../statement.ts';
import type { SqliteRun } from './connection.ts';
import type { LocalRunner } from './runner.ts';

/** A line of a plan of SQLite. */
interface Line {
  readonly id: number;
  readonly parent: number;
  readonly detail: string;
}

/** Whether an index has exactly these many columns, and no two rows with the same values in them. */
type IsUnique = (index: string, columns: number) => boolean;

/** Lines under which others stand. */
const groups = /^(?:CO-ROUTINE [tn]|SCAN CONSTANT ROW|(?:CORRELATED )?SCALAR SUBQUERY \d+|LIST SUBQUERY \d+)$/;

/**
 * Statements that an index serves so well that they read few rows, whatever the values: they run in the service's own process. Each is
 * judged by the plan of SQLite, of which each line must be known to read few rows (docs/explanation/decisions.md).
 */
export class Lookups {
  readonly #runner: LocalRunner;
  readonly #known = new LRUCache<string, boolean>({ max: 1000 });
  #version: unknown;
  #dependsOnValues: boolean | undefined;

  constructor(runner: LocalRunner) {
    this.#runner = runner;
  }

  /** Whether an index serves the statement, as the tables and indexes are now. */
  isServed({ sql, parameters }: SqliteRun, lookup: Lookup): boolean {
    const version = this.#value('PRAGMA schema_version');
    if (version !== this.#version) this.#renew(version);
    const known = this.#known.get(sql);
    if (known !== undefined) return known;
    const isServed = this.#judge(sql, parameters, lookup);
    this.#known.set(sql, isServed);
    return isServed;
  }

  /** A statement that is run makes SQLite read the tables and indexes anew, which a statement that is explained does not. */
  #renew(version: unknown): void {
    this.#value('SELECT count(*) FROM (SELECT 1 FROM sqlite_schema LIMIT 1)');
    this.#known.clear();
    this.#version = version;
  }

  #judge(sql: string, parameters: readonly unknown[], lookup: Lookup): boolean {
    // With such statistics, and with indexes of a part of the rows, SQLite may choose another plan for other values.
    this.#dependsOnValues ??= this.#value("SELECT count(*) FROM pragma_compile_options WHERE compile_options LIKE 'ENABLE_STAT4%'") !== 0n;
    if (this.#dependsOnValues) return false;
    if (lookup.of === 'page' && this.#value('SELECT count(*) FROM pragma_index_list(?) WHERE partial', lookup.table) !== 0n) return false;
    try {
      const { rows } = this.#runner.performNow({ do: 'query', sql: `EXPLAIN QUERY PLAN ${sql}`, parameters });
      const isUnique: IsUnique = (index, columns) =>
        index.startsWith('sqlite_autoindex_') && this.#value('SELECT count(*) FROM pragma_index_info(?)', index) === BigInt(columns);
      return isLookup(rows as readonly Line[], lookup, isUnique);
    } catch {
      // The statement itself will say what is wrong with it.
      return false;
    }
  }

  #value(sql: string, ...parameters: readonly string[]): unknown {
    const [row] = this.#runner.performNow({ do: 'run', sql, parameters }).rows as readonly (readonly unknown[])[];
    return row?.[0];
  }
}

/** Whether a plan reads few rows. */
export function isLookup(lines: readonly Line[], lookup: Lookup, isUnique: IsUnique): boolean {
  const details = new Map(lines.map(({ id, detail }) => [id, detail]));
  const isRead = (name: string, parent: number): boolean =>
    lines.some((other) => other.parent === parent && other.detail === `CO-ROUTINE ${name}`);
  return lines.every(({ parent, detail }) => {
    // The rows of a page are sorted once more.
    if (groups.test(detail) || (detail === sorting && parent === 0 && lookup.of === 'page')) return true;
    const [, query] = /^SCAN ([tn])$/.exec(detail) ?? [];
    if (query !== undefined && isRead(query, parent)) return true;
    const access = accessOf(detail);
    return access !== undefined && readsFew(access, { lookup, isUnique, within: details.get(parent) });
  });
}

const sorting = 'USE TEMP B-TREE FOR ORDER BY';

/** How a table is read: by an index, or by its key where that is undefined, and by which comparisons. */
interface Access {
  readonly index: string | undefined;
  readonly comparisons: readonly string[];
}

function accessOf(detail: string): Access | undefined {
  const found = /^(?:SEARCH|SCAN) \w+(?: USING (?:INTEGER PRIMARY KEY|(?:COVERING )?INDEX (?<index>.+?))(?: \((?<terms>.+)\))?)?$/.exec(
    detail,
  );
  if (!found) return undefined;
  const { index, terms } = found.groups as { readonly index?: string; readonly terms?: string };
  return { index, comparisons: terms === undefined ? [] : terms.split(' AND ') };
}

interface Place {
  readonly lookup: Lookup;
  readonly isUnique: IsUnique;
  /** The line under which the access stands. */
  readonly within: string | undefined;
}

function readsFew(access: Access, { lookup, isUnique, within }: Place): boolean {
  const { comparisons, index } = access;
  if (lookup.of === 'page' && within === 'CO-ROUTINE t') {
    const served = comparisons.map((comparison) => comparison.replace(/^rowid(?=[=<>]\?$)/, lookup.key));
    return served.toSorted().join() === lookup.comparisons.toSorted().join();
  }
  const [comparison = '', ...others] = comparisons;
  if (lookup.of === 'references' && within === 'CO-ROUTINE n' && others.length === 0 && lookup.comparisons.includes(comparison))
    return true;
  if (index === undefined) return comparison === 'rowid=?' && others.length === 0;
  return comparisons.every((one) => one.endsWith('=?')) && isUnique(index, comparisons.length);
}
