import type { ActionReport } from '@grimoire/protocol';
import { FileAnswer } from '../model/config/action.ts';
import { requireReferencedRows } from '../store/param-targets.ts';
import { nameOfRow } from '../write/row.ts';
import type { WriteService } from '../write/transaction.ts';
import type { RequestTrace, UnitOfWork } from '../write/unit-of-work.ts';
import type { Policy } from '../authorize/policy.ts';
import { authorizeJob, lockTargets, type LockedTargets } from './lock-targets.ts';
import { entryWithStatus, type EntryRows, finishedEntry, rowsProcessed } from './entry.ts';
import { callHandler } from './handler-call.ts';
import { merged } from './row-by-row.ts';
import type { LockedParts } from './locked-parts.ts';
import { LockedRows } from './locked-rows.ts';
import { PendingCalls } from './pending-calls.ts';
import type { RunErrors, RunRequest } from './run-request.ts';
import { written } from '../texts/message.ts';

/** A run of an action in its transaction. It keeps its rows for the audit log, also after it has failed. */
export class ActionRun {
  readonly #request: RunRequest;
  readonly #log: RunErrors;
  /** The rows that the handler was called with; null before the call. */
  #begun: EntryRows | null = null;

  constructor(request: RunRequest, log: RunErrors) {
    this.#request = request;
    this.#log = log;
  }

  /**
   * Locks the rows, calls the handler, and adds the run to the audit log. Errors of the handler are rethrown, so that the transaction is
   * rolled back.
   * @returns the answer.
   */
  async perform(unit: UnitOfWork): Promise<object> {
    const request = this.#request;
    const { policy, writes, trace } = unit;
    await requireReferencedRows(writes, policy, request.action.params, request.input);
    const locked = await lockTargets(writes.statements, policy, request);
    unit.irreversible = request.action.irreversible;
    const entryRows = await this.#entryRows(unit, locked);
    let report: ActionReport | undefined;
    const failed = new Set<string>();
    const reported: LockedParts['reported'] = (made, keys) => {
      report = merged(report, made, policy.registry.wording);
      for (const key of keys) failed.add(key);
    };
    const { model, action } = request;
    const pendingCalls = new PendingCalls();
    const parts = { policy, model, action, statements: writes.statements, unit, log: this.#log, count: locked.count, pendingCalls };
    const rows = new LockedRows({ ...parts, reported }, locked.chosen);
    if (!action.isSafeToTry) await unit.examination?.targets(unit, { model, count: locked.count, rows: () => rows.stream() });
    if (unit.isTrial && !action.isSafeToTry) {
      unit.notRun(`${model.key}.${action.key}`);
      return {};
    }
    this.#begun = entryRows;
    const controller = new AbortController();
    const call = { request, policy, trace, transaction: writes.queries, rows, isTrial: unit.isTrial, controller };
    const result = await callHandler(call).finally(() => controller.abort());
    pendingCalls.requireDone(`${action.key} of ${model.key}`);
    if (result instanceof FileAnswer)
      throw new Error(`${action.key} of ${model.key} answers with a file: declare it with returns: 'file'.`);
    await locked.done();
    unit.entries.push(finishedEntry(request, entryRows, failed));
    return answerOf(result, report ?? { message: written(rowsProcessed(locked.count), policy.registry.wording) });
  }

  /** Writes the failed run to the audit log; a run whose handler was never called is not recorded. */
  async recordFailure({ store, recorder }: WriteService, policy: Policy, trace: RequestTrace): Promise<void> {
    const entryRows = this.#begun;
    if (!entryRows) return;
    const context = { actor: policy.actor, now: new Date(), ...trace };
    const entry = entryWithStatus(this.#request, entryRows, 'failed');
    await store.transaction((writes) => recorder.record([entry], context, (statement) => writes.runOwn(statement)));
  }

  async #entryRows({ policy, writes }: UnitOfWork, { chosen, count, firstKeys }: LockedTargets): Promise<EntryRows> {
    const { model, action } = this.#request;
    if (count !== 1) return { count, keys: firstKeys };
    const [row] = await writes.statements.rows(authorizeJob(policy, { model, action, chosen }, { do: 'read' }));
    return { count, keys: firstKeys, ...(row ? { name: nameOfRow(model, row, firstKeys[0] ?? '') } : {}) };
  }
}

/** The handler's result if it is an object, merged with the report of its work row by row; otherwise that, or a message (CONTRACT §7). */
function answerOf(result: object | void, report: ActionReport | { readonly message: string }): object {
  const isAnswer = typeof result === 'object' && result !== null && !Array.isArray(result);
  if (!isAnswer) return report;
  return 'total' in report ? { ...report, ...result } : result;
}
