import type { QueryKey } from '@tanstack/react-query';
import { useRef } from 'react';
import { type SortPayload, type Store, useEvent, useStoreContext } from 'react-admin';
import { ofLists } from '../../cells/cut-values.ts';
import { schemaQueryOf } from '../../session/schema-query.ts';
import { type Service, useService } from '../../session/service.ts';
import { isObject } from '../../store/use-stored.ts';
import { defaultSortOf } from '../columns/sort.ts';

/** Milliseconds for which a list that was read counts as new: it is shown without being read again. */
export const newFor = 2000;

/** Milliseconds for which the pointer rests on a link before its list is read. */
const rest = 120;

/** The rows of a page before the user chooses. */
export function usualPageSize({ maxPageSize }: { readonly maxPageSize: number }): number {
  return Math.min(25, maxPageSize);
}

interface Prefetch {
  /** The pointer has come to a link to the list of a model, or the link has the focus. */
  readonly onPointed: (model: string) => void;
  readonly onLeft: () => void;
}

interface ListParams {
  readonly pagination: { readonly page: number; readonly perPage: number };
  readonly sort: SortPayload;
  readonly filter: object;
}

/** The key that `useGetList` of react-admin makes for a page of a list. */
export function listKeyOf(model: string, { pagination, sort, filter }: ListParams): QueryKey {
  return [model, 'getList', { pagination, sort, filter, meta: ofLists }];
}

type Reading = Pick<Service, 'client' | 'dataProvider' | 'queryClient' | 'settings'>;

/** Reads the schema of a model, and the rows that its list shows first. What fails is said where it is shown. */
export async function prefetchList({ client, dataProvider, queryClient, settings }: Reading, store: Store, model: string): Promise<void> {
  const schema = await queryClient.fetchQuery(schemaQueryOf(client, model));
  const listParams: unknown = store.getItem(`${model}.listParams`, null);
  // With parameters of its own, a list may be a costly one: it is read when it is opened.
  if (isObject(listParams) && Object.keys(listParams).length > 0) return;
  const params = { pagination: { page: 1, perPage: usualPageSize(settings) }, sort: defaultSortOf(schema), filter: {}, meta: ofLists };
  await queryClient.prefetchQuery({
    queryKey: listKeyOf(model, params),
    queryFn: ({ signal }) => dataProvider.getList(model, { ...params, signal }),
    staleTime: newFor,
    retry: false,
  });
}

/** Reads the schema and the rows of a list before it is opened, once the pointer rests on its link. */
export function usePrefetchList(): Prefetch {
  const service = useService();
  const store = useStoreContext();
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const onLeft = useEvent(() => clearTimeout(timer.current));
  const onPointed = useEvent((model: string) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void prefetchList(service, store, model).catch(() => undefined), rest);
  });
  return { onPointed, onLeft };
}
