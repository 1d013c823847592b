import type { RowOperation } from '../databases/recording.ts';
import type { RawRow, RawValue } from '../databases/statement.ts';
import { parseExact } from '../model/raw-number.ts';
import type { Statement } from '../sql/compile.ts';
import { computedText } from './computed-labels.ts';

/** A row of a change set. */
export interface ChangedRow {
  /** Its key in the journal. */
  readonly rowKey: string;
  readonly operation: RowOperation;
  /** Whether the database changed it because of another change. */
  readonly isIndirect: boolean;
  /** Whether only its links were changed. */
  readonly isLink: boolean;
  /** The change set. */
  readonly set: number;
  /** The columns that have recorded values, and those that were changed and are not kept. */
  readonly columns: ReadonlySet<string>;
  readonly omitted: ReadonlySet<string>;
  readonly key: string;
  readonly label: string;
  /** The fields that the actor may see; those whose column is not recorded are null. */
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
}

/** The columns of a statement before the pieces of the two states. */
const ownColumns = 8;

const operations: Readonly<Record<string, RowOperation>> = { I: 'create', U: 'update', D: 'delete', L: 'update' };

/** The changed rows that a statement has read (`sql/changed-rows.ts`). */
export function changedRowsIn({ fieldColumns, computed: [label] }: Statement, rows: readonly RawRow[]): ChangedRow[] {
  return rows.map((row) => {
    const [operation, indirect, columns, omitted, key, text, set, rowKey] = row;
    const state = (from: number): ChangedRow['before'] =>
      Object.assign({}, ...row.slice(from, from + fieldColumns).map((piece) => parseExact(String(piece)))) as ChangedRow['before'];
    return {
      rowKey: String(rowKey),
      operation: operationOf(operation),
      isLink: operation === 'L',
      set: Number(set),
      isIndirect: Number(indirect) === 1,
      columns: namesIn(columns),
      omitted: namesIn(omitted),
      key: String(key),
      label: label ? (computedText(String(text), label.model) ?? '') : String(text),
      before: state(ownColumns),
      after: state(ownColumns + fieldColumns),
    };
  });
}

/** Numbers of rows by what was done to them. */
export type OperationCounts = Readonly<Record<RowOperation, number>>;

/** The numbers of letters of the journal. */
export function operationCounts(rows: readonly RawRow[]): OperationCounts {
  const counts: Record<RowOperation, number> = { create: 0, update: 0, delete: 0 };
  for (const [letter, count] of rows) counts[operationOf(letter)] += Number(count);
  return counts;
}

function operationOf(letter: RawValue | undefined): RowOperation {
  const operation = operations[String(letter)];
  if (!operation) throw new Error(`A recorded row has the operation ${String(letter)}.`);
  return operation;
}

function namesIn(list: RawValue | undefined): ReadonlySet<string> {
  return new Set(list === null || list === undefined ? [] : (JSON.parse(String(list)) as string[]));
}

/** The changed links of a row in a many-to-many field: the keys of those that are gone, and of those that were made. */
export interface ChangedLinks {
  readonly set: number;
  readonly rowKey: string;
  readonly gone: readonly unknown[];
  readonly made: readonly unknown[];
}

/** The changed links that a statement has read. One that is gone and was made again is no change. */
export function changedLinksIn(rows: readonly RawRow[]): ChangedLinks[] {
  return rows.map(([set, rowKey, list]) => {
    const pairs = parseExact(String(list)) as (readonly [isMade: unknown, key: unknown])[];
    const keysOf = (isMade: string): Map<string, unknown> =>
      new Map(pairs.filter(([one]) => String(one) === isMade).map(([, key]) => [JSON.stringify(key), key]));
    const [gone, made] = [keysOf('0'), keysOf('1')];
    const without = (keys: typeof gone, others: typeof gone): unknown[] =>
      [...keys].filter(([text]) => !others.has(text)).map(([, key]) => key);
    return { set: Number(set), rowKey: String(rowKey), gone: without(gone, made), made: without(made, gone) };
  });
}
