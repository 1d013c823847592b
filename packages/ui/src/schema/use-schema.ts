import type { FieldSchema, ModelSchema, ModelSummary } from '@grimoire/protocol';
import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useService } from '../service.ts';
import { lasting, schemaQueryOf } from './schema-query.ts';

/** The models that the user knows of. */
export function useModels(): readonly ModelSummary[] {
  const { client } = useService();
  return useQuery({ queryKey: ['models'], queryFn: () => client.schema(), ...lasting }).data ?? [];
}

/** One of them; undefined where the user does not know of it. */
export function useModel(key: string | undefined): ModelSummary | undefined {
  return useModels().find(({ model }) => model === key);
}

/** In the order of the menu: by groups, in each as the config says, then by name. */
export function inMenuOrder(models: readonly ModelSummary[]): readonly ModelSummary[] {
  return models.toSorted(
    (one, other) =>
      one.group_order - other.group_order ||
      one.group.localeCompare(other.group) ||
      one.model_order - other.model_order ||
      one.verbose_name_plural.localeCompare(other.verbose_name_plural),
  );
}

/** How models are asked for, and kept. */
export function useSchemaQuery(): (model: string) => ReturnType<typeof schemaQueryOf> {
  const { client } = useService();
  return (model) => schemaQueryOf(client, model);
}

/** What a model is rendered from. */
export function useModelSchema(model: string): UseQueryResult<ModelSchema> {
  return useQuery(useSchemaQuery()(model));
}

/** Those of several models, as far as the user may see them. */
export function useModelSchemas(models: readonly string[]): ReadonlyMap<string, ModelSchema> {
  const found = useQueries({ queries: models.map(useSchemaQuery()) });
  return new Map(found.flatMap(({ data }) => (data ? [[data.model, data] as const] : [])));
}

/** Whether it is known of each of them what the user may see. */
export function useAreSchemasKnown(models: readonly string[]): boolean {
  return useQueries({ queries: models.map(useSchemaQuery()) }).every(({ isPending }) => !isPending);
}

/** A field's name for people. */
export function labelOf({ verbose_name: name }: Pick<FieldSchema, 'verbose_name'>): string {
  return capitalized(name);
}

/** With a capital at its beginning. */
export function capitalized(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}
