import type { Client } from '@grimoire/client';
import { loadedPart } from '../loading/loaded-part.tsx';
import { PageSkeleton } from '../loading/page-skeleton.tsx';
import { lasting } from '../schema/schema-query.ts';

/** The home page, whose code is loaded when it is opened. */
export const Home = loadedPart(async () => (await import('./home.tsx')).Home, PageSkeleton);

/** The query for the dashboards of the home page, and its caching. */
export function homeQueryOf(client: Pick<Client, 'home'>) {
  return { queryKey: ['home'], queryFn: ({ signal }: { signal: AbortSignal }) => client.home({ signal }), ...lasting };
}
