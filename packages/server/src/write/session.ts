import type { DeleteContext, StoredRow } from '../model/config/hooks.ts';
import type { Model } from '../model/model.ts';
import type { Policy } from '../authorize/policy.ts';
import type { AuditEntry } from '../audit/entry.ts';
import type { Writes } from '../store/writes.ts';

/** Where a write comes from, for the audit log. */
export interface Origin {
  readonly requestId: string;
  /** The address that the request came from, as far as it can be believed. */
  readonly ip: string | null;
}

/** All the writes of one request: one transaction, one actor, one moment. */
export class WriteSession {
  readonly policy: Policy;
  readonly writes: Writes;
  readonly origin: Origin;
  readonly now: Date = new Date();
  /** What has been done so far. */
  readonly entries: AuditEntry[] = [];
  readonly #made = new Set<string>();
  /** Rows that are known to be there and within reach, so that ten thousand rows that point to one ask for it once. */
  readonly verified: Set<string> = new Set();
  /** Whether rows that links lead to are within reach, by model and key, as far as it was asked. */
  readonly reached: Map<string, boolean> = new Map();

  /** Hears that a unique value of a model is taken. */
  readonly uniqueTaken: (model: Model) => void;

  constructor(policy: Policy, writes: Writes, origin: Origin, uniqueTaken: (model: Model) => void) {
    this.uniqueTaken = uniqueTaken;
    this.policy = policy;
    this.writes = writes;
    this.origin = origin;
  }

  /** What hooks are told. */
  hookContext(row: StoredRow): DeleteContext {
    return { actor: this.policy.actor, transaction: this.writes.tables, requestId: this.origin.requestId, row };
  }

  /** Notes that this request made a row. */
  recordCreated(model: Model, key: string): void {
    this.#made.add(`${model.key} ${key}`);
  }

  /** Whether this request made the row. */
  hasCreated(model: Model, key: string): boolean {
    return this.#made.has(`${model.key} ${key}`);
  }
}
