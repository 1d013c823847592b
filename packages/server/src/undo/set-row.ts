import type { RowOperation } from '../databases/recording.ts';
import type { RecordingFragments } from '../databases/recording-fragments.ts';
import type { RawRow, RawValue } from '../databases/statement.ts';

/** The values of a row by column, as the journal has them. */
export type Recorded = ReadonlyMap<string, string | null>;

/** A row of a change set, and the row as it is now. */
export interface SetRow {
  /** Its key in the journal. */
  readonly rowKey: string;
  readonly operation: RowOperation;
  /** Whether the database changed it because of another change. */
  readonly isIndirect: boolean;
  /** Of an update the columns that it changed. */
  readonly before: Recorded;
  readonly after: Recorded;
  /** The columns that were changed, or had a value, and are not kept. */
  readonly omitted: readonly string[];
  /** Null if there is no such row. */
  readonly now: Recorded | null;
}

const operations: Readonly<Record<string, RowOperation>> = { I: 'create', U: 'update', D: 'delete' };

/** A row that the question `compare` has answered (`sql/undo.ts`). */
export function setRowOf([rowKey, op, indirect, before, after, omitted, now]: RawRow): SetRow {
  const operation = operations[String(op)];
  if (!operation) throw new Error(`A recorded row has the operation ${String(op)}.`);
  return {
    rowKey: String(rowKey),
    operation,
    isIndirect: Number(indirect) === 1,
    before: recordedIn(before),
    after: recordedIn(after),
    omitted: omitted === null || omitted === undefined ? [] : (JSON.parse(String(omitted)) as string[]),
    now: now === null || now === undefined ? null : recordedIn(now),
  };
}

function recordedIn(json: RawValue | undefined): Recorded {
  return json === null || json === undefined
    ? new Map()
    : new Map(Object.entries(JSON.parse(String(json)) as Record<string, string | null>));
}

/** Why a value can not be restored (CONTRACT §21). */
export type ConflictState = 'changed' | 'taken' | 'parent_missing' | 'blocked' | 'not_kept' | 'exists';

/** What an undo does with a row: nothing, because it is as it was, or as somebody has made it since and may stay; or it restores columns of it. */
export type Verdict =
  | { readonly kind: 'same' }
  | { readonly kind: 'restore'; readonly columns: readonly string[] }
  | { readonly kind: 'conflict'; readonly columns: ReadonlyMap<string, ConflictState> };

/** What decides about the rows of a table. */
export interface TableFacts {
  /** Whether a column is restored: not what the database or the service fills at each save. */
  readonly isRestored: (column: string) => boolean;
  /** Whether the database computes a column from others. */
  readonly isGenerated: (column: string) => boolean;
  /** Whether a column is one of a foreign key. */
  readonly isReference: (column: string) => boolean;
  /** Whether triggers may keep columns that nobody may see. */
  readonly hasTriggers: boolean;
  /** Whether a column has a field. */
  readonly hasField: (column: string) => boolean;
  /** The columns of now. */
  readonly columns: ReadonlySet<string>;
  readonly isSameValue: RecordingFragments['isSameValue'];
}

/**
 * Compares a row of a change set with the row of now, column by column: a value that was changed since is a conflict, another column is not.
 * @param chosen the columns that are asked for; undefined for all.
 */
export function verdictOn(row: SetRow, facts: TableFacts, chosen?: ReadonlySet<string>): Verdict {
  if (row.operation === 'update') return onUpdate(row, facts, chosen);
  if (row.operation === 'create') return onCreate(row, facts);
  return onDelete(row, facts, chosen);
}

function onUpdate(row: SetRow, facts: TableFacts, chosen: ReadonlySet<string> | undefined): Verdict {
  const { after, before, now, omitted, isIndirect } = row;
  const isMeant = (column: string): boolean => chosen === undefined || chosen.has(column);
  const conflicts = new Map<string, ConflictState>();
  const columns: string[] = [];
  // What triggers keep in columns that nobody sees, they keep again.
  for (const column of omitted)
    if (isMeant(column) && facts.isRestored(column) && (facts.hasField(column) || !facts.hasTriggers)) conflicts.set(column, 'not_kept');
  for (const [column, left] of after) {
    if (!isMeant(column) || !facts.isRestored(column)) continue;
    const was = before.get(column) ?? null;
    const is = now?.get(column) ?? null;
    if (!facts.columns.has(column)) conflicts.set(column, 'not_kept');
    else if (now === null) conflicts.set(column, 'changed');
    else if (isSame(is, was, facts)) continue;
    else if (isSame(is, left, facts)) columns.push(column);
    // A reference that was replaced meanwhile stays.
    else if (!(isIndirect && left === null && facts.isReference(column))) conflicts.set(column, 'changed');
  }
  if (conflicts.size > 0) return { kind: 'conflict', columns: conflicts };
  return columns.length === 0 ? { kind: 'same' } : { kind: 'restore', columns };
}

function onCreate({ after, now }: SetRow, facts: TableFacts): Verdict {
  if (now === null) return { kind: 'same' };
  const changed = [...after].filter(
    ([column, left]) => facts.isRestored(column) && facts.columns.has(column) && !isSame(now.get(column) ?? null, left, facts),
  );
  if (changed.length === 0) return { kind: 'restore', columns: [] };
  return { kind: 'conflict', columns: new Map(changed.map(([column]) => [column, 'changed'])) };
}

function onDelete({ before, now, omitted }: SetRow, facts: TableFacts, chosen: ReadonlySet<string> | undefined): Verdict {
  const isMeant = (column: string): boolean => chosen === undefined || chosen.has(column);
  if (now !== null) {
    const isBack = [...before].every(([column, was]) => !facts.columns.has(column) || isSame(now.get(column) ?? null, was, facts));
    return isBack ? { kind: 'same' } : { kind: 'conflict', columns: new Map([['', 'exists']]) };
  }
  const dropped = [...before.keys()].filter((column) => !facts.columns.has(column));
  const lost = [...omitted, ...dropped].filter((column) => isMeant(column) && !facts.isGenerated(column));
  if (lost.length > 0) return { kind: 'conflict', columns: new Map(lost.map((column) => [column, 'not_kept'])) };
  return { kind: 'restore', columns: [...before.keys()].filter((column) => facts.columns.has(column) && isMeant(column)) };
}

function isSame(one: string | null, other: string | null, { isSameValue }: TableFacts): boolean {
  return one === null || other === null ? one === other : isSameValue(one, other);
}
