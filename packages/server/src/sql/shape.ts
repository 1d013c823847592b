import type { AuthorizedPlan } from '../authorize/authorize.ts';
import type { ModelView, Policy } from '../authorize/policy.ts';
import type { Witness } from '../model/actor.ts';
import type { Field } from '../model/field.ts';
import type { Model } from '../model/model.ts';
import type { Condition } from '../plan/condition.ts';
import type { SqlDialect } from './dialect.ts';
import { bindKeys } from './composite-keys.ts';

/**
 * A plan taken apart: what its SQL depends on, as a text, and the parameters, each belonging to a node of the plan.
 * Plans of the same shape share one compiled statement.
 */
export class Shape {
  key = '';
  readonly parameters: unknown[] = [];
  readonly #nodes: unknown[] = [];

  /** Adds facts that the SQL depends on; names have any characters, so that each fact is set apart. */
  add(...facts: readonly (string | number | boolean | undefined)[]): void {
    this.key += JSON.stringify(facts);
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

/** The witness that a statement carries: where it answers with one row, the actor was not read for this request yet. */
export function witnessOf({ plan, policy }: AuthorizedPlan, dialect: SqlDialect): Witness | undefined {
  const isCarrier = dialect.joinsPages && (plan.kind === 'list' || plan.kind === 'row');
  return isCarrier && !policy.isConfirmed ? policy.actor.witness : undefined;
}

/** What walking a condition needs. */
export interface Walk {
  readonly dialect: SqlDialect;
  readonly policy: Policy;
  /** Whether paths are a row rule's own, which the scopes of the models on the way do not limit. */
  readonly isScoped: boolean;
}

/** Adds a condition: its form to the shape, its values to the parameters. */
export function addCondition(shape: Shape, condition: Condition, walk: Walk): void {
  switch (condition.kind) {
    case 'true':
    case 'false':
      return shape.add(condition.kind);
    case 'collected':
      shape.add(condition.range ? 'collected range' : 'collected');
      if (!condition.range) return;
      shape.bind(condition, condition.range.from);
      return shape.bind(condition.range, condition.range.to);
    case 'and':
    case 'or':
      shape.add(condition.kind, condition.parts.length);
      for (const part of condition.parts) addCondition(shape, part, walk);
      return;
    case 'not':
      shape.add('not');
      return addCondition(shape, condition.part, walk);
    case 'keys':
      shape.add('keys');
      return bindKeys(shape, condition, walk.dialect);
    default:
      addPathCondition(shape, condition, walk);
  }
}

type PathCondition = Extract<Condition, { readonly path: unknown }>;

function addPathCondition(shape: Shape, condition: PathCondition, walk: Walk): void {
  const { dialect } = walk;
  const { path } = condition;
  shape.add(condition.kind, path.name);
  if (!walk.isScoped) {
    for (const step of path.steps) addScope(shape, step.target, walk);
    if (path.field.link) addScope(shape, walk.policy.registry.targetOf(path.field), walk);
  }
  switch (condition.kind) {
    case 'compare':
      shape.add(condition.comparison);
      return shape.bind(condition, dialect.bind(condition.value, path.field));
    case 'in':
      return shape.bind(condition, dialect.bindList(condition.values, path.field));
    case 'null':
      return shape.add(condition.isNull);
    case 'last of':
      shape.add(condition.isKey, ...condition.same.map((field) => field.name));
      return shape.bind(condition, dialect.bindTexts(condition.values));
    case 'holds':
      shape.add(condition.member);
      return shape.bind(condition, condition.text);
    case 'key of':
      shape.add(condition.model.key);
      return addScope(shape, condition.model, walk);
    case 'contains': {
      const form = dialect.containsForm(condition.texts);
      shape.add(form);
      return shape.bind(condition, dialect.bindContains(condition.texts, form));
    }
  }
}

/** Adds the actor's scope of a model that another one leads to. */
export function addScope(shape: Shape, model: Model, walk: Walk): void {
  addCondition(shape, walk.policy.view(model).scope, { ...walk, isScoped: true });
}

/** The view of the model whose label stands beside a foreign key; undefined where the actor gets the bare key. */
export function labelTarget(field: Field, policy: Policy): ModelView | undefined {
  if (!field.relation || field.link) return undefined;
  const view = policy.view(policy.registry.targetOf(field));
  return view.rights.view && (view.hasLabel || view.model.label.kind === 'key') ? view : undefined;
}
