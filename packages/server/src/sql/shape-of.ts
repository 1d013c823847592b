import type { AuthorizedPlan } from '../authorize/authorize.ts';
import type { Plan } from '../plan/plan.ts';
import type { WritePlan } from '../plan/write.ts';
import type { SqlDialect } from './dialect.ts';
import { addCondition, offsetNode, Shape, witnessNode, witnessOf } from './shape.ts';
import { addView } from './view-shape.ts';
import { addWritePlan } from './write-shape.ts';

/** Takes a plan apart for one dialect. */
export function shapeOf(authorized: AuthorizedPlan | AuthorizedPlan<WritePlan>, dialect: SqlDialect): Shape {
  const shape = new Shape();
  shape.add(authorized.plan.kind, authorized.plan.model.key);
  if (isWrite(authorized)) addWritePlan(shape, authorized, dialect);
  else addReadPlan(shape, authorized, dialect);
  return shape;
}

const writeKinds: ReadonlySet<string> = new Set<WritePlan['kind']>([
  'targets',
  'insert',
  'update',
  'delete',
  'link',
  'unlink',
  'questions',
  'consequences',
  'cascaded keys',
  'unlinked',
  'act',
]);

/** Whether a plan is one of a write. */
export function isWrite(authorized: AuthorizedPlan | AuthorizedPlan<WritePlan>): authorized is AuthorizedPlan<WritePlan> {
  return writeKinds.has(authorized.plan.kind);
}

function addReadPlan(shape: Shape, authorized: AuthorizedPlan, dialect: SqlDialect): void {
  const { plan, view, policy, where } = authorized;
  addPlan(shape, plan, dialect);
  addCondition(shape, where, { dialect, policy, isScoped: false });
  if (plan.kind !== 'count') addView(shape, view, { dialect, policy, isScoped: false });
  const witness = witnessOf(authorized, dialect);
  shape.add(witness !== undefined);
  if (witness) shape.bind(witnessNode, witness.key);
}

function addPlan(shape: Shape, plan: Plan, dialect: SqlDialect): void {
  if (plan.kind === 'row') return;
  if (plan.kind === 'count') {
    shape.add(plan.mode, plan.limit);
    return;
  }
  // A planner that does not know the limit plans for a large part of the table.
  shape.add(plan.limit, plan.offset > 0);
  if (plan.offset > 0) shape.bind(offsetNode, plan.offset);
  shape.add(...plan.order.flatMap((term) => [term.descending, term.field.name]));
  if (plan.kind === 'suggestions') return;
  shape.add(plan.boundary?.direction, plan.fromEnd, plan.withDetails);
  plan.boundary?.values.forEach((value, index) => {
    const field = plan.order[index]?.field;
    if (field) shape.bind(field, dialect.bind(value, field));
  });
}
