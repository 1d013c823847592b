import { authorize } from '../authorize/authorize.ts';
import { authorizeWrite } from '../authorize/authorize-write.ts';
import type { Policy } from '../authorize/policy.ts';
import { UnexpectedRow } from '../databases/statement.ts';
import { AdminError } from '../errors.ts';
import type { StoredRow } from '../model/config/hooks.ts';
import { type Field, valueField } from '../model/field.ts';
import { toWire } from '../model/input.ts';
import type { Model } from '../model/model.ts';
import { parseAsWritten, parseExact } from '../model/raw-number.ts';
import { planRow } from '../plan/list.ts';
import { Parameter } from '../plan/parameter.ts';
import type { Assignment, Written } from '../plan/write.ts';
import type { KeyValues } from '../request/key.ts';
import type { OneRow } from '../store/reads.ts';
import type { Store } from '../store/store.ts';
import type { RowBefore } from '../store/writes.ts';
import { readsApart } from './lock.ts';
import { keepsScope, seesWhole } from './read-back.ts';
import type { PendingChange } from './save.ts';
import type { WriteSession } from './session.ts';

// On SQLite, a change of one row is one message to the process that writes. The row is read before the transaction, and the row after the change is
// foreseen: its text is known before it is written. The transaction is committed only if the row before and the row after have the expected texts;
// otherwise the request is run again in the former way, with a message for each step (docs/explanation/decisions.md).

/**
 * Fields that the database has stored in another form than was foreseen, or whose change took too long, and the time until which they are not foreseen
 * again, in milliseconds since 1970.
 */
const unforeseen = new WeakMap<Field, number>();

/** How long that is, in milliseconds. */
const pause = 300_000;

/**
 * Whether no code of the config or of the guards of staff runs when a row is written (a function of a label has no effects): it would run a second time
 * with the request.
 */
function runsNoCode({ hooks, validate, redact, guard, fields }: Model): boolean {
  const ofModel = hooks.beforeSave || hooks.afterSave || validate || redact || guard;
  return !ofModel && !fields.some(({ source }) => source.makeUpdate || source.toDriver);
}

/** Reads a row before the transaction that changes it; null if the change can not be foreseen, or if there is no such row. */
export async function readBefore(store: Store, policy: Policy, model: Model, key: KeyValues): Promise<RowBefore | null> {
  if (!runsNoCode(model) || !seesWhole(policy, model) || readsApart(policy, model)) return null;
  const plan = { kind: 'rows for write', model, right: 'change', keys: [key], mode: 'lock and read' } as const;
  return store.rowBefore(authorizeWrite(plan, policy));
}

/** A row that is being written. */
export interface ForeseenRow {
  readonly after: StoredRow;
  /** The row, once the transaction is committed. */
  readonly saved: Promise<OneRow>;
}

/**
 * Writes a row that is foreseen, as the last one of its transaction.
 * @returns null if it can not be foreseen: then nothing was done.
 */
export function writeForeseen(
  session: WriteSession,
  { model, key, change }: PendingChange,
  values: readonly Assignment[],
): ForeseenRow | null {
  const { policy, writes, before } = session;
  const isIn = change.links.size === 0 && keepsScope(policy, model, values);
  const text = before && isIn ? textAfter(before.text, values) : null;
  if (text === null) return null;
  const saved = writes.changeExpecting(
    authorizeWrite({ kind: 'update', model, right: 'change', keys: [key], values }, policy),
    authorize(planRow(model, key, { forWriter: true }), policy),
    text,
  );
  saved?.catch((error: unknown) => {
    const isOther = error instanceof UnexpectedRow && error.expected === text;
    // Of a statement that takes too long, it is known that nothing was committed only if it was not sent with the COMMIT.
    const isLate = error instanceof AdminError && error.code === 'timeout';
    if (isOther || isLate) for (const { field, origin } of values) if (origin === 'request') unforeseen.set(field, Date.now() + pause);
  });
  return saved && { after: parseExact(text) as StoredRow, saved };
}

/** The JSON of a row after a change, as the database will write it; null if that is not known. */
function textAfter(before: string, values: readonly Assignment[]): string | null {
  const row = parseAsWritten(before);
  if (!row || values.length === 0) return null;
  for (const { field, written } of values) {
    // A database writes 5 as 5.0 in a column of floating-point numbers.
    if (Date.now() < (unforeseen.get(field) ?? 0) || !isStored(written) || valueField(field).type.traits.isInexact) return null;
    row[field.name] = toWire(written.binding.given, field);
  }
  return JSON.stringify(row);
}

function isStored(written: Written): written is Parameter<'stored'> {
  return written instanceof Parameter && written.kind === 'stored';
}
