import type { Client } from '@grimoire/client';

/** A schema changes with a deploy, or with the user's rights: a reload of the page shows it. */
export const lasting = { staleTime: Number.POSITIVE_INFINITY } as const;

/** How the schema of a model is asked for, and kept. */
export function schemaQueryOf(client: Pick<Client, 'schemaOf'>, model: string) {
  return {
    queryKey: ['model schema', model],
    queryFn: ({ signal }: { signal: AbortSignal }) => client.schemaOf(model, { signal }),
    retry: false,
    ...lasting,
  };
}
