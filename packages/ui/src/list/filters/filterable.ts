import type { FieldSchema, ModelSchema, ModelSummary } from '@grimoire/protocol';
import { formName } from '../../inputs/form-names.ts';
import type { Operator } from '../../kinds/field-kind.ts';
import { kindOf } from '../../kinds/registry.ts';
import { labelOf, useAreSchemasKnown, useModels, useModelSchemas } from '../../schema/use-schema.ts';

/** A field by which a list may be filtered, under the name of its filters: `customer__country`. */
export interface Filterable {
  readonly path: string;
  readonly label: string;
  readonly field: FieldSchema;
  readonly operators: readonly Operator[];
}

/**
 * The fields by which a list is filtered: first those of the config, also along links, then the model's other fields. Undefined until the
 * schemas behind the links are known.
 */
export function useFilterables(schema: ModelSchema): readonly Filterable[] | undefined {
  const models = useModels();
  const targets = targetsOf(schema);
  const related = useModelSchemas(targets);
  const areKnown = useAreSchemasKnown(targets);
  return models.length === 0 || !areKnown ? undefined : filterablesOf(schema, { models, related });
}

/** The models through which paths of `list_filter` lead. */
function targetsOf(schema: ModelSchema): readonly string[] {
  const steps = schema.list_filter.flatMap((path) => stepOf(schema, path)?.related_model ?? []);
  return [...new Set(steps)];
}

function stepOf(schema: ModelSchema, path: string): FieldSchema | undefined {
  return schema.fields.find(({ name }) => path.startsWith(`${name}__`));
}

interface Known {
  readonly models: readonly ModelSummary[];
  /** The models through which paths lead, if the user may see them. */
  readonly related: ReadonlyMap<string, ModelSchema>;
}

/** The fields by which a list is filtered. */
export function filterablesOf(schema: ModelSchema, { models, related }: Known): readonly Filterable[] {
  const listed = schema.list_filter.flatMap((path) => listedOf(path, schema, related));
  const named = new Set(listed.map(({ path }) => path));
  // The filters of a list read such names as paths.
  const others = schema.fields
    .filter(({ name, related: isOfRelated }) => !named.has(name) && isOfRelated === undefined && formName(name) === name)
    .map((field) => ({ path: field.name, label: labelOf(field), field }));
  return (
    [...listed, ...others]
      // Write-only fields can not be filtered by.
      .filter(({ field }) => !field.write_only)
      .map((one) => ({ ...one, path: nameOf(one.path), operators: operatorsOf(one.field, models) }))
      .filter(({ operators }) => operators.length > 0)
  );
}

function operatorsOf(field: FieldSchema, models: readonly ModelSummary[]): readonly Operator[] {
  const mayPick = models.some(({ model, permissions }) => model === field.related_model && permissions.view);
  return kindOf(field)
    .operators(field)
    .filter(({ asks }) => asks !== 'rows' || mayPick);
}

/** Names that mean a search, even if a column has the same name. */
const searches: ReadonlySet<string> = new Set(['q', 'search']);

function nameOf(path: string): string {
  return searches.has(path) ? `${path}__exact` : path;
}

/** A path of `list_filter` as a field; empty where it leads through a model or field that the user may not see. */
function listedOf(path: string, schema: ModelSchema, related: ReadonlyMap<string, ModelSchema>) {
  const own = schema.fields.find(({ name }) => name === path);
  if (own) return [{ path, label: labelOf(own), field: own }];
  const step = stepOf(schema, path);
  const next = step?.related_model === undefined ? undefined : related.get(step.related_model);
  const field = step && next?.fields.find(({ name }) => name === path.slice(step.name.length + 2));
  return step && field ? [{ path, label: `${labelOf(step)} › ${field.verbose_name}`, field }] : [];
}
