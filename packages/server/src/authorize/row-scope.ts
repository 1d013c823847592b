import type { Actor } from '../model/actor.ts';
import type { Model } from '../model/model.ts';
import type { Registry } from '../model/registry.ts';
import { type Condition, everyRow, noRow } from '../plan/condition.ts';
import { resolveRule } from './resolve-rule.ts';

/**
 * The rows of a model that an actor may see and change. If the row rule throws, or returns no rule, no row is in scope. The first such
 * failure of a model is logged.
 */
export function scopeOf(model: Model, actor: Actor, registry: Registry): Condition {
  if (!model.rows) return everyRow;
  try {
    return resolveRule(model, model.rows({ actor }), registry, actor);
  } catch (error) {
    registry.failed(model, 'rows', error);
    return noRow;
  }
}
