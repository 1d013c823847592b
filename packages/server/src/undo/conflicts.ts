import type { UndoConflictField, UndoConflictRow } from '@grimoire/protocol';
import { sql } from 'kysely';
import { AdminError } from '../errors/errors.ts';
import { keyOnWire } from '../plan/keys.ts';
import { parseKey } from '../request/key.ts';
import type { Said } from '../texts/message.ts';
import { momentText } from '../journal/moments.ts';
import { nonField } from '../write/problems.ts';
import type { ConflictState } from './set-row.ts';
import type { RowWork, TableWork, UndoWork } from './work.ts';

/** Why a column of a row is not restored. */
interface Reason {
  readonly state: ConflictState;
  readonly detail?: Said | undefined;
}

interface Conflict {
  readonly table: TableWork;
  readonly work: RowWork;
  readonly columns: Map<string, Reason>;
}

/** The most rows that an answer names. */
const maxNamed = 100;

/** The rows that can not be restored, with the reasons. */
export class Conflicts {
  readonly #rows = new Map<RowWork, Conflict>();

  get count(): number {
    return this.#rows.size;
  }

  /** The row is not restored. @param column the column that is the reason, or the name of a field; empty for the whole row. */
  add(table: TableWork, work: RowWork, column: string, reason: Reason): void {
    const conflict = this.#rows.get(work) ?? { table, work, columns: new Map() };
    if (!conflict.columns.has(column)) conflict.columns.set(column, reason);
    this.#rows.set(work, conflict);
    work.verdict = { kind: 'conflict', columns: new Map([...conflict.columns].map(([name, { state }]) => [name, state])) };
  }

  /** The 409 that names them (CONTRACT §21). */
  async asError(work: UndoWork): Promise<AdminError> {
    const rows: UndoConflictRow[] = [];
    for (const conflict of [...this.#rows.values()].slice(0, maxNamed)) rows.push(await described(work, conflict));
    return new AdminError('undo_conflict', { body: { rows, count: this.count } });
  }

  /** Throws {@link asError} if there are any, unless only untouched rows are asked for. */
  async throwIfAny(work: UndoWork): Promise<void> {
    if (this.count === 0 || work.request.only === 'untouched') return;
    // They may come from a twin that has taken the set back.
    await work.requireOpen();
    throw await this.asError(work);
  }
}

async function described(work: UndoWork, { table, work: { row, seen }, columns }: Conflict): Promise<UndoConflictRow> {
  const { policy } = work.unit;
  const later = await laterChanges(work, table, row.rowKey);
  const entries = [...columns].map(([column, { state, detail }]): [string, UndoConflictField] => {
    const isOfOthers = state === 'changed' || state === 'exists';
    const change = isOfOthers ? later.find(({ touches }) => column === '' || touches.has(column)) : undefined;
    const who = { by: change?.by ?? null, at: change?.at ?? null, change_set: change?.set ?? null };
    return [fieldName(work, table, column), { state, ...(detail === undefined ? {} : { detail: detail as string }), ...who }];
  });
  const fields = Object.fromEntries(entries);
  const { linkOf, model } = table;
  if (linkOf) {
    const owner = ownerKey(work, table, row);
    const values = parseKey(linkOf.model, owner);
    return {
      model: linkOf.model.key,
      pk: values ? keyOnWire(linkOf.model, values) : owner,
      fields: { [linkOf.field.name]: Object.values(fields)[0] as UndoConflictField },
    };
  }
  if (!model || !seen || !policy.may(model, 'view')) return { model: null, pk: null, fields };
  const key = parseKey(model, seen.key);
  return { model: model.key, pk: key ? keyOnWire(model, key) : seen.key, fields };
}

/** The key of the row whose links changed. */
export function ownerKey({ dialect }: Pick<UndoWork, 'dialect'>, { linkOf }: TableWork, { before, after }: RowWork['row']): string {
  const source = linkOf?.link.source ?? '';
  return dialect.recording.valueText(before.get(source) ?? after.get(source) ?? '');
}

/** The field that the user may see; otherwise what stands for the whole row. */
function fieldName({ unit: { policy } }: UndoWork, { model }: TableWork, column: string): string {
  if (!model) return nonField;
  const { fields } = policy.access(model);
  return (fields.find((field) => !field.link && field.column === column) ?? fields.find(({ name }) => name === column))?.name ?? nonField;
}

interface LaterChange {
  readonly set: number;
  readonly by: string;
  readonly at: string;
  readonly touches: ReadonlySet<string>;
}

/** What later change sets have done with a row, the newest first. */
async function laterChanges(
  { unit, set, names, dialect }: UndoWork,
  { recorded }: TableWork,
  rowKey: string,
): Promise<readonly LaterChange[]> {
  const query = sql`SELECT r."change_set", s."actor_repr", s."created_at", CAST(coalesce(r."after", r."before") AS text)
    FROM ${sql.table(names.changeRow)} r JOIN ${sql.table(names.changeSet)} s ON s."id" = r."change_set"
    WHERE r."tab" = ${sql.val(recorded.name)} AND r."row_key" = ${sql.val(rowKey)} AND r."change_set" > ${sql.val(set.id)} ORDER BY r."change_set" DESC LIMIT 100`;
  const { rows } = await unit.writes.runOwn(dialect.fragments.compile(query));
  return rows.map(([id, by, at, columns]) => ({
    set: Number(id),
    by: String(by),
    at: momentText(String(at)),
    touches: new Set(Object.keys(JSON.parse(String(columns ?? '{}')) as object)),
  }));
}
