import type { AuditAction } from '@grimoire/protocol';
import type { AuditEntry } from '../audit/entry.ts';
import type { Recorder } from '../audit/record.ts';
import type { Database, Transaction } from '../databases/database.ts';
import { AdminError } from '../errors/errors.ts';
import { staffModelKeys } from '../model/staff-model-keys.ts';
import type { RefreshTrace } from './alternation.ts';
import type { StaffUser } from './staff.ts';

/** Where a request comes from. */
export interface ClientTrace extends RefreshTrace {
  readonly requestId: string;
}

/** The entries of sign-ins in the audit log, and the transactions that they are written in. */
export class SignInLog {
  readonly #database: Database;
  readonly #recorder: Recorder;

  constructor(database: Database, recorder: Recorder) {
    this.#database = database;
    this.#recorder = recorder;
  }

  /** Runs a job in a transaction. A lock that is not acquired in time is a 503, not a 409: no row of a model is involved. */
  async transaction<T>(job: (transaction: Transaction) => Promise<T>): Promise<T> {
    try {
      return await this.#database.transaction(job, { isSignIn: true });
    } catch (error) {
      const isLocked = error instanceof AdminError && error.code === 'locked';
      throw isLocked ? new AdminError('unavailable', { cause: error }) : error;
    }
  }

  /** Records what a user has not done. */
  recordFailure(action: AuditAction, user: StaffUser | null, trace: ClientTrace): Promise<void> {
    return this.transaction((transaction) => this.#record(action, user, trace, { transaction, status: 'failed' }));
  }

  /** Records what a user has done, in the transaction that does it. */
  record(action: AuditAction, user: StaffUser, trace: ClientTrace, transaction: Transaction): Promise<void> {
    return this.#record(action, user, trace, { transaction, status: 'ok' });
  }

  async #record(action: AuditAction, user: StaffUser | null, trace: ClientTrace, { transaction, status }: Recording): Promise<void> {
    // An unknown username is not recorded: users type passwords into that field.
    const name = user?.username ?? '';
    const entry: AuditEntry = {
      action,
      model: staffModelKeys.user,
      key: user?.id ?? null,
      name,
      diff: {},
      targets: [],
      targetsCount: 0,
      status,
    };
    const actor = {
      id: status === 'ok' ? (user?.id ?? null) : null,
      username: name,
      isSuperuser: false,
      groups: [],
      permissions: new Set<string>(),
      ...(status === 'ok' && user?.link !== undefined ? { link: user.link } : {}),
    };
    await this.#recorder.record([entry], { actor, requestId: trace.requestId, ip: trace.ip, now: new Date() }, (statement) =>
      transaction.runLater(statement),
    );
  }
}

interface Recording {
  readonly transaction: Transaction;
  readonly status: AuditEntry['status'];
}
