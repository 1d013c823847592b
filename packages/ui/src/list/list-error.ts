import { useQueryClient } from '@tanstack/react-query';
import { useListContext } from 'react-admin';
import { useCallback, useSyncExternalStore } from 'react';
import { isUnreached, pauseUntilReached } from '../loading/failure.ts';

/**
 * Options of the query for a list: it is asked for until the service is reached. A query that has failed would lead react-admin from any page to the
 * first one, which it takes for a page that is not there.
 */
export const askedUntilReached = {
  retry: (_failures: number, error: unknown) => isUnreached(error),
  retryDelay: pauseUntilReached,
} as const;

/** Why the rows of the surrounding list could not be read when that was last tried; null where nothing is wrong. */
export function useListError(): unknown {
  const { resource, error } = useListContext();
  const cache = useQueryClient().getQueryCache();
  const subscribe = useCallback((changed: () => void) => cache.subscribe(changed), [cache]);
  const reason = useSyncExternalStore(subscribe, () => {
    const shown = cache.findAll({ queryKey: [resource, 'getList'], type: 'active' });
    return shown.find(({ state }) => state.fetchFailureReason !== null)?.state.fetchFailureReason ?? null;
  });
  return error ?? reason;
}
