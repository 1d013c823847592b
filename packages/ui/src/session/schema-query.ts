import type { Client } from '@grimoire/client';
import { ownKinds } from '../extension/own-kinds.ts';
import type { ModelSchema } from '@grimoire/protocol';
import { readableSchema } from '../texts/audit-log.ts';

/** A schema changes only with a deploy or with the user's rights: a reload of the page reads it again. */
export const lasting = { staleTime: Number.POSITIVE_INFINITY } as const;

/** The query for the models that the user may see, and its caching. */
export function modelsQueryOf(client: Pick<Client, 'schema'>) {
  // The query of the user's rights, which reads it, is the one that is retried.
  return { queryKey: ['models'], queryFn: () => client.schema(), retry: false, ...lasting };
}

/** The query for the schema of a model, and its caching. */
export function schemaQueryOf(client: Pick<Client, 'schemaOf'>, model: string) {
  return {
    queryKey: ['model schema', model],
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<ModelSchema> =>
      readableSchema(ownKinds.applied(await client.schemaOf(model, { signal }))),
    retry: false,
    ...lasting,
  };
}
