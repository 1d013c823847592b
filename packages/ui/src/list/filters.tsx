import type { FieldSchema, ModelSchema, ModelSummary } from '@grimoire/protocol';
import type { ReactElement } from 'react';
import { SearchInput } from 'react-admin';
import { formName } from '../form/form-names.ts';
import { kindOf } from '../kinds/registry.ts';
import { capitalized, labelOf, useAreSchemasKnown, useModels, useModelSchemas } from '../schema/use-schema.ts';

/** A field by which a list may be filtered, under the name of its filters: `customer__country`. */
interface Listed {
  readonly path: string;
  readonly label: string;
  readonly field: FieldSchema;
}

/**
 * The inputs by which a list is filtered: first those of the config, then the model's other fields. Undefined until all of them
 * are known: react-admin's form passes its values only to the inputs that it has at first.
 */
export function useFilters(schema: ModelSchema): ReactElement[] | undefined {
  const models = useModels();
  const targets = targetsOf(schema);
  const related = useModelSchemas(targets);
  const areKnown = useAreSchemasKnown(targets);
  return models.length === 0 || !areKnown ? undefined : filtersOf(schema, { models, related });
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

/** The inputs of a list, each under the name that it has in the list's address. */
export function filtersOf(schema: ModelSchema, { models, related }: Known): ReactElement[] {
  const listed = schema.list_filter.flatMap((path) => listedOf(path, schema, related));
  const named = new Set(listed.map(({ path }) => path));
  // The filter form reads such names as paths.
  const others = schema.fields
    .filter(({ name }) => !named.has(name) && formName(name) === name)
    .map((field) => ({ path: field.name, label: labelOf(field), field }));
  const search =
    schema.search_fields.length > 0
      ? [<SearchInput key="q" source="q" alwaysOn placeholder="Search" slotProps={{ htmlInput: { 'aria-label': 'Search' } }} />]
      : [];
  // Write-only fields can not be filtered by.
  const asked = [...listed, ...others].filter(({ field }) => !field.write_only);
  return [...search, ...asked.flatMap((one) => inputsOf(one, models))];
}

/** A path of `list_filter` as a field; empty where it leads through a model or field that the user may not see. */
function listedOf(path: string, schema: ModelSchema, related: ReadonlyMap<string, ModelSchema>): Listed[] {
  const own = schema.fields.find(({ name }) => name === path);
  if (own) return [{ path, label: labelOf(own), field: own }];
  const step = stepOf(schema, path);
  const next = step?.related_model === undefined ? undefined : related.get(step.related_model);
  const field = step && next?.fields.find(({ name }) => name === path.slice(step.name.length + 2));
  return step && field ? [{ path, label: `${labelOf(step)}: ${field.verbose_name}`, field }] : [];
}

/** Parameters that mean a search, even if a column has the same name. */
const searches: ReadonlySet<string> = new Set(['q', 'search']);

function inputsOf({ path, label, field }: Listed, models: readonly ModelSummary[]): readonly ReactElement[] {
  return kindOf(field).filters({ path: searches.has(path) ? `${path}__exact` : path, label, field, models });
}

/** The heading above a list's columns, used by its `filters`. */
export function headingOf(schema: Pick<ModelSchema, 'verbose_name_plural'>): string {
  return capitalized(schema.verbose_name_plural);
}
