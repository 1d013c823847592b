import type { Actor } from '../model/actor.ts';
import type { DialectName } from '../model/field-type.ts';
import type { Ran, RawStatement } from '../store/database.ts';
import type { AuditEntry } from './entry.ts';

/** The actor, the origin and the time of what is recorded. */
export interface AuditContext {
  readonly actor: Actor;
  readonly requestId: string;
  readonly ip: string | null;
  readonly now: Date;
}

/** Columns of the audit log that an entry fills, with their types on PostgreSQL. */
const columns = {
  created_at: 'timestamptz',
  actor_id: 'integer',
  actor_key: 'text',
  actor_repr: 'text',
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
} as const;

/** Writes the audit log, in the transaction of the recorded changes (CONTRACT §8). */
export class Recorder {
  readonly #sql: string;
  readonly #completion: string;
  readonly #isPostgres: boolean;

  /** @param table name of the audit log's table. */
  constructor(dialect: DialectName, table: string) {
    const names = Object.keys(columns);
    const list = names.map((name) => `"${name}"`).join(', ');
    const typed = Object.entries(columns).map(([name, type]) => `"${name}" ${type}`);
    // One statement with one parameter, for any number of entries.
    const values = names.map((name) => `json_extract(value, '$.${name}')`);
    this.#isPostgres = dialect === 'postgres';
    const source = this.#isPostgres
      ? `${list} FROM json_to_recordset($1::json) AS entries(${typed.join(', ')})`
      : `${values.join(', ')} FROM json_each(?)`;
    const name = `"${table.replaceAll('"', '""')}"`;
    let place = 0;
    const parameter = (): string => (this.#isPostgres ? `$${++place}` : '?');
    const set = ['object_pk', 'object_repr', 'targets', 'targets_count', 'status'].map((column) => `"${column}" = ${parameter()}`);
    this.#completion = `UPDATE ${name} SET ${set.join(', ')} WHERE "request_id" = ${parameter()} AND "action" = ${parameter()}`;
    this.#sql = `INSERT INTO ${name} (${list}) SELECT ${source}`;
  }

  /** Records entries; does nothing without any. */
  async record(entries: readonly AuditEntry[], context: AuditContext, run: (statement: RawStatement) => Promise<Ran>): Promise<void> {
    if (entries.length === 0) return;
    const rows = entries.map((entry) => this.#row(entry, context));
    await run({ sql: this.#sql, name: 'grimoire_audit', parameters: [JSON.stringify(rows)] });
  }

  /** Completes the entry of a run that was recorded when the run began. */
  async complete(entry: AuditEntry, requestId: string, run: (statement: RawStatement) => Promise<Ran>): Promise<void> {
    const values = [entry.key, entry.name.slice(0, 1000).toWellFormed(), JSON.stringify(entry.targets), entry.targetsCount, entry.status];
    await run({ sql: this.#completion, parameters: [...values, requestId, entry.action] });
  }

  #row(entry: AuditEntry, { actor, requestId, ip, now }: AuditContext): Record<keyof typeof columns, unknown> {
    const isOwnUser = actor.id !== null && /^\d{1,9}$/.test(actor.id);
    return {
      created_at: this.#isPostgres ? now.toISOString() : now.toISOString().replace('T', ' ').replace('Z', ''),
      actor_id: isOwnUser ? Number(actor.id) : null,
      actor_key: actor.id,
      actor_repr: actor.username.slice(0, 255).toWellFormed(),
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
