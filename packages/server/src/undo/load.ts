import { sql } from 'kysely';
import { authorize } from '../authorize/authorize.ts';
import { authorizeWrite, mayUndo } from '../authorize/authorize-write.ts';
import type { Policy } from '../authorize/policy.ts';
import { AdminError, invalidParameter } from '../errors/errors.ts';
import type { Model } from '../model/model.ts';
import { tableText } from '../model/table.ts';
import { plain } from '../plan/parameter.ts';
import type { SetQuestion } from '../plan/undo.ts';
import type { RawRow } from '../databases/statement.ts';
import type { ChangedRow } from '../store/changed-rows.ts';
import { say } from '../texts/message.ts';
import { ownerKey } from './conflicts.ts';
import { type SetRow, setRowOf, verdictOn } from './set-row.ts';
import { type SetTable, setTableOf } from './tables.ts';
import type { RowWork, TableWork, UndoSelection, UndoWork } from './work.ts';

/** The 403 of an undo, whatever right is missing for whichever row: it tells nothing of rows that the user may not see. */
export function mayNotUndo(): AdminError {
  return new AdminError('permission_denied', { detail: say('mayNotUndo') });
}

/** Reads the tables of a change set, locks the rows that are there now, and compares them with the set. */
export async function loadTables(work: UndoWork): Promise<readonly TableWork[]> {
  const { unit, journal, dialect, set } = work;
  const chosen = chosenRows(work);
  const described: SetTable[] = [];
  for (const name of await tableNames(work)) {
    const table = setTableOf(name, { journal, policy: unit.policy, recording: dialect.recording });
    // Its rows are as gone as what was not recorded.
    if (!table) throw new AdminError('incomplete');
    described.push(table);
  }
  const tables = described.map((table): TableWork => ({ ...table, root: rootOf(table, described, work), rows: [] }));
  // A table without a model comes by the right on one that has one.
  for (const table of tables) await ask(work, table, { do: 'lock' });
  for (const table of tables) {
    const rows = (await ask(work, table, { do: 'compare' })).map(setRowOf);
    const byKey = table.model
      ? await changedRows(work, { model: table.model, set: set.id, policy: unit.policy })
      : new Map<string, ChangedRow>();
    table.rows = rows.flatMap((row) => chosen.take(table, row, byKey.get(row.rowKey)));
  }
  chosen.requireAllTaken();
  return tables;
}

/** Asks about the rows of the set in a table. */
export function ask(
  { unit, set }: Pick<UndoWork, 'unit' | 'set'>,
  { recorded, root }: TableWork,
  question: SetQuestion,
): Promise<readonly RawRow[]> {
  const plan = { kind: 'set rows', ...root, table: recorded.table, set: plain(set.id), question } as const;
  return unit.writes.setRows(authorizeWrite(plan, unit.policy));
}

async function tableNames({ unit, dialect, names, set }: UndoWork): Promise<readonly string[]> {
  const query = sql`SELECT DISTINCT r."tab" FROM ${sql.table(names.changeRow)} r WHERE r."change_set" = ${sql.val(set.id)} ORDER BY r."tab"`;
  return (await unit.writes.runOwn(dialect.fragments.compile(query))).rows.map(([name]) => String(name));
}

const pageSize = 1000;

/** The rows of the set in the table of a model, as a policy shows them, by their keys in the journal. */
export async function changedRows(
  { unit: { writes } }: UndoWork,
  { model, set, policy }: { readonly model: Model; readonly set: number; readonly policy: Policy },
): Promise<Map<string, ChangedRow>> {
  const rows = new Map<string, ChangedRow>();
  if (!policy.may(model, 'view')) return rows;
  for (let offset = 0; ; offset += pageSize) {
    const page = { offset, limit: pageSize };
    const some = await writes.changedRows(authorize({ kind: 'changed rows', model, set: plain(set), page }, policy));
    for (const row of some) rows.set(row.rowKey, row);
    if (some.length < pageSize) return rows;
  }
}

/** By which right the rows of a table are read and restored: for one without a model, that on a model whose rows the set has changed with them. */
function rootOf({ model, linkOf }: SetTable, others: readonly SetTable[], { unit: { policy } }: UndoWork): TableWork['root'] {
  const own = model ?? linkOf?.model;
  if (own) return { model: own, right: 'view' };
  const root = others.find((other) => other.model && mayUndo(other.model, 'view', policy))?.model;
  const any = policy.actor.isSuperuser ? policy.registry.models[0] : undefined;
  if (!root && !any) throw mayNotUndo();
  return { model: (root ?? any) as Model, right: 'view' };
}

/** Which rows are asked for. */
interface Chosen {
  take(table: TableWork, row: SetRow, seen: ChangedRow | undefined): RowWork[];
  /** Throws a 403 if one is not in the set, or can not be seen. */
  requireAllTaken(): void;
}

function chosenRows(work: UndoWork): Chosen {
  const { request } = work;
  const all = request.rows && choicesOf(request.rows, work);
  const takenChoices = new Set<Choice>();
  const taken = (table: TableWork, row: SetRow, seen: ChangedRow | undefined): Omit<RowWork, 'verdict'> | undefined => {
    if (!all) return { row, seen, chosen: undefined };
    const { linkOf } = table;
    const name = linkOf ? tableText(linkOf.model.table) : table.recorded.name;
    const choice = all.get(choiceName(name, linkOf ? ownerKey(work, table, row) : (seen?.key ?? '')));
    if (!choice || (linkOf && choice.fields?.has(linkOf.field.name) === false)) return undefined;
    takenChoices.add(choice);
    if (!linkOf && choice.columns?.size === 0) return undefined;
    return { row, seen, chosen: linkOf ? undefined : choice.columns };
  };
  return {
    take(table, row, seen) {
      const part = taken(table, row, seen);
      // What belongs to a deleted row comes back with it.
      if (!part)
        return all && !table.model && row.operation === 'delete' ? [{ row, seen, chosen: undefined, verdict: { kind: 'same' } }] : [];
      const verdict = verdictOn(row, table.facts, part.chosen);
      const isFound = verdict.kind !== 'restore' || row.operation !== 'update' || work.dialect.recording.isExactKey(row.rowKey);
      return [{ ...part, verdict: isFound ? verdict : { kind: 'conflict', columns: new Map([['', 'not_kept']]) } }];
    },
    requireAllTaken() {
      if (all && takenChoices.size < all.size) throw mayNotUndo();
    },
  };
}

/** A row that is asked for; without fields, all of it. */
interface Choice {
  readonly fields: ReadonlySet<string> | undefined;
  readonly columns: ReadonlySet<string> | undefined;
}

type ChosenRow = NonNullable<UndoSelection['rows']>[number];

function choiceName(table: string, key: string): string {
  return JSON.stringify([table, key]);
}

/** The rows that are asked for; of one that is named twice, the fields of both. */
function choicesOf(rows: readonly ChosenRow[], work: UndoWork): ReadonlyMap<string, Choice> {
  const choices = new Map<string, Choice>();
  for (const row of rows) {
    const [name, choice] = choiceOf(row, work);
    const earlier = choices.get(name);
    const both = <T>(one: ReadonlySet<T> | undefined, other: ReadonlySet<T> | undefined): ReadonlySet<T> | undefined =>
      one && other && new Set([...one, ...other]);
    choices.set(name, earlier ? { fields: both(earlier.fields, choice.fields), columns: both(earlier.columns, choice.columns) } : choice);
  }
  return choices;
}

function choiceOf({ model: name, pk, fields }: ChosenRow, { unit: { policy } }: UndoWork): readonly [name: string, Choice] {
  const model = policy.registry.find(name);
  if (!model || !policy.knows(model)) throw mayNotUndo();
  const columns = fields?.flatMap((each): string[] => {
    const field = model.fieldByName.get(each);
    if (!field || !policy.access(model).fields.includes(field))
      throw invalidParameter('rows', say('unknownFieldNamed', { name: each.slice(0, 100) }));
    return field.link ? [] : [field.column];
  });
  return [choiceName(tableText(model.table), String(pk)), { fields: fields && new Set(fields), columns: columns && new Set(columns) }];
}
