import type { ModelView } from '../authorize/policy.ts';
import { addScope, labelTarget, type Shape, type Walk } from './shape.ts';

/** What the SQL of a model's rows depends on as one actor sees them: fields, labels, and the scopes that labels lead to. */
export function addView(shape: Shape, view: ModelView, walk: Walk): void {
  addFields(shape, view);
  shape.add(view.hasLabel);
  for (const field of view.fields) {
    if (field.link) addScope(shape, walk.policy.registry.targetOf(field), walk);
    const target = labelTarget(field, walk.policy);
    if (!target) continue;
    shape.add('label', field.name);
    addLabel(shape, target);
    addScope(shape, target.model, walk);
  }
}

function addLabel(shape: Shape, target: ModelView): void {
  if (target.model.label.kind !== 'key') addFields(shape, target);
}

/** The fields that the actor may read: all of them, or these. */
function addFields(shape: Shape, { fields, model }: ModelView): void {
  if (fields === model.fields) shape.add(true);
  else shape.add(false, ...fields.map((field) => field.name));
}
