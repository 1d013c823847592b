import type { ModelView } from '../authorize/policy.ts';
import { addScope, labelTarget, type Shape, type Walk } from './shape.ts';

/** What the SQL of a model's rows depends on as one actor sees them: fields, labels, and the scopes that labels lead to. */
export function addView(shape: Shape, view: ModelView, walk: Walk): void {
  shape.add(view.fields === view.model.fields ? '*' : view.fields.map((field) => field.name).join());
  shape.add(String(view.hasLabel));
  for (const field of view.fields) {
    if (field.link) addScope(shape, walk.policy.registry.targetOf(field), walk);
    const target = labelTarget(field, walk.policy);
    if (!target) continue;
    shape.add(`label ${field.name}`);
    addLabel(shape, target);
    addScope(shape, target.model, walk);
  }
}

function addLabel(shape: Shape, target: ModelView): void {
  if (target.model.label.kind === 'key') return;
  shape.add(target.fields === target.model.fields ? '*' : target.fields.map((field) => field.name).join());
}
