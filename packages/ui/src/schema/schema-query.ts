import type { Client } from '@grimoire/client';

/** A schema changes only with a deploy or with the user's rights: a reload of the page reads it again. */
export const lasting = { staleTime: Number.POSITIVE_INFINITY } as const;

/** The query for the schema of a model, and its caching. */
export function schemaQueryOf(client: Pick<Client, 'schemaOf'>, model: string) {
  return {
    queryKey: ['model schema', model],
    queryFn: ({ signal }: { signal: AbortSignal }) => client.schemaOf(model, { signal }),
    retry: false,
    ...lasting,
  };
}
