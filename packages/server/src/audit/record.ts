import type { Actor } from '../model/actor.ts';
import { linkPrefix, type StaffLink } from '../model/staff-link.ts';
import type { OwnColumns } from '../databases/own-table-words.ts';
import type { Ran, RawStatement } from '../databases/statement.ts';
import type { Dialect } from '../databases/dialect.ts';
import { OwnQuery } from '../store/own-query.ts';
import type { AuditEntry } from './entry.ts';

/** The actor, the trace of the request and the time of what is recorded. */
export interface AuditContext {
  readonly actor: Actor;
  readonly requestId: string;
  readonly ip: string | null;
  readonly now: Date;
}

/** Columns of the audit log that an entry fills. */
const columns = {
  created_at: 'moment',
  actor_id: 'integer',
  actor_key: 'text',
  actor_repr: 'text',
  actor_link: 'text',
  action: 'text',
  model_label: 'text',
  object_pk: 'text',
  object_repr: 'text',
  diff: 'json',
  targets: 'json',
  targets_count: 'integer',
  failed_targets: 'json',
  ip: 'text',
  request_id: 'text',
  status: 'text',
} as const satisfies OwnColumns;

/** The columns that are set when a recorded run has ended. */
const completed = ['object_pk', 'object_repr', 'targets', 'targets_count', 'status'] as const;

/** Writes the audit log, in the transaction of the recorded changes (CONTRACT §8). */
export class Recorder {
  readonly #dialect: Dialect;
  readonly #linkPrefix: string;
  readonly #insert: OwnQuery<'entries'>;
  readonly #complete: OwnQuery<(typeof completed)[number] | 'request_id' | 'action'>;

  /**
   * @param table name of the audit log's table.
   * @param staffLink the model to whose rows staff are linked, if there is one.
   */
  constructor(dialect: Dialect, table: string, staffLink?: StaffLink) {
    this.#dialect = dialect;
    this.#linkPrefix = linkPrefix(staffLink?.model ?? '');
    // One statement with one parameter, for any number of entries.
    this.#insert = new OwnQuery(
      dialect,
      (queries, given) =>
        queries
          .insertInto(table)
          .columns(Object.keys(columns))
          .expression(dialect.ownTables.rowsOfJson(given('entries'), columns)),
      { isPrepared: true },
    );
    this.#complete = new OwnQuery(dialect, (queries, given) =>
      queries
        .updateTable(table)
        .set(Object.fromEntries(completed.map((column) => [column, given(column)])))
        .where('request_id', '=', given('request_id'))
        .where('action', '=', given('action')),
    );
  }

  /** Records entries; does nothing without any. */
  async record(
    entries: readonly AuditEntry[],
    context: AuditContext,
    run: (statement: RawStatement) => Promise<Ran> | void,
  ): Promise<void> {
    if (entries.length === 0) return;
    const rows = entries.map((entry) => this.#row(entry, context));
    await run(this.#insert.with({ entries: JSON.stringify(rows) }));
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

  #row(entry: AuditEntry, { actor, requestId, ip, now }: AuditContext): Record<keyof typeof columns, unknown> {
    const isOwnUser = actor.id !== null && /^\d{1,9}$/.test(actor.id);
    return {
      created_at: this.#dialect.ownTables.moment(now),
      actor_id: isOwnUser ? Number(actor.id) : null,
      actor_key: actor.id,
      actor_repr: actor.username.slice(0, 255).toWellFormed(),
      actor_link: actor.link === undefined ? null : `${this.#linkPrefix}${actor.link}`,
      action: entry.action,
      model_label: entry.model,
      object_pk: entry.key,
      object_repr: entry.name.slice(0, 1000).toWellFormed(),
      diff: entry.diff,
      targets: entry.targets,
      targets_count: entry.targetsCount,
      failed_targets: entry.failedTargets ?? [],
      ip,
      request_id: requestId,
      status: entry.status,
    };
  }
}
