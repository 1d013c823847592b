import { type Actor, systemActor } from '../model/actor.ts';
import type { Model } from '../model/model.ts';
import type { Registry } from '../model/registry.ts';
import { type Condition, everyRow, noRow } from '../plan/condition.ts';
import { resolveRule } from './resolve-rule.ts';

/**
 * The rows that the row rule of a model allows to an actor, also those in the trash. If the rule throws, or returns no rule, it allows no row.
 * The first such failure of a model is logged. The service itself is no user: no rule limits it.
 */
export function ruleOf(model: Model, actor: Actor, registry: Registry): Condition {
  if (!model.rows || actor === systemActor) return everyRow;
  try {
    return resolveRule(model, model.rows({ actor }), registry, actor);
  } catch (error) {
    registry.failed(model, 'rows', error);
    return noRow;
  }
}
