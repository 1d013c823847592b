import type { AuditEntry } from '../audit/entry.ts';
import type { AuditContext } from '../audit/record.ts';
import type { Policy } from '../authorize/policy.ts';
import { FileAnswer, type HandlerResult } from '../model/config/action.ts';
import { keyTextOf } from '../plan/keys.ts';
import type { ActionSnapshot } from '../store/action-snapshot.ts';
import type { Writes } from '../store/writes.ts';
import { AdminError, isOutcomeUnknown } from '../errors/errors.ts';
import { fileResponse, type IdempotentRequest } from '../write/idempotency.ts';
import { requireReferencedRows } from '../store/param-targets.ts';
import { parseKey } from '../request/key.ts';
import { nameOfRow } from '../write/row.ts';
import type { WriteService } from '../write/transaction.ts';
import type { RequestTrace } from '../write/unit-of-work.ts';
import { authorizeJob, keysOf, requireAll } from './lock-targets.ts';
import { type EntryRows, rowsProcessed, entryWithStatus } from './entry.ts';
import { begun, type Download, encoded } from './file-bytes.ts';
import { callHandler } from './handler-call.ts';
import type { RunRequest } from './run-request.ts';
import { StreamedRows, SnapshotRows } from './snapshot-rows.ts';
import { written } from '../texts/message.ts';

/** What a run that answers with a file needs. */
export interface FileRunParts {
  readonly service: WriteService;
  readonly policy: Policy;
  readonly trace: RequestTrace;
  readonly request: RunRequest;
  /** Called with errors that occur after the answer was given. */
  readonly log: (error: unknown) => void;
  /** Runs a job once more after a pause. */
  readonly later: (job: () => Promise<void>) => void;
  /** What identifies a request with an `Idempotency-Key`; null without one. */
  readonly repeatable: IdempotentRequest | null;
}

/** What came of a run: a file, an object that the handler returned instead, or the stored outcome of an earlier request. */
export type FileRunResult =
  | { readonly kind: 'file'; readonly file: Download }
  | { readonly kind: 'object'; readonly answer: object }
  | { readonly kind: 'earlier'; readonly answer: object };

/** The form in which outcomes are stored; versions before 0.2 stored the response, with its body as text. */
interface StoredResponse {
  readonly answer?: object;
  readonly body?: string;
}

/**
 * A run of an action that answers with a file. Its entry in the audit log is first committed with the status failed, so that the entry is
 * right if the process is killed. After the last byte the entry gets its final status and the number of rows (CONTRACT §7).
 */
export class FileRun {
  readonly #parts: FileRunParts;
  readonly #streamed = new StreamedRows();
  readonly #controller = new AbortController();
  #snapshot: ActionSnapshot | undefined;

  constructor(parts: FileRunParts) {
    this.#parts = parts;
  }

  #message(): string {
    return written(rowsProcessed(this.#streamed.targets.count), this.#parts.policy.registry.wording);
  }

  async perform(): Promise<FileRunResult> {
    const earlier = await this.#begin();
    if (earlier) return { kind: 'earlier', answer: earlier };
    try {
      const result = await this.#call();
      if (result instanceof FileAnswer) return { kind: 'file', file: await this.#download(result) };
      const answer = typeof result === 'object' && result !== null ? result : { message: this.#message() };
      await this.#finish('ok', (writes) => this.#keep(writes, { answer }));
      return { kind: 'object', answer };
    } catch (error) {
      // If its COMMIT was not answered, the entry and the kept answer may be there.
      if (!isOutcomeUnknown(error)) await this.#end('failed', (writes) => this.#release(writes));
      throw error;
    }
  }

  /** Records the run as failed, until it ends. @returns the answer of an earlier request; then nothing is recorded. */
  async #begin(): Promise<object | null> {
    const { service, policy, trace, request, repeatable } = this.#parts;
    const context: AuditContext = { actor: policy.actor, now: new Date(), ...trace };
    const begin = async (writes: Writes): Promise<object | null> => {
      const earlier = await this.#claim(writes);
      if (earlier) return earlier;
      await requireReferencedRows(writes, policy, request.action.params, request.input);
      await requireRows(writes, policy, request);
      const entry = entryWithStatus(request, { count: 0, keys: [] }, 'failed');
      await service.recorder.record([entry], context, (statement) => writes.runOwn(statement));
      return null;
    };
    const run = (): Promise<object | null> => service.writeLimit.run(policy.actor.id, () => service.store.transaction(begin));
    try {
      return await service.idempotency.inTurn(repeatable, run);
    } catch (error) {
      // The handler has not run: the claim, if it was committed, would refuse each repetition.
      if (isOutcomeUnknown(error)) await this.#end('failed', (writes) => this.#release(writes));
      throw error;
    }
  }

  /** Throws a 409 if the answer of an earlier request was a file. @returns its answer; null if this is the first request. */
  async #claim(writes: Writes): Promise<object | null> {
    const { service, repeatable } = this.#parts;
    if (!repeatable) return null;
    const earlier = await service.idempotency.claim(writes, repeatable);
    if (earlier === fileResponse) throw new AdminError('not_replayable');
    if (earlier === null) {
      service.idempotency.keep(writes, repeatable, fileResponse);
      return null;
    }
    const stored = JSON.parse(earlier) as StoredResponse;
    return stored.answer ?? (JSON.parse(stored.body ?? '{}') as object);
  }

  #keep(writes: Writes, outcome: StoredResponse): void {
    const { service, repeatable } = this.#parts;
    if (repeatable) service.idempotency.keep(writes, repeatable, JSON.stringify(outcome));
  }

  /** Deletes the claim of a request that has failed before its response began. */
  #release(writes: Writes): void {
    const { service, repeatable } = this.#parts;
    if (repeatable) service.idempotency.release(writes, repeatable);
  }

  async #call(): Promise<HandlerResult> {
    const { service, policy, trace, request } = this.#parts;
    const { model, action, chosen } = request;
    const snapshot = await service.store.snapshot(action.timeLimit);
    this.#snapshot = snapshot;
    const rows = new SnapshotRows({ policy, model, action, statements: snapshot.statements, snapshot, streamed: this.#streamed }, chosen);
    return callHandler({ request, policy, trace, transaction: snapshot.queries, rows, isTrial: false, controller: this.#controller });
  }

  async #download({ name, type, body }: FileAnswer): Promise<Download> {
    if (!/^[\x20-\x7e]+$/.test(type)) throw new Error(`"${type}" is no content type.`);
    // A complete body does not need the snapshot any more.
    if (typeof body === 'string' || body instanceof Uint8Array) await this.#snapshot?.close();
    const bytes = encoded(body, (isWhole) => this.#end(isWhole ? 'ok' : 'failed'));
    return { name, type, bytes: await begun(bytes) };
  }

  /** Ends the run after its answer. If the entry cannot be written now, that can only be logged: the answer has been sent. */
  async #end(status: AuditEntry['status'], also?: (writes: Writes) => void): Promise<void> {
    await this.#finish(status, also).catch((error: unknown) => {
      this.#parts.log(error);
      // Another writer may have held its lock too long: the entry is written once more, after a pause.
      this.#parts.later(() => this.#finish(status, also));
    });
  }

  /** Closes the snapshot, and completes the entry. */
  async #finish(status: AuditEntry['status'], also?: (writes: Writes) => void): Promise<void> {
    const { service, trace, request } = this.#parts;
    this.#controller.abort();
    await this.#snapshot?.close();
    await service.store.transaction(async (writes) => {
      const entry = entryWithStatus(request, await this.#targets(writes), status);
      await service.recorder.complete(entry, trace.requestId, (statement) => writes.runOwn(statement));
      also?.(writes);
    });
  }

  /** The streamed rows; if there is a single one that still exists, also its name. */
  async #targets({ statements }: Writes): Promise<EntryRows> {
    const { policy, request } = this.#parts;
    const { model, action } = request;
    const { targets } = this.#streamed;
    const [only] = targets.keys;
    const key = targets.count === 1 && only !== undefined ? parseKey(model, only) : null;
    if (only === undefined || !key) return targets;
    const chosen = { kind: 'keys', keys: [key] } as const;
    const [row] = await statements.rows(authorizeJob(policy, { model, action, chosen }, { do: 'read' }));
    return row ? { ...targets, name: nameOfRow(model, row, only) } : targets;
  }
}

/** Unknown ids and invalid filters are reported before the run begins. */
async function requireRows({ statements }: Writes, policy: Policy, request: RunRequest): Promise<void> {
  const { model, chosen } = request;
  const isKeys = chosen.kind === 'keys';
  const authorized = authorizeJob(policy, request, isKeys ? { do: 'keys', locks: false, limit: undefined } : { do: 'count' });
  if (!isKeys) return;
  const keys = await keysOf(statements, authorized);
  requireAll(
    model,
    chosen.keys,
    keys.map((key) => keyTextOf(model, key)),
  );
}
