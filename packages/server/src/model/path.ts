import type { FieldPath, Model, Step } from './model.ts';
import type { Registry } from './registry.ts';

/**
 * Follows a path of field names along foreign keys.
 * @returns null where a name is no field, or one before the last is no foreign key.
 */
export function resolvePath(model: Model, path: string, registry: Registry): FieldPath | null {
  const names = model.fieldByName.has(path) ? [path] : path.split('.');
  const steps: Step[] = [];
  let current = model;
  for (const name of names.slice(0, -1)) {
    const field = current.fieldByName.get(name);
    if (!field?.relation || field.link) return null;
    current = registry.targetOf(field);
    steps.push({ field, target: current });
  }
  const field = current.fieldByName.get(names.at(-1) ?? '');
  return field ? { name: names.join('__'), steps, field } : null;
}

/** Where a path of field names ends that leads to no field. */
export interface BrokenPath {
  /** The name at which it ends. */
  readonly name: string;
  /** The model that has no such field, or where the field is no foreign key. */
  readonly model: Model;
  readonly isField: boolean;
}

/** Where a path breaks that {@link resolvePath} can't follow. */
export function breakOf(model: Model, path: string, registry: Registry): BrokenPath {
  let current = model;
  for (const name of path.split('.')) {
    const field = current.fieldByName.get(name);
    if (!field?.relation || field.link) return { name, model: current, isField: field !== undefined };
    current = registry.targetOf(field);
  }
  return { name: path, model, isField: false };
}
