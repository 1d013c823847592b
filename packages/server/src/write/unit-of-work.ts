import type { DeleteContext, RestoreContext, StoredRow } from '../model/config/hooks.ts';
import type { Model } from '../model/model.ts';
import type { CallableHooks, HookCaller } from '../model/model-hooks.ts';
import type { Policy } from '../authorize/policy.ts';
import type { AuditEntry } from '../audit/entry.ts';
import type { Writes } from '../store/writes.ts';
import type { Examination } from './examination.ts';

/** The trace of a write, for the audit log. */
export interface RequestTrace {
  readonly requestId: string;
  /** The client's address, as determined from the connection and the trusted proxies. */
  readonly ip: string | null;
  /** How the request was made: the kind of its credentials. Undefined before they are known. */
  readonly via?: string;
  /** Why, as its user says. Undefined before the write begins. */
  readonly reason?: string;
}

/** What concerns a whole unit of work. */
export interface UnitOptions {
  /** Called when a unique value of a model is taken. */
  readonly uniqueTaken: (model: Model) => void;
  /** The change set that is taken back, if the request is an undo. */
  readonly undoOf?: number | null | undefined;
  readonly examination?: Examination | undefined;
}

/** The writes of one request: one transaction, one actor, one time. */
export class UnitOfWork implements HookCaller {
  readonly policy: Policy;
  readonly writes: Writes;
  readonly trace: RequestTrace;
  readonly now: Date = new Date();
  /** The audit entries of the writes that have been done. */
  readonly entries: AuditEntry[] = [];
  readonly #created = new Set<string>();
  #hasErased = false;
  /** Rows that are known to exist and to be in scope, so that rows with a common target query it only once. */
  readonly verified: Set<string> = new Set();
  /** Whether the targets of links are in the actor's scope, by model and key, as far as they have been checked. */
  readonly reached: Map<string, boolean> = new Map();

  /** Called when a unique value of a model is taken. */
  readonly uniqueTaken: (model: Model) => void;

  /** Why what it writes can not be taken back. */
  irreversible: string | undefined;
  /** For each field with a relative change, how many rows have no value; undefined if all have one. */
  empty: Readonly<Record<string, number>> | undefined;
  /** The change set that is taken back; null if the request is no undo. */
  readonly undoOf: number | null;
  /** Looks at what is written before it is committed; undefined for most requests. */
  readonly examination: Examination | undefined;

  constructor(policy: Policy, writes: Writes, trace: RequestTrace, { uniqueTaken, undoOf, examination }: UnitOptions) {
    this.undoOf = undoOf ?? null;
    this.uniqueTaken = uniqueTaken;
    this.examination = examination;
    this.policy = policy;
    this.writes = writes;
    this.trace = trace;
  }

  get isTrial(): boolean {
    return this.examination?.isTrial === true;
  }

  notRun(name: string): void {
    this.examination?.notRun.add(name);
  }

  /** Runs what the request writes, as its examination does. */
  examined<T>(job: (unit: UnitOfWork) => Promise<T>): Promise<T> {
    return this.examination ? this.examination.run(this, job) : job(this);
  }

  /** The hooks of a model that this request may call: nothing else gives them. */
  hooksOf({ hooks }: Model): CallableHooks {
    return hooks.for(this);
  }

  /** The context that is passed to hooks. */
  hookContext(row: StoredRow): RestoreContext {
    const { actor, registry } = this.policy;
    const { undoOf, trace, writes, isTrial: preview } = this;
    return { actor, transaction: writes.queries, requestId: trace.requestId, language: registry.wording.tag, undoOf, preview, row };
  }

  /** The context that is passed to the hooks of a delete. */
  deleteContext(row: StoredRow, isFinal: boolean): DeleteContext {
    return { ...this.hookContext(row), isFinal };
  }

  /** Whether this request has deleted a row for good. */
  get hasErased(): boolean {
    return this.#hasErased;
  }

  /** Records that this request has deleted a row for good. */
  recordErased(): void {
    this.#hasErased = true;
    this.forgetVerified();
  }

  /** Rows that were known to exist may be gone: they are looked up again. */
  forgetVerified(): void {
    this.verified.clear();
    this.reached.clear();
  }

  /** Records that this request created a row. */
  recordCreated(model: Model, key: string): void {
    this.#created.add(`${model.key} ${key}`);
  }

  /** Whether this request created the row. */
  hasCreated(model: Model, key: string): boolean {
    return this.#created.has(`${model.key} ${key}`);
  }
}
