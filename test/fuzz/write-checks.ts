import { readTables, type Snapshot, type StoredRow } from './oracle.ts';
import { addressedBy } from './policy-checks.ts';
import type { Got, LogEntry, Sent, Session } from './session.ts';
import type { FuzzUser } from './users.ts';
import { isSecret, type ModelPlan } from './world-config.ts';

/** A row that a request has changed. */
interface Change {
  readonly plan: ModelPlan;
  readonly key: string;
  readonly before: StoredRow | undefined;
  readonly after: StoredRow | undefined;
  /** Names of the fields that differ. */
  readonly fields: readonly string[];
}

/** What an acknowledged write must have left: the texts of fields of a row. */
export interface Written {
  readonly plan: ModelPlan;
  /** Null for a new row. */
  readonly key: string | null;
  readonly fields: ReadonlyMap<string, string | null>;
}

/** The differences of two states of all tables. */
export function changesOf(plans: readonly ModelPlan[], before: Snapshot, after: Snapshot): Change[] {
  return plans.flatMap((plan) => {
    const [old, now] = [before.get(plan.key) ?? new Map<string, StoredRow>(), after.get(plan.key) ?? new Map<string, StoredRow>()];
    return [...new Set([...old.keys(), ...now.keys()])].flatMap((key): Change[] => {
      const [was, is] = [old.get(key), now.get(key)];
      const fields = plan.table.columns.map(({ field }) => field).filter((field) => was?.cells.get(field) !== is?.cells.get(field));
      return fields.length === 0 && was && is ? [] : [{ plan, key, before: was, after: is, fields }];
    });
  });
}

/** Reads the tables after a request, and says what it should not have changed, or should have. */
export async function writeProblems(session: Session, request: Sent, got: Got, written: Written | null): Promise<string[]> {
  const { oracle } = session;
  const before = oracle.snapshot;
  const after = await readTables(session.database, session.plans);
  const changes = changesOf(session.plans, before, after);
  const entries = await session.newEntries();
  const judged = judge(session, request, got, changes);
  oracle.snapshot = after;
  return [
    ...judged,
    ...scopeProblems(session, request, changes),
    ...logProblems(session, request, got, changes, entries),
    ...(written && got.status < 300 ? writtenProblems(after, changes, written) : []),
  ];
}

/** Whether the user had the right to each change; the tables of the oracle are still those before the request. */
function judge({ oracle }: Session, request: Sent, got: Got, changes: readonly Change[]): string[] {
  const { user } = request;
  if (changes.length === 0) return [];
  if (got.status >= 400 || ['GET', 'HEAD', 'OPTIONS'].includes(request.method)) {
    return [`${request.method} was answered ${got.status}, and changed ${changes.map(said).join('; ')}`];
  }
  // That a model is read-only does not forbid what the database does along with a delete.
  const asked = isBulk(request) ? undefined : addressedBy(oracle, request)?.plan;
  const isDelete = request.method === 'DELETE' || changes.some(({ after }) => !after);
  return changes.flatMap((change) => {
    const { plan, before, after } = change;
    const right = rightOf(change, isDelete);
    const mayNot = right.some((name) => (plan === asked ? oracle.may(user, plan, name) : oracle.holds(user, plan, name)))
      ? []
      : [`${user.name} may not ${right.join(' or ')}: ${said(change)}`];
    const isInTrash = before !== undefined && oracle.isTrashed(plan, before);
    const isForeign = before && !oracle.isAllowed(user, plan, before) ? [`out of the scope of ${user.name}: ${said(change)}`] : [];
    const isHidden = isInTrash && !oracle.maySeeTrash(user, plan) ? [`in the trash, which ${user.name} may not see: ${said(change)}`] : [];
    return [
      ...mayNot,
      ...isForeign,
      ...isHidden,
      ...(before && after && !isDelete
        ? lockedProblems(
            change,
            user,
            oracle.fields(user, plan).map(({ field }) => field),
          )
        : []),
    ];
  });
}

function isBulk({ path }: Sent): boolean {
  return path.includes('/bulk');
}

function rightOf({ plan, before, after, fields }: Change, isDelete: boolean): readonly string[] {
  if (!before) return ['add'];
  if (!after) return plan.softDelete === null ? ['delete'] : ['purge'];
  const isMark = plan.softDelete !== null && fields.includes(plan.softDelete);
  if (isMark) return after.cells.get(plan.softDelete ?? '') === null ? ['restore'] : ['delete'];
  return isDelete ? ['change', 'delete'] : ['change'];
}

function lockedProblems(change: Change, user: FuzzUser, seen: readonly string[]): string[] {
  const { plan, fields } = change;
  const wrong = fields.filter((field) => {
    if (field === plan.softDelete || plan.writeOnly.has(field)) return false;
    const column = plan.table.columns.find((other) => other.field === field);
    return !seen.includes(field) || plan.locked.has(field) || (column !== undefined && isSecret(column));
  });
  return wrong.map((field) => `${user.name} may not write ${field}: ${said(change)}`);
}

/** Rows that were added or changed are in the user's scope afterwards (CONTRACT §5). */
function scopeProblems({ oracle }: Session, { user, method, path }: Sent, changes: readonly Change[]): string[] {
  const isRemoval = method === 'DELETE' || path.includes('/purge') || changes.some(({ after }) => !after);
  if (isRemoval) return [];
  return changes
    .filter(({ plan, after }) => after && !oracle.isAllowed(user, plan, after))
    .map((change) => `has left the scope of ${user.name}: ${said(change)}`);
}

/** Each change has its entry, and what is refused or changes nothing has none (CONTRACT §8). */
function logProblems(session: Session, request: Sent, got: Got, changes: readonly Change[], entries: readonly LogEntry[]): string[] {
  const { plans } = session;
  const done = entries.filter(({ status, model }) => status === 'ok' && plans.some(({ key }) => key === model));
  const addressed = addressedBy(session.oracle, request);
  const kind = addressed?.rest[0];
  // Whether a write-only value is the stored one is not told: it is written, and logged, in any case.
  const isUntold = (addressed?.plan.writeOnly.size ?? 0) > 0;
  // What operations of a bulk call undo is logged all the same.
  const isAction = kind === 'action';
  if (got.status >= 400 && done.length > 0) return [`a refused request has the entry ${JSON.stringify(done[0])}`];
  const strangers = done
    .filter(({ actor }) => actor !== request.user.name)
    .map((entry) => `an entry of another user: ${JSON.stringify(entry)}`);
  const unlogged = changes.filter((change) => !done.some((entry) => isAbout(entry, change)));
  const idle =
    changes.length === 0 && !isAction && !isUntold && kind !== 'bulk'
      ? done.map((entry) => `nothing was changed, and there is the entry ${JSON.stringify(entry)}`)
      : [];
  return [...strangers, ...unlogged.map((change) => `no entry of ${said(change)}`), ...idle];
}

/** Whether an entry is about a changed row: its own, or one that names the row among its targets. */
function isAbout(entry: LogEntry, { plan, key }: Change): boolean {
  if (entry.model === plan.key && entry.key === key) return true;
  return entry.targets.includes(JSON.stringify(key).slice(1, -1));
}

function writtenProblems(after: Snapshot, changes: readonly Change[], { plan, key, fields }: Written): string[] {
  const added = changes.find((change) => change.plan === plan && !change.before);
  const row = key === null ? added?.after : after.get(plan.key)?.get(key);
  if (!row) return [`an acknowledged row ${plan.key} ${key ?? ''} is not there`];
  return [...fields]
    .filter(([field, text]) => (row.cells.get(field) ?? null) !== text)
    .map(([field, text]) => `${field} was sent as ${JSON.stringify(text)}, and the database has ${JSON.stringify(row.cells.get(field))}`);
}

function said({ plan, key, before, after, fields }: Change): string {
  const what = !before
    ? 'new'
    : !after
      ? 'deleted'
      : fields
          .map((field) => `${field}: ${JSON.stringify(before.cells.get(field))} → ${JSON.stringify(after.cells.get(field))}`)
          .join(', ');
  return `${plan.key} ${JSON.stringify(key)} (${what})`.slice(0, 300);
}
