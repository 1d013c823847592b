import type { SystemTableNames } from '../model/system-tables.ts';
import type { Actor } from '../model/actor.ts';
import { linkPrefix, type StaffLink } from '../model/staff-link.ts';
import type { OwnColumns } from '../databases/system-table-fragments.ts';
import type { Ran, RawStatement } from '../databases/statement.ts';
import type { Dialect } from '../databases/dialect.ts';
import { OwnQuery } from '../store/own-query.ts';
import type { AuditEntry } from './entry.ts';
import { EntryInserts, ofKind, ofRequest, ofRow } from './inserts.ts';

/** The actor, the trace of the request and the time of what is recorded. */
export interface AuditContext {
  readonly actor: Actor;
  readonly requestId: string;
  readonly ip: string | null;
  /** How the request was made; undefined for a sign-in. */
  readonly via?: string | undefined;
  /** The reason that its user gives. */
  readonly reason?: string | undefined;
  readonly now: Date;
}

/** The columns that are set when a recorded run has ended. */
const completed = ['object_pk', 'object_repr', 'targets', 'targets_count', 'status'] as const;

/** Writes the audit log, in the transaction of the recorded changes (CONTRACT §8). */
export class Recorder {
  readonly #dialect: Dialect;
  readonly #linkPrefix: string;
  readonly #inserts: EntryInserts;
  readonly #complete: OwnQuery<(typeof completed)[number] | 'request_id' | 'action'>;

  /**
   * @param tables names of the tables of the audit log and of change sets.
   * @param staffLink the model to whose rows staff are linked, if there is one.
   */
  constructor(dialect: Dialect, { auditLog: table, changeSet }: Pick<SystemTableNames, 'auditLog' | 'changeSet'>, staffLink?: StaffLink) {
    this.#dialect = dialect;
    this.#linkPrefix = linkPrefix(staffLink?.model ?? '');
    this.#inserts = new EntryInserts(dialect, { auditLog: table, changeSet });
    this.#complete = new OwnQuery(dialect, (queries, given) =>
      queries
        .updateTable(table)
        .set(Object.fromEntries(completed.map((column) => [column, given(column)])))
        .where('request_id', '=', given('request_id'))
        .where('action', '=', given('action')),
    );
  }

  /**
   * Records entries; does nothing without any.
   * @param isInSet whether the transaction has just made a change set, which the entries then name.
   */
  async record(
    entries: readonly AuditEntry[],
    context: AuditContext,
    run: (statement: RawStatement) => Promise<Ran> | void,
    isInSet = false,
  ): Promise<void> {
    const [first] = entries;
    if (!first) return;
    const rows = entries.map((entry) => ({ kind: kindOf(entry), row: rowOf(entry) }));
    const areAlike = entries.every((entry) => isAlike(entry, first));
    await run(this.#inserts.of({ shared: this.#valuesOf(context), rows, areAlike }, isInSet));
  }

  /** Completes the entry of a run that was recorded when the run began. */
  async complete(entry: AuditEntry, requestId: string, run: (statement: RawStatement) => Promise<Ran>): Promise<void> {
    const values = {
      object_pk: entry.key,
      object_repr: entry.name.slice(0, 1000).toWellFormed(),
      targets: JSON.stringify(entry.targets),
      targets_count: entry.targetsCount,
      status: entry.status,
    };
    await run(this.#complete.with({ ...values, request_id: requestId, action: entry.action }));
  }

  /** The values of the columns of a request, in their order. */
  #valuesOf({ actor, requestId, ip, now, reason, via }: AuditContext): unknown[] {
    const isOwnUser = actor.id !== null && /^\d{1,9}$/.test(actor.id);
    const values: Record<keyof typeof ofRequest, unknown> = {
      created_at: this.#dialect.systemTables.moment(now),
      actor_id: isOwnUser ? Number(actor.id) : null,
      actor_key: actor.id,
      actor_repr: actor.username.slice(0, 255).toWellFormed(),
      actor_link: actor.link === undefined ? null : `${this.#linkPrefix}${actor.link}`,
      ip,
      request_id: requestId,
      reason: reason ?? null,
      via: via ?? null,
    };
    return valuesIn(ofRequest, values);
  }
}

function valuesIn<Columns extends OwnColumns>(columns: Columns, values: Readonly<Record<keyof Columns, unknown>>): unknown[] {
  return Object.keys(columns).map((name) => values[name]);
}

function kindOf({ action, model, targets, targetsCount, failedTargets = [], status, input }: AuditEntry): unknown[] {
  return valuesIn(ofKind, {
    action,
    model_label: model,
    targets,
    targets_count: targetsCount,
    failed_targets: failedTargets,
    status,
    input: input ?? null,
  });
}

function rowOf({ key, name, diff }: AuditEntry): unknown[] {
  return valuesIn(ofRow, { object_pk: key, object_repr: name.slice(0, 1000).toWellFormed(), diff });
}

/** Whether the columns of the kind are equal. Entries with targets or an input count as different. */
function isAlike(entry: AuditEntry, first: AuditEntry): boolean {
  if (entry === first) return true;
  if (hasParts(entry) || hasParts(first)) return false;
  const { action, model, targetsCount, status } = entry;
  return action === first.action && model === first.model && targetsCount === first.targetsCount && status === first.status;
}

function hasParts({ targets, failedTargets = [], input }: AuditEntry): boolean {
  return targets.length > 0 || failedTargets.length > 0 || input !== undefined;
}
