import { hashKey, useQueryClient } from '@tanstack/react-query';
import { useListContext } from 'react-admin';
import { useCallback, useSyncExternalStore } from 'react';
import { failureOf, isAway } from '../../session/failure.ts';
import { askAgain } from '../../session/reach.ts';
import { listKeyOf } from './prefetch.ts';

/**
 * Options of the query for a list: while the service is away it does not fail, but waits to be asked again, which `Reach` does. A query that has
 * failed would lead react-admin from any page to the first one, which it takes for a page that is not there.
 */
export const heldWhileAway = {
  retry: (_failures: number, error: unknown) => isAway(error),
  retryDelay: 60_000,
} as const;

interface ListError {
  /** Why the rows could not be read; null where nothing is wrong. */
  readonly error: unknown;
  /** The error where no rows of this page are there; null where rows are shown. */
  readonly failure: unknown;
  readonly retry: () => void;
}

/** What is wrong with the rows of the surrounding list, also while their query is held. */
export function useListError(): ListError {
  const { resource, data, isPlaceholderData, error: refusal, page, perPage, sort, filterValues, filter, refetch } = useListContext();
  const cache = useQueryClient().getQueryCache();
  const subscribe = useCallback((changed: () => void) => cache.subscribe(changed), [cache]);
  const all = { ...(filterValues as object), ...(filter as object | undefined) };
  const key = hashKey(listKeyOf(resource, { pagination: { page, perPage }, sort, filter: all }));
  const reason = useSyncExternalStore(subscribe, () => cache.get(key)?.state.fetchFailureReason ?? null);
  const error: unknown = refusal ?? reason;
  const retry = (): void => {
    const query = cache.get(key);
    void (query ? askAgain(query) : refetch());
  };
  // The rows of the page before stand in for those of a page until that is read or refused.
  return { error, failure: failureOf<unknown>({ data: isPlaceholderData ? undefined : data, error }), retry };
}
