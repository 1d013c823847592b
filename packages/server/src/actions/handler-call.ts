import { AdminError } from '../errors/errors.ts';
import type { ActionContext, ActionRows, HandlerResult, SeenField } from '../model/config/action.ts';
import type { Model } from '../model/model.ts';
import { fieldOfColumn, labelOfColumn } from '../model/path-column.ts';
import { textHelpers } from '../model/row-helpers.ts';
import type { Policy } from '../authorize/policy.ts';
import type { RequestTrace } from '../write/unit-of-work.ts';
import type { RunRequest } from './run-request.ts';
import { say } from '../texts/message.ts';

/** The arguments of a handler call. */
export interface Call {
  readonly request: RunRequest;
  readonly policy: Policy;
  readonly trace: RequestTrace;
  readonly transaction: ActionContext['transaction'];
  readonly rows: ActionRows;
  /** Whether the action is only tried. */
  readonly isTrial: boolean;
  /** Aborted by {@link callHandler} at the time limit, and by its caller when the run ends. */
  readonly controller: AbortController;
}

/**
 * Calls an action's handler, with the time limit of the action. After the limit it throws a 503, aborts the handler's signal, and the
 * transaction refuses further statements.
 */
export async function callHandler({ request, policy, trace, transaction, rows, isTrial, controller }: Call): Promise<HandlerResult> {
  const { action, input, model: own } = request;
  const { run } = action;
  if (!run) throw new Error(`${action.key} has no handler.`);
  const context: ActionContext = {
    actor: policy.actor,
    action: action.key,
    transaction,
    requestId: trace.requestId,
    ip: trace.ip,
    input,
    preview: isTrial,
    signal: controller.signal,
    model: own.key,
    language: policy.registry.wording.tag,
    related: seenColumns(own, policy),
    fields: seenFields(own, policy),
    may(key, right) {
      const model = policy.registry.find(key);
      return model !== undefined && policy.may(model, right);
    },
  };
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    controller.abort();
    const seconds = action.timeLimit / 1000;
    reject(new AdminError('timeout', { detail: say('actionLate', { count: seconds }) }));
  }, action.timeLimit);
  try {
    return await Promise.race([late, (async () => run(context, rows))()]);
  } finally {
    clearTimeout(timer);
  }
}

/** The columns of related rows that the actor may see. */
function seenColumns(model: Model, policy: Policy): SeenField[] {
  if (!policy.may(model, 'view')) return [];
  return policy.columns(model).map((column) => {
    const field = fieldOfColumn(column);
    return { name: column.name, label: labelOfColumn(column, policy.registry.wording), type: field.type.name, display: null };
  });
}

function seenFields(model: Model, policy: Policy): SeenField[] {
  if (!policy.may(model, 'view')) return [];
  return policy.actionFields(model).map((field) => ({
    name: field.name,
    label: field.verboseName,
    type: field.type.name,
    display: textHelpers(model, field)[0]?.name ?? null,
  }));
}
