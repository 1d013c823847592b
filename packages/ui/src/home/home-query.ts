import type { Client } from '@grimoire/client';
import { lasting } from '../session/schema-query.ts';

/** The query for the dashboards of the home page, and its caching. */
export function homeQueryOf(client: Pick<Client, 'home'>) {
  return { queryKey: ['home'], queryFn: ({ signal }: { signal: AbortSignal }) => client.home({ signal }), ...lasting };
}
