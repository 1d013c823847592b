import type { ActionReport } from '@grimoire/protocol';
import { FileAnswer } from '../model/config/action.ts';
import { requireTargets } from '../store/param-targets.ts';
import { nameOfRow } from '../write/row.ts';
import type { WriteService } from '../write/run.ts';
import type { Origin, WriteSession } from '../write/session.ts';
import type { Policy } from '../authorize/policy.ts';
import { authorizeJob, lockTargets, type LockedTargets } from './lock-targets.ts';
import { entryRowByRow, type EntryTargets, rowsProcessed, runEntry } from './entry.ts';
import { callHandler } from './handler-call.ts';
import { merged } from './row-by-row.ts';
import { type LockedParts, LockedRows } from './locked-rows.ts';
import { PendingCalls } from './pending-calls.ts';
import type { RunLog, RunRequest } from './run.ts';

/** A run in its transaction: what it was about is known here also after it has failed. */
export class ActionRun {
  readonly #request: RunRequest;
  readonly #log: RunLog;
  /** What the handler was called on; null before it was. */
  #begun: EntryTargets | null = null;

  constructor(request: RunRequest, log: RunLog) {
    this.#request = request;
    this.#log = log;
  }

  /**
   * Locks the rows, calls the handler, and notes the run for the audit log. Throws what the handler throws, so that all
   * is undone.
   * @returns the answer.
   */
  async perform(session: WriteSession): Promise<object> {
    const request = this.#request;
    const { policy, writes, origin } = session;
    await requireTargets(writes, policy, request.action.params, request.input);
    const claim = await lockTargets(writes.statements, policy, request);
    const targets = await this.#targets(session, claim);
    let report: ActionReport | undefined;
    const failed = new Set<string>();
    const reported: LockedParts['reported'] = (made, keys) => {
      report = merged(report, made);
      for (const key of keys) failed.add(key);
    };
    const { model, action } = request;
    const pendingCalls = new PendingCalls();
    const parts = { policy, model, action, statements: writes.statements, session, log: this.#log, count: claim.count, pendingCalls };
    const rows = new LockedRows({ ...parts, reported }, claim.chosen);
    this.#begun = targets;
    const controller = new AbortController();
    const call = { request, policy, origin, transaction: writes.tables, rows, controller };
    const result = await callHandler(call).finally(() => controller.abort());
    pendingCalls.requireDone(`${action.key} of ${model.key}`);
    if (result instanceof FileAnswer)
      throw new Error(`${action.key} of ${model.key} answers with a file: declare it with returns: 'file'.`);
    await claim.done();
    session.entries.push(entryRowByRow(request, targets, failed));
    return answerOf(result, report, claim.count);
  }

  /** Puts the failed attempt into the audit log; a run that never began is none. */
  async recordFailure({ store, recorder }: WriteService, policy: Policy, origin: Origin): Promise<void> {
    const targets = this.#begun;
    if (!targets) return;
    const context = { actor: policy.actor, now: new Date(), ...origin };
    const entry = runEntry(this.#request, targets, 'failed');
    await store.transaction((writes) => recorder.record([entry], context, (statement) => writes.own(statement)));
  }

  async #targets({ policy, writes }: WriteSession, { chosen, count, firstKeys }: LockedTargets): Promise<EntryTargets> {
    const { model, action } = this.#request;
    if (count !== 1) return { count, keys: firstKeys };
    const [row] = await writes.statements.rows(authorizeJob(policy, { model, action, chosen }, { do: 'read' }));
    return { count, keys: firstKeys, ...(row ? { name: nameOfRow(model, row, firstKeys[0] ?? '') } : {}) };
  }
}

/** What the handler returned where that is an object, with the report of what it did row by row; else a message (CONTRACT §7). */
function answerOf(result: object | void, report: ActionReport | undefined, count: number): object {
  const isAnswer = typeof result === 'object' && result !== null && !Array.isArray(result);
  if (isAnswer) return { ...report, ...result };
  return report ?? { message: rowsProcessed(count) };
}
