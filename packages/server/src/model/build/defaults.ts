import type { CheckId, Problems } from './checks.ts';
import type { AdminConfig } from '../config/config.ts';
import type { Field } from '../field.ts';
import { labelCandidates, searchedFields } from './label-fields.ts';
import { defaultOrdering, displayedFields } from './list-defaults.ts';
import type { FieldPath, Label, Model, PathColumn } from '../model.ts';
import { companionsOf, isPathName, pathColumnOf } from './path-columns.ts';
import { breakOf, resolvePath } from '../path.ts';
import type { Registry } from '../registry.ts';

/** The parts of a model that a config may leave out, or that need all models. */
export type Inferred = Pick<
  Model,
  'label' | 'listDisplay' | 'pathColumns' | 'searchFields' | 'autocompleteFields' | 'listFilter' | 'ordering' | 'isOrdered'
>;

interface Context {
  readonly registry: Registry;
  readonly problems: Problems;
}

/** Applies the defaults of CONTRACT §1 and §3 where a config sets nothing, and checks what it sets. */
export function defaultsOf(model: Model, config: AdminConfig, context: Context): Inferred {
  const own = (name: string): FieldPath[] => pathsOf(model, [name], { ...context, part: '' });
  const part = (name: string, id?: CheckId) => ({ ...context, part: name, ...(id ? { id } : {}) });
  const searchFields = config.searchFields
    ? pathsOf(model, config.searchFields, part('searchFields', 'E012'))
    : searchedFields(model.fields, typeof config.label === 'string' ? config.label : undefined).flatMap((field) => own(field.name));
  const listFilter = config.listFilter
    ? pathsOf(model, config.listFilter, part('listFilter'))
    : model.fields
        .filter(isFilterable)
        .slice(0, 6)
        .flatMap((field) => own(field.name));
  const label = labelOf(model, config, context);
  return {
    label,
    ...(config.listDisplay
      ? displayed(model, config.listDisplay, part('listDisplay'))
      : { listDisplay: displayedFields(model, label), pathColumns: [] }),
    searchFields,
    autocompleteFields: config.autocompleteFields
      ? pathsOf(model, config.autocompleteFields, part('autocompleteFields', 'E012'))
      : searchFields,
    listFilter,
    ordering: config.ordering ? checked(model, config.ordering, part('ordering', 'E013')) : defaultOrdering(model),
    isOrdered: config.ordering !== undefined,
  };
}

function isFilterable(field: Field): boolean {
  return (
    !field.hidden && (field.type.traits.isFlag === true || field.choices !== undefined || (field.relation !== undefined && !field.link))
  );
}

function labelOf(model: Model, config: AdminConfig, context: Context): Label {
  if (typeof config.label === 'function')
    return { kind: 'computed', compute: config.label, failed: (error) => context.registry.failed(model, 'label', error) };
  if (config.label !== undefined) {
    const ofLabel = { ...context, part: 'label' };
    const [path] = leadsElsewhere(model, config.label, ofLabel) ? [] : pathsOf(model, [config.label], ofLabel);
    return path && path.steps.length === 0 ? { kind: 'fields', candidates: [[path.field]] } : { kind: 'key' };
  }
  const candidates = labelCandidates(model.fields);
  return candidates.length > 0 ? { kind: 'fields', candidates } : { kind: 'key' };
}

interface PartContext extends Context {
  readonly part: string;
  readonly id?: CheckId;
}

function pathsOf(model: Model, names: readonly string[], context: PartContext): FieldPath[] {
  return names.flatMap((name) => {
    const place = `${model.key} ${context.part}`;
    const path = resolvePath(model, name, context.registry);
    if (!path) {
      reportBreak(model, name, context);
      return [];
    }
    if (path.field.hidden || path.steps.some((step) => step.field.hidden)) {
      context.problems.add('E014', place, { message: `"${name}" is.`, cure: 'Take it out, or show the field.' });
      return [];
    }
    const searchable = !path.field.link && !(path.field.relation && !path.field.inner?.type.isText);
    if (context.id === 'E012' && !searchable) {
      context.problems.add('E012', place, { message: `"${name}" is a ${path.field.type.name}.`, cure: 'Name a text or a number.' });
      return [];
    }
    return [path];
  });
}

function reportBreak(model: Model, path: string, { registry, problems, part }: PartContext): void {
  const broken = breakOf(model, path, registry);
  const place = `${model.key} ${part}`;
  const where = path === broken.name ? `"${path}"` : `"${broken.name}" of "${path}"`;
  problems.add(broken.isField ? 'E011' : 'E010', place, { message: `${where} is none.`, cure: broken.cure });
}

/** Whether a name is a path to another model's field; that is reported, because only an own field is allowed. */
function leadsElsewhere(model: Model, name: string, { problems, part, id = 'E010' }: PartContext): boolean {
  const isPath = name.includes('.') && !model.fieldByName.has(name);
  if (isPath) problems.add(id, `${model.key} ${part}`, { message: `"${name}" is not its own.`, cure: 'Name an own field.' });
  return isPath;
}

/** The columns that a config names, with those of related rows. */
function displayed(model: Model, names: readonly string[], context: PartContext): Pick<Inferred, 'listDisplay' | 'pathColumns'> {
  const columns: PathColumn[] = [];
  const listDisplay = names.flatMap((name) => {
    if (!isPathName(model, name)) return checked(model, [name], context);
    const column = pathColumnOf(model, name, context);
    if (column && !columns.some((other) => other.name === column.name)) columns.push(column);
    return column ? [column.name] : [];
  });
  return { listDisplay, pathColumns: [...columns, ...companionsOf(columns)] };
}

function checked(model: Model, names: readonly string[], context: PartContext): string[] {
  return names.filter((name) => {
    const bare = name.replace(/^-/, '');
    if (bare === 'pk') return true;
    if (leadsElsewhere(model, bare, context)) return false;
    const [path] = pathsOf(model, [bare], context);
    if (!path) return false;
    if (context.id === 'E013' && path.field.type.traits.isUnsortable) {
      context.problems.add(context.id, `${model.key} ${context.part}`, { message: `"${name}" holds bytes.`, cure: 'Name another field.' });
      return false;
    }
    return true;
  });
}
