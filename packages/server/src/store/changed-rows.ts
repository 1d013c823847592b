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
const ownColumns = 7;

const operations: Readonly<Record<string, RowOperation>> = { I: 'create', U: 'update', D: 'delete' };

/** The changed rows that a statement has read (`sql/changed-rows.ts`). */
export function changedRowsIn({ fieldColumns, computed: [label] }: Statement, rows: readonly RawRow[]): ChangedRow[] {
  return rows.map((row) => {
    const [operation, indirect, columns, omitted, key, text, rowKey] = row;
    const state = (from: number): ChangedRow['before'] =>
      Object.assign({}, ...row.slice(from, from + fieldColumns).map((piece) => parseExact(String(piece)))) as ChangedRow['before'];
    return {
      rowKey: String(rowKey),
      operation: operationOf(operation),
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

function operationOf(letter: RawValue | undefined): RowOperation {
  const operation = operations[String(letter)];
  if (!operation) throw new Error(`A recorded row has the operation ${String(letter)}.`);
  return operation;
}

function namesIn(list: RawValue | undefined): ReadonlySet<string> {
  return new Set(list === null || list === undefined ? [] : (JSON.parse(String(list)) as string[]));
}
