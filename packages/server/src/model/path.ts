import { didYouMean } from './build/checks.ts';
import type { Field } from './field.ts';
import type { FieldPath, Model, Step } from './model.ts';
import type { Registry } from './registry.ts';

/**
 * Follows a path of field names along foreign keys.
 * @returns null if a name is no field, or if one before the last is no foreign key.
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

/** The place at which a path of field names breaks. */
export interface BrokenPath {
  /** The name at which it breaks. */
  readonly name: string;
  /** The model that has no such field, or whose field is no foreign key. */
  readonly model: Model;
  readonly isField: boolean;
  /** A similar name, or what to write instead. */
  readonly cure: string;
}

/** The place at which a path breaks that {@link resolvePath} cannot follow. */
export function breakOf(model: Model, path: string, registry: Registry): BrokenPath {
  let current = model;
  const names = path.split('.');
  for (const [index, name] of names.entries()) {
    const field = current.fieldByName.get(name);
    if (!field?.relation || field.link) return brokenAt(name, { model: current, field, isLast: index === names.length - 1 });
    current = registry.targetOf(field);
  }
  return brokenAt(path, { model, field: undefined, isLast: true });
}

interface Break {
  readonly model: Model;
  readonly field: Field | undefined;
  readonly isLast: boolean;
}

function brokenAt(name: string, { model, field, isLast }: Break): BrokenPath {
  const leading = model.fields.filter(({ relation, link }) => relation !== undefined && link === undefined);
  const names = (isLast || leading.length === 0 ? model.fields : leading).map((candidate) => candidate.name);
  const cure = field === undefined ? didYouMean(name, names) : 'Name an own field, or a foreign key before the dot.';
  return { name, model, isField: field !== undefined, cure };
}

/** The path of a field of the model itself. @param name its name in a filter. */
export function ownPath(field: Field, name: string = field.name): FieldPath {
  return { name, steps: [], field };
}
