import type { DatabaseSync, Session, StatementSync } from 'node:sqlite';
import type { ChangeSetValues, Journal, RecordedTable, RowOperation } from '../../recording.ts';
import type { RawRow } from '../../statement.ts';
import { changesIn, type RowChange, taggedText } from './changeset.ts';

/** The letter of an operation in the journal. */
const letters: Readonly<Record<RowOperation, string>> = { create: 'I', update: 'U', delete: 'D' };

/** Records the changes of a connection's transactions by SQLite's session extension, whatever makes them. */
export class ConnectionChanges {
  readonly #handle: DatabaseSync;
  #journal: Journal | undefined;
  #tables = new Map<string, RecordedTable>();
  #own = new Set<string>();
  #session: Session | undefined;
  /** The version of the schema for which `#columns`, `#schema` and the triggers were made. */
  #version: unknown;
  /** The statements that made the tables, by their names. */
  #schema = new Map<string, unknown>();
  readonly #columns = new Map<string, readonly string[]>();
  #insertRow: StatementSync | undefined;
  #insertHeader: StatementSync | undefined;
  #readId: StatementSync | undefined;
  #readVersion: StatementSync | undefined;
  #takeGaps: StatementSync | undefined;

  constructor(handle: DatabaseSync) {
    this.#handle = handle;
  }

  /** Begins to record, before the transaction begins. @param journal what is recorded; undefined for that of the last time. */
  begin(journal: Journal | undefined): void {
    if (journal) this.#use(journal);
    if (!this.#journal) throw new Error('Nothing is known about the journal.');
    this.#followSchema();
    this.#takeGaps?.all();
    this.#session ??= this.#handle.createSession();
  }

  /** Ends the recording of a transaction. */
  end(): void {
    this.#session?.close();
    this.#session = undefined;
  }

  /**
   * Writes the changes into the journal.
   * @param isDue whether there is a change set also if no row was changed.
   * @returns the id of the change set, the number of its rows, and the names of tables with gaps as JSON; no row without a change set.
   */
  write(values: ChangeSetValues, isDue: boolean): readonly RawRow[] {
    const { changeSet } = this.#journal ?? {};
    if (!this.#session || !changeSet) throw new Error('The transaction is not recorded.');
    const changes = this.#session.changeset();
    this.#session.close();
    this.#session = undefined;
    const gaps = new Set([...this.#otherTables(), ...(this.#takeGaps?.all() ?? []).map((row) => String(Object.values(row)[0]))]);
    const id = this.#nextId(changeSet.name);
    let rows = 0;
    for (const change of changesIn(changes)) {
      if (this.#own.has(change.table) || !this.#isRecorded(change.table, gaps)) continue;
      if (this.#writeRow(id, change)) rows += 1;
      else gaps.add(change.table);
    }
    if (gaps.size === 0 && rows === 0 && !isDue) return [];
    const names = JSON.stringify([...gaps].toSorted());
    this.#insertSet(changeSet.name, { ...values, id, rows, gaps: names });
    return [[id, BigInt(rows), names]];
  }

  /** The key that the next row of a table gets: only this connection writes now. */
  #nextId(table: string): bigint {
    this.#readId ??= this.#handle.prepare('SELECT coalesce(max("seq"), 0) + 1 AS "id" FROM sqlite_sequence WHERE "name" = ?');
    return BigInt(this.#readId.get(table)?.['id'] as number);
  }

  #insertSet(table: string, values: Readonly<Record<string, string | number | bigint | null>>): void {
    const columns = Object.keys(values);
    this.#insertHeader ??= this.#handle.prepare(
      `INSERT INTO ${quoted(table)} (${columns.map(quoted).join()}) VALUES (${columns.map(() => '?').join()})`,
    );
    this.#insertHeader.run(...Object.values(values));
  }

  #use(journal: Journal): void {
    this.#journal = journal;
    this.#tables = new Map(journal.tables.map((table) => [table.table.name, table]));
    this.#own = new Set(journal.own);
    this.#version = undefined;
    this.#insertRow = undefined;
    this.#insertHeader = undefined;
  }

  /** A table that was made while the service runs has a gap. The tables of a search index only repeat what others hold. */
  #isRecorded(table: string, gaps: Set<string>): boolean {
    if (this.#tables.has(table)) return true;
    const kind = this.#handle.prepare("SELECT type FROM pragma_table_list WHERE schema = 'main' AND name = ?").get(table);
    const holder = kind?.['type'] === 'shadow' ? this.#handle.prepare(holderOfRows).get(table)?.['name'] : table;
    if (holder !== undefined) gaps.add(String(holder));
    return false;
  }

  /** The tables that the transaction has made, dropped or altered: the session does not see that. */
  #otherTables(): readonly string[] {
    if (this.#schemaVersion() === this.#version) return [];
    const now = this.#readSchema();
    return [...new Set([...now.keys(), ...this.#schema.keys()])].filter(
      (name) => now.get(name) !== this.#schema.get(name) && !this.#own.has(name),
    );
  }

  #schemaVersion(): unknown {
    this.#readVersion ??= this.#handle.prepare('PRAGMA schema_version');
    return this.#readVersion.get()?.['schema_version'];
  }

  #readSchema(): Map<string, unknown> {
    const rows = this.#handle.prepare("SELECT name, rootpage || ' ' || sql AS made FROM sqlite_schema WHERE type = 'table'").all();
    return new Map(rows.map(({ name, made }) => [String(name), made]));
  }

  /** @returns whether the row could be recorded. */
  #writeRow(set: bigint, change: RowChange): boolean {
    const columns = this.#columnsOf(change.table);
    const table = this.#tables.get(change.table);
    if (!table || columns.length !== change.isKey.length) return false;
    const { operation, isIndirect } = change;
    const key = objectOf(columns, (index) => (change.isKey[index] === true ? (change.before[index] ?? change.after[index]) : undefined));
    const omitted = columns.filter((column, index) => table.omitted.includes(column) && isTouched(change, index));
    const state = (values: RowChange['before']): string | null => {
      if (values.length === 0) return null;
      const isRecorded = (index: number): boolean => isSet(change, index) && table.kept.includes(columns[index] ?? '');
      return objectOf(columns, (index) => (isRecorded(index) ? values[index] : undefined));
    };
    this.#insertRow ??= this.#handle.prepare(
      `INSERT INTO ${quoted(this.#journal?.changeRow.name ?? '')} ("change_set", "tab", "row_key", "op", "indirect", "before", "after", "omitted") VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    const notKept = omitted.length === 0 ? null : JSON.stringify(omitted);
    this.#insertRow.run(set, table.name, key, letters[operation], Number(isIndirect), state(change.before), state(change.after), notKept);
    return true;
  }

  /** The stored columns of a table, in the order of a changeset. */
  #columnsOf(table: string): readonly string[] {
    const cached = this.#columns.get(table);
    if (cached) return cached;
    const rows = this.#handle.prepare('SELECT name FROM pragma_table_info(?) ORDER BY cid').all(table);
    const columns = rows.map((row) => String(row['name']));
    this.#columns.set(table, columns);
    return columns;
  }

  /**
   * Makes the triggers that notice what the session extension does not see: changes of tables without a primary key, and of rows with a null in it. They are
   * temporary, and belong to this connection alone.
   */
  #followSchema(): void {
    const version = this.#schemaVersion();
    if (version === this.#version) return;
    this.#columns.clear();
    this.#schema = this.#readSchema();
    this.#takeGaps = undefined;
    this.#handle.exec('DROP TABLE IF EXISTS temp.grimoire_gap; CREATE TEMP TABLE grimoire_gap (name TEXT PRIMARY KEY)');
    for (const { name: trigger } of this.#handle.prepare("SELECT name FROM temp.sqlite_schema WHERE type = 'trigger'").all())
      if (String(trigger).startsWith('grimoire_gap_')) this.#handle.exec(`DROP TRIGGER temp.${quoted(String(trigger))}`);
    const unseen = this.#handle.prepare(unseenTables).all();
    for (const [index, row] of unseen.entries()) {
      const [table, nullable] = [String(row['name']), JSON.parse(String(row['nullable'])) as string[]];
      if (this.#own.has(table)) continue;
      for (const [event, states] of gapEvents) {
        const condition = nullable.flatMap((column) => states.map((state) => `${state}.${quoted(column)} IS NULL`)).join(' OR ');
        this.#handle.exec(
          `CREATE TEMP TRIGGER grimoire_gap_${index}_${event} AFTER ${event} ON main.${quoted(table)} ${condition && `WHEN ${condition}`} ` +
            `BEGIN INSERT OR IGNORE INTO grimoire_gap VALUES (${literal(table)}); END`,
        );
      }
    }
    if (unseen.length > 0) this.#takeGaps = this.#handle.prepare('DELETE FROM temp.grimoire_gap RETURNING name');
    this.#version = version;
  }
}

/** A JSON object of the columns that have a value, with these as tagged texts. */
function objectOf(columns: readonly string[], valueOf: (index: number) => RowChange['before'][number]): string {
  const values: Record<string, string | null> = {};
  for (const [index, column] of columns.entries()) {
    const value = valueOf(index);
    if (value !== undefined) values[column] = taggedText(value);
  }
  return JSON.stringify(values);
}

/** Whether a change has a state of a column: an update only of those that it sets. */
function isSet({ operation, after }: RowChange, index: number): boolean {
  return operation !== 'update' || after[index] !== undefined;
}

/** Whether a change sets a column, or has a value of it. */
function isTouched({ operation, before, after }: RowChange, index: number): boolean {
  return operation === 'update' ? after[index] !== undefined : (before[index] ?? after[index] ?? null) !== null;
}

/** The virtual table of one of its tables, if it holds rows of its own: not an index of a search in the rows of another table. */
const holderOfRows = `
  SELECT v.name FROM sqlite_schema AS v WHERE v.rootpage = 0 AND v.type = 'table' AND substr(?1, 1, length(v.name) + 1) = v.name || '_'
  AND (v.sql NOT LIKE '%using fts%' OR EXISTS (SELECT 1 FROM sqlite_schema AS c WHERE c.name = v.name || '_content'))
  ORDER BY length(v.name) DESC LIMIT 1`;

const gapEvents = [
  ['INSERT', ['NEW']],
  ['UPDATE', ['OLD', 'NEW']],
  ['DELETE', ['OLD']],
] as const;

/** Tables without a primary key, and those whose key may have a null, with its columns. An integer key of one column never has one. */
const unseenTables = `
  SELECT t.name, json_group_array(c.name) FILTER (WHERE c.pk > 0) AS nullable
  FROM pragma_table_list AS t JOIN pragma_table_info(t.name) AS c
  WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
  GROUP BY t.name
  HAVING max(c.pk) = 0 OR (t.wr = 0 AND sum(c.pk > 0 AND c."notnull" = 0) > 0 AND NOT (max(c.pk) = 1 AND sum(c.pk > 0 AND upper(c.type) = 'INTEGER') = 1))`;

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
