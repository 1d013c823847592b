import type { AuditEntry } from '../audit/entry.ts';
import type { AuditContext } from '../audit/record.ts';
import type { Policy } from '../authorize/policy.ts';
import { FileAnswer, type FileBody } from '../model/action.ts';
import type { ActionSnapshot } from '../store/action-snapshot.ts';
import type { Writes } from '../store/writes.ts';
import type { WriteService } from '../write/run.ts';
import type { Origin } from '../write/session.ts';
import { authorizeJob, keysOf, requireAll } from './claim.ts';
import { runEntry } from './entry.ts';
import { callHandler } from './handler-call.ts';
import type { RunRequest } from './run.ts';
import { HandedRows, SnapshotRows } from './snapshot-rows.ts';
import { keyTextOf } from '../plan/keys.ts';

/** Who runs it, and from where. */
export interface Runner {
  readonly policy: Policy;
  readonly origin: Origin;
}

/** A download on its way. Whoever takes it reads its bytes, or returns from them. */
export interface Download {
  readonly name: string;
  readonly type: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/**
 * Runs an action that answers with a file. Its entry in the audit log is committed first, as one that failed: so it
 * stands where the process is killed. Once the last byte is out it becomes what it was, with the number of rows
 * (CONTRACT §7).
 * @param claim what is to be done in the transaction of the entry.
 * @returns the download; or the object that the handler answered with instead.
 */
export async function runFile(
  service: WriteService,
  runner: Runner,
  request: RunRequest,
  claim: (writes: Writes) => Promise<void>,
): Promise<Download | object> {
  const { policy, origin } = runner;
  const { action } = request;
  const context: AuditContext = { actor: policy.actor, now: new Date(), ...origin };
  await service.store.transaction(async (writes) => {
    await requireRows(writes, policy, request);
    await claim(writes);
    const entry = runEntry(request, { count: 0, keys: [] }, 'failed');
    await service.recorder.record([entry], context, (statement) => writes.own(statement));
  });
  const snapshot = await service.store.snapshot(action.timeLimit);
  const handed = new HandedRows();
  const run: FileRun = { service, runner, request, snapshot, handed };
  try {
    const result = await call(run);
    if (result instanceof FileAnswer) return { name: result.name, type: result.type, bytes: await begun(bytesOf(run, result.body)) };
    await finish(run, 'ok');
    return typeof result === 'object' && result !== null ? result : { message: `${handed.targets.count} rows processed.` };
  } catch (error) {
    await finish(run, 'failed');
    throw error;
  }
}

interface FileRun {
  readonly service: WriteService;
  readonly runner: Runner;
  readonly request: RunRequest;
  readonly snapshot: ActionSnapshot;
  readonly handed: HandedRows;
}

/** Ids that are not there, and filters that are none, are told before anything is begun. */
async function requireRows({ acts }: Writes, policy: Policy, request: RunRequest): Promise<void> {
  const { model, chosen } = request;
  const isKeys = chosen.kind === 'keys';
  const authorized = authorizeJob(policy, request, isKeys ? { do: 'keys', isLocked: false, limit: undefined } : { do: 'count' });
  if (!isKeys) return;
  const found = await keysOf(acts, authorized);
  requireAll(
    model,
    chosen.keys,
    found.map((key) => keyTextOf(model, key)),
  );
}

function call({ runner, request, snapshot, handed }: FileRun): ReturnType<typeof callHandler> {
  const { model, action, chosen } = request;
  const rows = new SnapshotRows({ policy: runner.policy, model, action, acts: snapshot.acts, snapshot, handed }, chosen);
  return callHandler({ request, ...runner, transaction: snapshot.tables, rows });
}

/** The same, once its first piece is there: what goes wrong until then is answered as an error. */
async function begun(bytes: AsyncGenerator<Uint8Array>): Promise<AsyncIterable<Uint8Array>> {
  let first: IteratorResult<Uint8Array> | undefined = await bytes.next();
  return {
    [Symbol.asyncIterator]: () => ({
      async next() {
        const result = first ?? (await bytes.next());
        first = undefined;
        return result;
      },
      // Also of a download that nobody began to read.
      return: () => bytes.return(undefined),
    }),
  };
}

/** The bytes of a file; its end, however it comes, ends the run. */
async function* bytesOf(run: FileRun, body: FileBody): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let status: AuditEntry['status'] = 'failed';
  try {
    const pieces = typeof body === 'string' || body instanceof Uint8Array ? [body] : body;
    // What is whole already needs its snapshot no more.
    if (Array.isArray(pieces)) await run.snapshot.close();
    for await (const piece of pieces) yield typeof piece === 'string' ? encoder.encode(piece) : piece;
    status = 'ok';
  } finally {
    await finish(run, status);
  }
}

/** Closes the snapshot, and completes the entry. */
async function finish({ service, runner, request, snapshot, handed }: FileRun, status: AuditEntry['status']): Promise<void> {
  await snapshot.close();
  const entry = runEntry(request, handed.targets, status);
  await service.store.transaction((writes) =>
    service.recorder.complete(entry, runner.origin.requestId, (statement) => writes.own(statement)),
  );
}
