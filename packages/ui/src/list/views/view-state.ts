import { filtersOf } from '@grimoire/client/react-admin';
import type { ModelSchema, SavedView } from '@grimoire/protocol';
import type { SortPayload } from 'react-admin';
import { isObject } from '../../store/use-stored.ts';
import { type Chosen, isChosen } from '../columns/column-choice.ts';
import { isLook, type ViewLook } from '../columns/column-look.ts';
import { defaultSortOf, orderingOf, sortNameOf, sortOf } from '../columns/sort.ts';

/** What a list shows, as a view keeps it. */
export interface ViewState {
  /** The filters of the list, relative ones as they are. */
  readonly filter: Readonly<Record<string, unknown>>;
  readonly sort: SortPayload;
  /** The columns and their order; undefined for those of the user who opens the view. */
  readonly columns?: Chosen | undefined;
  /** Widths and pins of columns and the height of rows; undefined for those of the user who opens the view. */
  readonly look?: ViewLook | undefined;
}

/**
 * The parameters of a view in the request that saves it. Its `query` has periods as they are today, which is what the service checks and other
 * clients read; `display` keeps them relative.
 */
export function savedOf(schema: ModelSchema, { filter, sort, columns, look }: ViewState): Pick<SavedView, 'query' | 'display'> {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filtersOf(filter)))
    for (const each of Array.isArray(value) ? (value as unknown[]) : [value]) query.append(name, String(each));
  query.set('ordering', orderingOf(schema, sort).join(','));
  const display = {
    filter,
    sort,
    ...(columns ? { columns: shownOnly(columns) } : {}),
    ...(look ? { look: lookOf(look, columns?.shown ?? schema.list_display) } : {}),
  };
  return { query: query.toString(), display };
}

/** A view may be shared: it names no column that it does not show. */
function shownOnly({ order, shown }: Chosen): Chosen {
  const names = order.filter((name) => shown.includes(name));
  return { order: names, shown: names };
}

function lookOf({ pinned, widths, density }: ViewLook, shown: readonly string[]): ViewLook {
  return {
    pinned: pinned.filter((name) => shown.includes(name)),
    widths: Object.fromEntries(Object.entries(widths).filter(([name]) => shown.includes(name))),
    ...(density ? { density } : {}),
  };
}

/** The list that a view shows. A view of another client, or one whose look says something else than its parameters, has these alone. */
export function stateOf(schema: ModelSchema, { query, display }: SavedView): ViewState {
  const { filter, sort, columns, look } = display;
  const isOwn = isObject(filter) && isSort(sort) && isJudged(schema, { filter, sort }, query);
  const base = isOwn ? { filter, sort } : fromQuery(schema, query);
  return {
    ...base,
    columns: isChosen(columns) && columns !== null ? columns : undefined,
    look: isLook(look) && look !== null ? look : undefined,
  };
}

/**
 * Whether a list has the parameters of a query, except that relative periods may have other days by now. The service has judged the query, and
 * nothing else: other parameters may be refused, and each list that opens with the view would show an error.
 */
function isJudged(schema: ModelSchema, state: ViewState, query: string): boolean {
  const [made, judged] = [new URLSearchParams(savedOf(schema, state).query), new URLSearchParams(query)];
  for (const name of ofNoState) judged.delete(name);
  for (const parameters of [made, judged]) if (parameters.get('ordering') === '') parameters.delete('ordering');
  const relative = Object.entries(state.filter).filter(([name, value]) => `${name}${String(value)}`.includes('~'));
  const moving = new Set(Object.keys(filtersOf(Object.fromEntries(relative))));
  const names = new Set([...made.keys(), ...judged.keys()]);
  return [...names].every((name) =>
    moving.has(name) ? made.has(name) && judged.has(name) : JSON.stringify(made.getAll(name)) === JSON.stringify(judged.getAll(name)),
  );
}

function isSort(value: unknown): value is SortPayload {
  return isObject(value) && typeof value['field'] === 'string' && (value['order'] === 'ASC' || value['order'] === 'DESC');
}

/** Parameters of a list that are no part of what a view keeps. */
const ofNoState = ['page_size', 'format'];

/** The names of filters in react-admin, where they differ from those of the parameters. */
const filterNames = new Map([['search', 'q']]);

function fromQuery(schema: ModelSchema, query: string): ViewState {
  const parameters = new URLSearchParams(query);
  const filter: Record<string, unknown> = {};
  for (const name of new Set(parameters.keys())) {
    if (['ordering', ...ofNoState].includes(name)) continue;
    const values = parameters.getAll(name);
    filter[filterNames.get(name) ?? name] = values.length > 1 ? values : values[0];
  }
  const names = (parameters.get('ordering') ?? '').split(',').filter((name) => name !== '');
  const terms = names.map((name) => ({ name: sortNameOf(schema, name.replace(/^-/, '')), isDescending: name.startsWith('-') }));
  return { filter, sort: sortOf(terms) ?? defaultSortOf(schema) };
}

/** Whether two lists show the same rows in the same order. */
export function isSameState(one: ViewState, other: ViewState): boolean {
  return comparable(one) === comparable(other);
}

function comparable({ filter, sort }: ViewState): string {
  const filters = Object.entries(filter).filter(([, value]) => value !== undefined && value !== null && value !== '');
  return JSON.stringify([filters.toSorted(([first], [second]) => (first < second ? -1 : 1)), sort.field, sort.order]);
}

/** Whether two lists show the same columns in the same order, with the same widths and pins. The height of rows is that of all lists of a person. */
export function areSameColumns(schema: ModelSchema, one: ViewState, other: ViewState): boolean {
  return columnsText(schema, one) === columnsText(schema, other);
}

function columnsText({ list_display: usual }: ModelSchema, { columns, look }: ViewState): string {
  const shown = columns ? shownOnly(columns).shown : usual;
  const { pinned = [], widths = {} } = look ? lookOf(look, shown) : {};
  return JSON.stringify([shown, pinned, Object.entries(widths).toSorted(([one], [other]) => (one < other ? -1 : 1))]);
}

/** The address of the list. */
export function addressOf(model: string, { filter, sort }: ViewState): string {
  const parameters = new URLSearchParams({ filter: JSON.stringify(filter), sort: sort.field, order: sort.order, page: '1' });
  return `/${model}?${parameters.toString()}`;
}
