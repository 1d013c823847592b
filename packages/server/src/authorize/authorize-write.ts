import { AdminError } from '../errors/errors.ts';
import { type ModelRight, rightCodename, systemActor, type TrashRight } from '../model/actor.ts';
import type { Field } from '../model/field.ts';
import type { Model } from '../model/model.ts';
import { columnOf } from '../model/path-column.ts';
import { allOf, allowedBy, type Condition, everyRow } from '../plan/condition.ts';
import { keyIs, keysAre } from '../plan/keys.ts';
import type { ActionPlan, Assignment, ExistenceCheck, RowsForWritePlan, WritePlan } from '../plan/write.ts';
import type { RestorePlan, SetRowsPlan } from '../plan/undo.ts';
import { type AuthorizedPlan, listCondition, requireAction, requireRight } from './authorize.ts';
import { type Policy, trashCondition } from './policy.ts';
import { say } from '../texts/message.ts';

/**
 * Authorizes a write, or a part of one, by the policy: the right, the fields, and the rows in scope. Throws a 403 or 404 for a missing
 * right. A field that a request may not write has been refused before, with its name; such a field here is a bug, and throws.
 */
export function authorizeWrite<P extends WritePlan>(plan: P, policy: Policy): AuthorizedPlan<P> {
  if (plan.kind === 'action') requireAct(plan, policy);
  else if (plan.kind === 'set rows' || plan.kind === 'restore') requireUndo(plan, policy);
  // The service itself is no user: no option of a model, such as `readonly`, keeps it from its work.
  else if (policy.actor !== systemActor) requireRight(policy, plan.model, rightOf(plan));
  // Who selects rows by their values reads these values.
  if (plan.kind === 'matching keys') requireRight(policy, plan.model, 'view');
  if (plan.kind === 'insert' || plan.kind === 'update') requireWritable(plan.values, plan, policy);
  if (plan.kind === 'link' || plan.kind === 'unlink') requireWritable([{ field: plan.field, origin: 'request' }], plan, policy);
  const view = policy.access(plan.model);
  const authorized = plan.kind === 'checks' ? { ...plan, checks: plan.checks.map((check) => scoped(check, policy)) } : plan;
  return {
    plan: authorized,
    actor: policy.actor,
    policy,
    view,
    where: allOf([reachableRows(plan, policy), rowsOf(plan, policy)]),
  } as AuthorizedPlan<P>;
}

/**
 * The right to take changes of a model's rows back. It also counts on a read-only model, whose rows code and the database have changed.
 */
export function mayUndo(model: Model, right: ModelRight, policy: Policy): boolean {
  return policy.holds(model, rightCodename(model, right));
}

function requireUndo({ model, right }: SetRowsPlan | RestorePlan, policy: Policy): void {
  if (!mayUndo(model, right, policy)) throw new AdminError('permission_denied', { detail: say('mayNotUndo') });
}

/** The right to run the action. Filters on rows, and output of rows, also need `view` (CONTRACT §7). */
function requireAct({ model, action, chosen, job }: ActionPlan, policy: Policy): void {
  requireAction(policy, model, action);
  const isShown = job.do === 'show' || job.do === 'texts';
  if (chosen.kind === 'matching' || isShown) requireRight(policy, model, 'view');
  if (!isShown) return;
  const fields = policy.actionFields(model);
  const { fields: visible } = policy.access(model);
  const hidden = job.do === 'texts' ? job.order.find(({ field }) => !field.primaryKey && !visible.includes(field))?.field : undefined;
  const forbidden = hidden ?? job.fields.find((field) => !fields.includes(field) && !isSeenColumn(field, { model, job }, policy));
  if (forbidden) throw new AdminError('permission_denied', { detail: say('mayNotShow', { model: model.key, field: forbidden.name }) });
}

/** Whether a field stands for a column of related rows that the actor may see. Only texts have them. */
function isSeenColumn(field: Field, { model, job }: Pick<ActionPlan, 'model' | 'job'>, policy: Policy): boolean {
  const column = columnOf(field);
  return job.do === 'texts' && column !== undefined && policy.columns(model).includes(column);
}

function rightOf(plan: Exclude<WritePlan, ActionPlan>): ModelRight | TrashRight {
  switch (plan.kind) {
    case 'insert':
      return 'add';
    case 'link':
    case 'unlink':
      return plan.isNew ? 'add' : 'change';
    default:
      return plan.right;
  }
}

/** The rows that a run has locked were in scope at that time; a handler may move them out of scope. */
function reachableRows(plan: WritePlan, policy: Policy): Condition {
  const isLockedByRun = plan.kind === 'action' && (plan.chosen.kind === 'locked' || plan.chosen.kind === 'collected');
  // A row that the handler has deleted is no longer in the run.
  return isLockedByRun ? allOf(trashCondition(plan.model, false)) : policy.requestedRows(plan.model);
}

function chosenBy({ model, chosen, narrowing }: ActionPlan, policy: Policy): Condition {
  if (chosen.kind === 'keys' || chosen.kind === 'locked') return allOf([keysAre(model, chosen.keys), narrowing]);
  const rows: Condition = chosen.kind === 'collected' ? chosen : listCondition({ model, ...chosen }, policy);
  return allOf([rows, narrowing]);
}

function rowsOf(plan: WritePlan, policy: Policy): Condition {
  switch (plan.kind) {
    case 'action':
      return chosenBy(plan, policy);
    case 'matching keys':
      return listCondition(plan, policy);
    case 'insert':
    case 'checks':
    case 'set rows':
    case 'restore':
      return everyRow;
    case 'link':
    case 'unlink':
      return keyIs(plan.model, plan.key);
    default:
      return keysAre(plan.model, plan.keys);
  }
}

function requireWritable(values: readonly Pick<Assignment, 'field' | 'origin'>[], { model }: WritePlan, policy: Policy): void {
  const { fields } = policy.access(model);
  const forbidden = values.find(
    ({ field, origin }) => origin === 'request' && !(field.editable && (field.writeOnly || fields.includes(field))),
  );
  if (forbidden)
    throw new AdminError('permission_denied', { detail: say('mayNotWrite', { model: model.key, field: forbidden.field.name }) });
}

/** The same rows, each as a row of the result. */
export function apart(rows: AuthorizedPlan<RowsForWritePlan>): AuthorizedPlan<RowsForWritePlan> {
  return { ...rows, plan: { ...rows.plan, isApart: true } };
}

/** A referenced row must be in the actor's scope; whether a unique value is taken is checked on all rows. */
function scoped(check: ExistenceCheck, policy: Policy): ExistenceCheck {
  if (check.kind === 'columns' || (check.kind === 'row' && !check.isScoped)) return check;
  return { ...check, condition: allOf([check.condition, allowedBy(policy.access(check.model).scope)]) };
}
