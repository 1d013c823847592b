import type { Key } from '@grimoire/protocol';
import { type RefObject, useEffect, useLayoutEffect } from 'react';
import { type SortPayload, type Store, useEvent, useListContext, useStoreContext } from 'react-admin';
import { isFocusLost } from '../../layout/focus.ts';
import { isObject, useStored } from '../../store/use-stored.ts';
import { useIsExact } from '../../actions/is-exact.ts';

/** The page of a list that this tab has shown last. */
export interface ShownPage {
  /** The keys of its rows, and of rows before and after them that were opened one after another. */
  readonly ids: readonly Key[];
  /** The number of rows of the list before the first of them. */
  readonly start: number;
  /** 1-based. */
  readonly page: number;
  readonly perPage: number;
  readonly sort: SortPayload;
  readonly filter: Readonly<Record<string, unknown>>;
  readonly total: number;
  readonly isExact: boolean;
  /** Pixels by which the rows were scrolled. */
  readonly top?: number;
  /** The row that was opened from it. */
  readonly opened?: Key;
}

/** The key in the store of the page of a model's list. */
function keyOf(model: string): string {
  return `shown.${model}`;
}

function isShownPage(value: unknown): value is ShownPage | null {
  if (value === null) return true;
  if (!isObject(value) || !Array.isArray(value['ids'])) return false;
  const numbers = ['start', 'page', 'perPage', 'total'].every((name) => typeof value[name] === 'number');
  return numbers && isObject(value['filter']) && isObject(value['sort']) && typeof value['sort']['field'] === 'string';
}

/** The page of the list that this tab has shown last, and a function that changes it. */
export function useShownPage(model: string): readonly [ShownPage | null, (page: ShownPage) => void] {
  return useStored<ShownPage | null>(keyOf(model), null, isShownPage);
}

function shownPage(store: Store, model: string): ShownPage | null {
  const value: unknown = store.getItem(keyOf(model), null);
  return isShownPage(value) ? value : null;
}

/** Whether a page has the same filters. */
function hasFilter(page: ShownPage | null, filter: object): boolean {
  return page !== null && JSON.stringify(page.filter) === JSON.stringify(filter);
}

/** Whether the list that this tab has shown last had other filters than the surrounding one. */
export function useAreOtherFilters(): () => boolean {
  const store = useStoreContext();
  const { resource, filterValues } = useListContext();
  return () => !hasFilter(shownPage(store, resource), filterValues as object);
}

/** Remembers the page of the surrounding list, for the way back from a row and for the way to the next one. */
export function useRememberPage(): void {
  const store = useStoreContext();
  const isExact = useIsExact();
  const { resource, data, page, perPage, sort, filterValues, total = 0, isPlaceholderData } = useListContext();
  useEffect(() => {
    if (!data || isPlaceholderData) return;
    const before = shownPage(store, resource);
    const filter = filterValues as ShownPage['filter'];
    const isSame = before !== null && hasFilter(before, filter) && before.page === page && isSameSort(before.sort, sort);
    const { top, opened } = isSame ? before : {};
    const scrollPlace = { ...(top === undefined ? {} : { top }), ...(opened === undefined ? {} : { opened }) };
    const ids = data.map(({ id }) => id as Key);
    store.setItem(keyOf(resource), {
      ids,
      start: (page - 1) * perPage,
      page,
      perPage,
      sort,
      filter,
      total,
      isExact,
      ...scrollPlace,
    } satisfies ShownPage);
  }, [store, resource, data, page, perPage, sort, filterValues, total, isExact, isPlaceholderData]);
}

function isSameSort(one: SortPayload, other: SortPayload): boolean {
  return one.field === other.field && one.order === other.order;
}

/** Keeps how far the rows were scrolled while a row is open, and gives the row that was opened the focus. */
export function useKeptScroll(box: RefObject<HTMLElement | null>, isLoaded: boolean): void {
  const store = useStoreContext();
  const { resource, data, page, sort, filterValues } = useListContext();
  const restore = useEvent((element: HTMLElement) => {
    const before = shownPage(store, resource);
    if (!before || !hasFilter(before, filterValues as object) || before.page !== page || !isSameSort(before.sort, sort)) return;
    element.scrollTop = before.top ?? 0;
    const index = data?.findIndex(({ id }) => id === before.opened) ?? -1;
    if (index >= 0 && isFocusLost()) element.querySelectorAll<HTMLElement>('tbody .opening a')[index]?.focus({ preventScroll: true });
  });
  const keep = useEvent((element: HTMLElement) => {
    const last = shownPage(store, resource);
    if (last) store.setItem(keyOf(resource), { ...last, top: element.scrollTop });
  });
  useLayoutEffect(() => {
    const element = box.current;
    if (!isLoaded || !element) return undefined;
    restore(element);
    return () => keep(element);
  }, [box, isLoaded, restore, keep]);
}
