import { useQueryClient } from '@tanstack/react-query';
import { useListContext } from 'react-admin';
import { useCallback, useSyncExternalStore } from 'react';
import { isUnreached, pauseUntilReached } from '../loading/failure.ts';
import { listKeyOf } from './prefetch.ts';

/**
 * Options of the query for a list: it is asked for until the service is reached. A query that has failed would lead react-admin from any page to the
 * first one, which it takes for a page that is not there.
 */
export const askedUntilReached = {
  retry: (_failures: number, error: unknown) => isUnreached(error),
  retryDelay: pauseUntilReached,
} as const;

/** Why the rows of the surrounding list could not be read, also while they are asked for again; null where nothing is wrong. */
export function useListError(): unknown {
  const { resource, error, page, perPage, sort, filterValues, filter } = useListContext();
  const cache = useQueryClient().getQueryCache();
  const subscribe = useCallback((changed: () => void) => cache.subscribe(changed), [cache]);
  const all = { ...(filterValues as object), ...(filter as object | undefined) };
  const queryKey = listKeyOf(resource, { pagination: { page, perPage }, sort, filter: all });
  const reason = useSyncExternalStore(subscribe, () => cache.find({ queryKey })?.state.fetchFailureReason ?? null);
  return error ?? (isUnreached(reason) ? reason : null);
}
