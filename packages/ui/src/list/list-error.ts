import { hashKey, useQueryClient } from '@tanstack/react-query';
import { useListContext } from 'react-admin';
import { useCallback, useSyncExternalStore } from 'react';
import { mayWorkLater } from '../loading/failure.ts';
import { askAgain } from '../loading/reach.ts';
import { listKeyOf } from './prefetch.ts';

/** The longest pause that a timer has, in milliseconds: 24 days. */
const held = 2 ** 31 - 1;

/**
 * Options of the query for a list: one that may be answered later does not fail, but is held until it is asked for again. A query that has failed
 * would lead react-admin from any page to the first one, which it takes for a page that is not there.
 */
export const heldUntilAsked = {
  retry: (_failures: number, error: unknown) => mayWorkLater(error),
  retryDelay: held,
} as const;

interface ListError {
  /** Why the rows could not be read; null where nothing is wrong. */
  readonly error: unknown;
  readonly askAgain: () => void;
}

/** What is wrong with the rows of the surrounding list, also where they are held. */
export function useListError(): ListError {
  const { resource, error, page, perPage, sort, filterValues, filter, refetch } = useListContext();
  const cache = useQueryClient().getQueryCache();
  const subscribe = useCallback((changed: () => void) => cache.subscribe(changed), [cache]);
  const all = { ...(filterValues as object), ...(filter as object | undefined) };
  const key = hashKey(listKeyOf(resource, { pagination: { page, perPage }, sort, filter: all }));
  const reason = useSyncExternalStore(subscribe, () => cache.get(key)?.state.fetchFailureReason ?? null);
  const askNow = (): void => {
    const query = cache.get(key);
    void (query ? askAgain(query) : refetch());
  };
  return { error: error ?? reason, askAgain: askNow };
}
