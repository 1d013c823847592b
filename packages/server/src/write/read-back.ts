import { authorize } from '../authorize/authorize.ts';
import { authorizeWrite } from '../authorize/authorize-write.ts';
import { notFound } from '../errors.ts';
import type { StoredRow } from '../model/config/hooks.ts';
import { type Model, wholeRow } from '../model/model.ts';
import { parseExact } from '../model/raw-number.ts';
import { planRow } from '../plan/list.ts';
import type { KeyValues } from '../request/key.ts';
import type { OneRow } from '../store/reads.ts';
import type { WriteSession } from './session.ts';

/** A row that was written, as it stands now. */
export interface SavedRow {
  readonly after: StoredRow;
  /** The row as its writer sees it. */
  readonly answer: OneRow;
}

/** The row as its writer sees it. Throws a 404 where it is out of their reach. */
export async function answerOf({ policy, writes }: WriteSession, model: Model, key: KeyValues): Promise<OneRow> {
  const row = await writes.row(authorize(planRow(model, key, true), policy));
  if (!row) throw notFound();
  return row;
}

/** A part of a row: its key, and these of its fields. Its ETag is that of the whole. */
export function partOfRow(model: Model, row: OneRow, names: readonly string[]): OneRow {
  const only = (json: string, wanted: ReadonlySet<string>): string =>
    JSON.stringify(Object.fromEntries(Object.entries(parseExact(json) as object).filter(([name]) => wanted.has(name))));
  const keys = model.primaryKey.map((field) => field.name);
  return { own: only(row.own, new Set([...keys, ...names])), helpers: only(row.helpers, new Set(['id', 'pk'])), tagged: row.own };
}

/** A row that its writer made earlier: whole where they may view it, for it may have changed since; else its key. */
export async function replayedAnswer(session: WriteSession, model: Model, key: KeyValues): Promise<OneRow> {
  const row = await answerOf(session, model, key);
  return session.policy.may(model, 'view') ? row : partOfRow(model, row, []);
}

/** Reads a row after it was written; null where it is now out of its writer's reach. */
export async function readBack(session: WriteSession, model: Model, key: KeyValues, right: 'add' | 'change'): Promise<SavedRow | null> {
  const { policy, writes } = session;
  const answer = await writes.row(authorize(planRow(model, key, true), policy));
  if (!answer) return null;
  // Who sees every field has been read all that hooks and the log are shown.
  const isWhole = policy.view(model).fields === model.fields && wholeRow(model).length === model.fields.length;
  if (isWhole) return { answer, after: parseExact(answer.own) as StoredRow };
  const [after] = await writes.targets(authorizeWrite({ kind: 'targets', model, right, keys: [key], mode: 'read' }, policy));
  return after ? { answer, after } : null;
}
