import type { AuthorizedPlan } from '../authorize/authorize.ts';
import type { ModelView, Policy } from '../authorize/policy.ts';
import type { Witness } from '../model/actor.ts';
import type { Field } from '../model/field.ts';
import type { Model } from '../model/model.ts';
import type { Condition } from '../plan/condition.ts';
import type { Plan } from '../plan/plan.ts';
import type { SqlDialect } from './dialect.ts';

/**
 * A plan taken apart: what its SQL depends on, as a text, and the parameters, each belonging to a node of the plan.
 * Plans of the same shape share one compiled statement.
 */
export class Shape {
  key = '';
  readonly parameters: unknown[] = [];
  readonly #nodes: unknown[] = [];

  /** Adds a text that the SQL depends on. */
  add(text: string): void {
    this.key += `${text}\u0001`;
  }

  /** Adds a parameter of a node. */
  bind(node: unknown, parameter: unknown): void {
    this.#nodes.push(node);
    this.parameters.push(parameter);
  }

  /** The place of a node's parameter among {@link parameters}. */
  slotOf(node: unknown): number {
    const slot = this.#nodes.indexOf(node);
    if (slot === -1) throw new Error('The SQL uses a parameter that the shape of its plan does not have.');
    return slot;
  }
}

/** The node that stands for the offset of a page. */
export const offsetNode: unique symbol = Symbol('offset');

/** The node that stands for the actor in a statement that witnesses them. */
export const witnessNode: unique symbol = Symbol('witness');

/** Takes a plan apart for one dialect. */
export function shapeOf(authorized: AuthorizedPlan, dialect: SqlDialect): Shape {
  const { plan, view, policy, where } = authorized;
  const shape = new Shape();
  shape.add(`${plan.kind} ${plan.model.key}`);
  addPlan(shape, plan, dialect);
  addCondition(shape, where, { dialect, policy, isScoped: false });
  if (plan.kind !== 'count') addView(shape, view, { dialect, policy, isScoped: false });
  const witness = witnessOf(authorized, dialect);
  shape.add(witness ? 'witnessed' : '');
  if (witness) shape.bind(witnessNode, witness.key);
  return shape;
}

/** The witness that a statement carries: where it answers with one row, the actor was not read for this request yet. */
export function witnessOf({ plan, policy }: AuthorizedPlan, dialect: SqlDialect): Witness | undefined {
  const isCarrier = dialect.joinsPages && (plan.kind === 'list' || plan.kind === 'row');
  return isCarrier && !policy.isConfirmed ? policy.actor.witness : undefined;
}

function addPlan(shape: Shape, plan: Plan, dialect: SqlDialect): void {
  if (plan.kind === 'row') return;
  if (plan.kind === 'count') {
    shape.add(plan.mode);
    shape.add(String(plan.limit));
    return;
  }
  // A planner that does not know the limit plans for a large part of the table.
  shape.add(`${plan.limit} ${plan.offset > 0}`);
  if (plan.offset > 0) shape.bind(offsetNode, plan.offset);
  shape.add(plan.order.map((term) => `${term.descending ? '-' : ''}${term.field.name}`).join());
  if (plan.kind === 'suggestions') return;
  shape.add(`${plan.boundary?.direction ?? ''} ${plan.fromEnd}`);
  plan.boundary?.values.forEach((value, index) => {
    const field = plan.order[index]?.field;
    if (field) shape.bind(field, dialect.bind(value, field));
  });
}

interface Walk {
  readonly dialect: SqlDialect;
  readonly policy: Policy;
  /** Whether paths are a row rule's own, which the scopes of the models on the way do not limit. */
  readonly isScoped: boolean;
}

function addCondition(shape: Shape, condition: Condition, walk: Walk): void {
  switch (condition.kind) {
    case 'true':
    case 'false':
      return shape.add(condition.kind);
    case 'and':
    case 'or':
      shape.add(`${condition.kind}${condition.parts.length}`);
      for (const part of condition.parts) addCondition(shape, part, walk);
      return;
    case 'not':
      shape.add('not');
      return addCondition(shape, condition.part, walk);
    case 'keyText':
      shape.add('keyText');
      return shape.bind(condition, walk.dialect.bindTexts(condition.values));
    default:
      addPathCondition(shape, condition, walk);
  }
}

type PathCondition = Extract<Condition, { readonly path: unknown }>;

function addPathCondition(shape: Shape, condition: PathCondition, walk: Walk): void {
  const { dialect } = walk;
  const { path } = condition;
  shape.add(`${condition.kind} ${path.name}`);
  if (!walk.isScoped) for (const step of path.steps) addScope(shape, step.target, walk);
  switch (condition.kind) {
    case 'compare':
      shape.add(condition.comparison);
      return shape.bind(condition, dialect.bind(condition.value, path.field));
    case 'in':
      return shape.bind(condition, dialect.bindList(condition.values, path.field));
    case 'null':
      return shape.add(String(condition.isNull));
    case 'contains': {
      const form = dialect.containsForm(condition.text);
      shape.add(form);
      return shape.bind(condition, dialect.bindContains(condition.text, form));
    }
  }
}

function addScope(shape: Shape, model: Model, walk: Walk): void {
  addCondition(shape, walk.policy.view(model).scope, { ...walk, isScoped: true });
}

function addView(shape: Shape, view: ModelView, walk: Walk): void {
  shape.add(view.fields === view.model.fields ? '*' : view.fields.map((field) => field.name).join());
  shape.add(String(view.hasLabel));
  for (const field of view.fields) {
    const target = labelTarget(field, walk.policy);
    if (!target) continue;
    shape.add(`label ${field.name}`);
    addComputed(shape, target);
    addScope(shape, target.model, walk);
  }
}

function addComputed(shape: Shape, target: ModelView): void {
  if (target.model.label.kind !== 'computed') return;
  shape.add(target.fields === target.model.fields ? '*' : target.fields.map((field) => field.name).join());
}

/** The view of the model whose label stands beside a foreign key; undefined where the actor gets the bare key. */
export function labelTarget(field: Field, policy: Policy): ModelView | undefined {
  if (!field.relation || field.link) return undefined;
  const view = policy.view(policy.registry.targetOf(field));
  return view.rights.view && (view.hasLabel || view.model.label.kind === 'key') ? view : undefined;
}
