import type { ModelSchema, SavedView, SavedViews } from '@grimoire/protocol';
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useEvent, useListContext, useStoreContext } from 'react-admin';
import { useLocation, useNavigate } from 'react-router-dom';
import { useService } from '../../session/service.ts';
import { useStored } from '../../store/use-stored.ts';
import { useColumnChoice } from '../columns/column-choice.ts';
import { useLook } from '../columns/column-look.ts';
import { defaultSortOf } from '../columns/sort.ts';
import { addressOf, areSameColumns, isSameState, stateOf, type ViewState } from './view-state.ts';

const queryKey = ['views'];

/** The views that the user may use, of all models: they are asked for once. */
export function useSavedViews(): UseQueryResult<SavedViews> {
  const { client } = useService();
  return useQuery({ queryKey, queryFn: ({ signal }) => client.views.list({ signal }), staleTime: 60_000, retry: false });
}

/** Reads the views again, after one was changed. */
export function useReloadViews(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey });
}

interface ViewsOfList {
  readonly views: readonly SavedView[];
  readonly mayShare: SavedViews['may_share'];
  /** The view that the list shows, or that it showed before a filter was changed. */
  readonly active: SavedView | undefined;
  /** Whether the list shows something else than the active view. */
  readonly isChanged: boolean;
  readonly state: ViewState;
  /** Whether the list shows something that no view has. */
  readonly isNew: boolean;
  /** Shows a view; null for all rows. */
  readonly open: (view: SavedView | null) => void;
  /** Whether the list shows all rows in the usual order, and the views are known. */
  readonly isAll: boolean;
  /** Forgets the view of before, if the list shows all rows. */
  readonly leave: () => void;
}

/** Stands for all rows among the keys of views. */
const allRows = 0;

function isId(value: unknown): value is number {
  return typeof value === 'number';
}

/** The list without a view. */
function allOf(schema: ModelSchema): ViewState {
  return { filter: {}, sort: defaultSortOf(schema) };
}

/** The views of the surrounding list. */
export function useViews(schema: ModelSchema): ViewsOfList {
  const { data } = useSavedViews();
  const { filterValues, sort } = useListContext();
  const { chosen, chooseForView } = useColumnChoice(schema);
  const { chosen: look, lookForView } = useLook(schema);
  const [opened, setOpened] = useStored<number>(`view.${schema.model}`, allRows, isId);
  const navigate = useNavigate();
  const views = data?.views.filter(({ model }) => model === schema.model) ?? [];
  const state = { filter: filterValues as ViewState['filter'], sort, columns: chosen ?? undefined, look: look ?? undefined };
  const isShown = (view: SavedView): boolean => !hasProblems(view) && isSameState(stateOf(schema, view), state);
  // A list that shows all rows in the usual order is no changed view.
  const isAll = isSameState(allOf(schema), state);
  const active = views.find((view) => view.id === opened && (!isAll || isShown(view))) ?? views.find(isShown);
  const show = (view: SavedView | null): ViewState => {
    const next = view ? stateOf(schema, view) : allOf(schema);
    setOpened(view?.id ?? allRows);
    chooseForView(next.columns ?? null);
    lookForView(next.look ?? null);
    return next;
  };
  const open = (view: SavedView | null): void => void navigate(addressOf(schema.model, show(view)));
  const leave = useEvent(() => {
    if (isAll && opened !== allRows && active === undefined) show(null);
  });
  return {
    views,
    mayShare: data?.may_share ?? null,
    active,
    isChanged: active !== undefined && !isSameState(stateOf(schema, active), state),
    state,
    isNew: [allOf(schema), ...(active ? [stateOf(schema, active)] : [])].every(
      (known) => !isSameState(known, state) || !areSameColumns(schema, known, state),
    ),
    open,
    isAll: isAll && data !== undefined,
    leave,
  };
}

/**
 * Leaves the view where the list comes to show all rows in the usual order, as by the removal of its last filter: the next filter is no change of that view.
 * Not where a view was opened a moment ago whose filters are still on their way: the list showed all rows before that too.
 */
function useLeftView({ isAll, leave }: ViewsOfList): void {
  useEffect(() => {
    if (isAll) leave();
  }, [isAll, leave]);
}

/** The address of a list with a view, which {@link useOpeningView} follows. */
export function viewAddress({ model, id }: SavedView): string {
  return `/${model}?view=${id}`;
}

/**
 * Opens a list with the view that its address names; without one, with the view that is its default, when a tab shows the list for the
 * first time and its address asks for nothing else.
 */
export function useOpeningView(schema: ModelSchema): void {
  const { data } = useSavedViews();
  const shown = useViews(schema);
  const { open, state, views } = shown;
  const store = useStoreContext();
  // Before a view is opened, which would be left.
  useLeftView(shown);
  const { search } = useLocation();
  const parameter = new URLSearchParams(search).get('view');
  const id = parameter === null ? data?.defaults[schema.model] : Number(parameter);
  const view = views.find((one) => one.id === id && !hasProblems(one));
  const start = useEvent((first: SavedView, isAsked: boolean) => {
    const isNew = store.getItem(`view.${schema.model}`, undefined) === undefined && search === '';
    if (isAsked) open(first);
    else if (isNew && isSameState(state, allOf(schema))) open(first);
  });
  useEffect(() => {
    if (view) start(view, parameter !== null);
  }, [view, parameter, start]);
}

/** Whether the user may not open the view today. */
export function hasProblems({ problems }: SavedView): boolean {
  return Object.keys(problems).length > 0;
}
