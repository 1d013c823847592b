import type { FieldSchema, ModelPermissions, ModelSchema, ModelSummary } from '@grimoire/protocol';
import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useService } from '../session/service.ts';
import { modelsQueryOf, schemaQueryOf } from '../session/schema-query.ts';

/** The models that the user may see. */
export function useModels(): readonly ModelSummary[] {
  const { client } = useService();
  return useQuery(modelsQueryOf(client)).data ?? [];
}

/** One of these models; undefined where the user may not see it. */
export function useModel(key: string | undefined): ModelSummary | undefined {
  return useModels().find(({ model }) => model === key);
}

/** A function that says whether the user has a right on a model. */
export function useHasRight(): (model: string, right: keyof ModelPermissions) => boolean {
  const models = useModels();
  return (model, right) => models.find((one) => one.model === model)?.permissions[right] ?? false;
}

/**
 * In the order of the menu: by groups, within a group in the order of the config, then by name. Groups without an order of their own are sorted by
 * name, those of the service after the others.
 */
export function inMenuOrder(models: readonly ModelSummary[]): readonly ModelSummary[] {
  return models.toSorted(
    (one, other) =>
      one.group_order - other.group_order ||
      Number(one.is_of_service === true) - Number(other.is_of_service === true) ||
      one.group.localeCompare(other.group) ||
      one.model_order - other.model_order ||
      one.verbose_name_plural.localeCompare(other.verbose_name_plural),
  );
}

/** A function that gives the query for the schema of a model, and how long it is kept. */
export function useSchemaQuery(): (model: string) => ReturnType<typeof schemaQueryOf> {
  const { client } = useService();
  return (model) => schemaQueryOf(client, model);
}

/** The schema of a model. */
export function useModelSchema(model: string): UseQueryResult<ModelSchema> {
  return useQuery(useSchemaQuery()(model));
}

/** The schemas of several models, without those that the user may not see. */
export function useModelSchemas(models: readonly string[]): ReadonlyMap<string, ModelSchema> {
  const queries = useQueries({ queries: models.map(useSchemaQuery()) });
  return new Map(queries.flatMap(({ data }) => (data ? [[data.model, data] as const] : [])));
}

/** Whether all of these schemas have been loaded or refused. */
export function useAreSchemasKnown(models: readonly string[]): boolean {
  return useQueries({ queries: models.map(useSchemaQuery()) }).every(({ isPending }) => !isPending);
}

/** The label of a field. */
export function labelOf({ verbose_name: name }: Pick<FieldSchema, 'verbose_name'>): string {
  return capitalized(name);
}

/** The text with a capital first letter. */
export function capitalized(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}
