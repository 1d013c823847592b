import { sql } from 'kysely';
import type { Dialect } from '../databases/dialect.ts';
import { numberSql } from '../databases/literals.ts';
import type { RawRow } from '../databases/statement.ts';
import { OwnQuery } from '../store/own-query.ts';
import type { Writes } from '../store/writes.ts';

/** Columns with their stored values as texts. */
export type RowState = Readonly<Record<string, string | null>>;

/** A change of a row as the journal has it. */
export interface RecordedRow {
  readonly table: string;
  readonly key: RowState;
  /** The same as JSON, with values as the types of their columns read them. */
  readonly keyText: string;
  readonly op: string;
  readonly before: RowState | null;
  readonly after: RowState | null;
  /** The columns that were changed and are not kept. */
  readonly omitted: readonly string[];
}

/** The rows that are read at once. */
const batch = 5000;

/** Reads the journal of a transaction in that transaction. */
export class RecordedRows {
  readonly #page: OwnQuery<'set' | 'table' | 'key'>;
  readonly #made: OwnQuery<'set'>;

  readonly #plainText: (stored: string) => string;

  constructor(dialect: Dialect, changeRow: string) {
    this.#plainText = (stored) => dialect.recording.valueText(stored);
    const table = sql.table(changeRow);
    const text = (column: string) => sql`CAST(${sql.ref(column)} AS text)`;
    const columns = sql.join(['tab', 'row_key', 'op', 'before', 'after', 'omitted'].map(text));
    this.#page = new OwnQuery(
      dialect,
      (_, given) =>
        sql`SELECT ${columns} FROM ${table} WHERE change_set = ${given('set')} AND (tab, row_key) > (${given('table')}, ${given('key')}) ORDER BY tab, row_key LIMIT ${numberSql(batch)}`,
    );
    this.#made = new OwnQuery(
      dialect,
      (_, given) => sql`SELECT tab, row_key FROM ${table} WHERE change_set = ${given('set')} AND op = 'I'`,
    );
  }

  /** All changes of a change set. */
  async *of(writes: Writes, set: string): AsyncGenerator<RecordedRow> {
    let [table, key] = ['', ''];
    for (;;) {
      const { rows } = await writes.runOwn(this.#page.with({ set, table, key }));
      for (const row of rows) yield this.#recordedRow(row);
      const last = rows.at(-1);
      if (!last || rows.length < batch) return;
      [table, key] = [String(last[0]), String(last[1])];
    }
  }

  /** The keys of the rows that a change set has made, of tables whose key has one column. */
  async made(writes: Writes, set: string): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
    const { rows } = await writes.runOwn(this.#made.with({ set }));
    const keys = new Map<string, Set<string>>();
    for (const [table, text] of rows) {
      const [value, ...others] = Object.values(stateOf(text) ?? {});
      if (typeof value !== 'string' || others.length > 0) continue;
      const ofTable = keys.get(String(table)) ?? new Set();
      keys.set(String(table), ofTable.add(value));
    }
    return keys;
  }

  #recordedRow([table, keyText, op, before, after, omitted]: RawRow): RecordedRow {
    const key = stateOf(keyText) ?? {};
    const plain = Object.entries(key).map(([column, value]) => [column, value === null ? null : this.#plainText(value)]);
    return {
      table: String(table),
      key,
      keyText: JSON.stringify(Object.fromEntries(plain)),
      op: String(op),
      before: stateOf(before),
      after: stateOf(after),
      omitted: omitted === null || omitted === undefined ? [] : (JSON.parse(String(omitted)) as string[]),
    };
  }
}

function stateOf(text: RawRow[number] | undefined): RowState | null {
  return text === null || text === undefined ? null : (JSON.parse(String(text)) as RowState);
}
