import type { Value } from '../model/field-type.ts';
import { InvalidValue } from '../model/field-type.ts';
import type { Field } from '../model/field.ts';
import { type Model, singleKey } from '../model/model.ts';
import { parseKey } from '../request/key.ts';
import type { FilterParameter, ListRequest, SuggestionsRequest } from '../request/parameters.ts';
import { planFilters } from './filter-groups.ts';
import { Parameter, plain } from './parameter.ts';
import { type Boundary, type CountPlan, type ListPlan, offsetOf, type OrderTerm, type RowPlan, type AutocompletePlan } from './plan.ts';

/** Rows of an autocomplete page (CONTRACT §4). */
export const autocompletePageSize = 20;

interface Ordering {
  readonly terms: OrderTerm[];
  readonly unknown: string[];
}

/** The sort by these names, followed by the key in the direction of the last name (CONTRACT §4). */
export function planOrder(model: Model, names: readonly string[]): Ordering {
  const terms: OrderTerm[] = [];
  const unknown: string[] = [];
  const add = (field: Field, descending: boolean): void => {
    if (!terms.some((term) => term.field === field)) terms.push({ field, descending });
  };
  for (const name of names) {
    const descending = name.startsWith('-');
    const bare = descending ? name.slice(1) : name;
    const field = model.fieldByName.get(bare);
    if (field && !field.hidden && field.queryable && !field.type.traits.isUnsortable) add(field, descending);
    else if (bare === 'pk' && !field) for (const key of model.primaryKey) add(key, descending);
    else unknown.push(bare);
  }
  const direction = terms.at(-1)?.descending ?? true;
  const isUnique = terms.some((term) => term.field === singleKey(model));
  if (!isUnique) for (const key of model.primaryKey) add(key, direction);
  return { terms, unknown };
}

/** @param page counted from 1. */
function offsetOfPage(page: number, size: number): Parameter<'plain'> | undefined {
  return page === 1 ? undefined : plain(Math.min((page - 1) * size, Number.MAX_SAFE_INTEGER));
}

/** A page of a list by its number. */
export function planList(model: Model, request: ListRequest): ListPlan {
  const { terms, unknown } = planOrder(model, request.ordering.length > 0 ? request.ordering : model.ordering);
  return {
    kind: 'list',
    model,
    filters: planFilters(model, request.filters),
    search: request.search,
    unknownOrdering: unknown,
    order: terms,
    isRequestedOrder: request.ordering.length > 0,
    boundary: undefined,
    offset: offsetOfPage(request.page, request.pageSize),
    limit: request.pageSize,
    fromEnd: false,
    scan: undefined,
    wantsTotal: false,
    bringsTotal: false,
    withDetails: false,
    cut: request.cut,
  };
}

/** The count of a list, or the database's estimate of it. */
export function planCount(list: ListPlan, mode: CountPlan['mode'], limit?: number): CountPlan {
  return { kind: 'count', model: list.model, filters: list.filters, search: list.search, mode, limit };
}

/**
 * The same list, from a cursor instead of an offset.
 * @param values JSON values of the sort fields.
 * @returns null if one of them does not determine where its row stands: a page cannot start there.
 */
export function planFromCursor(list: ListPlan, direction: Boundary['direction'], values: readonly unknown[]): ListPlan | null {
  if (values.length !== list.order.length) return null;
  const parsed: Parameter<'value'>[] = [];
  for (const [index, { field }] of list.order.entries()) {
    const value = cursorValue(field, values[index]);
    if (value === null) return null;
    parsed.push(new Parameter('value', { given: value, field }));
  }
  return { ...list, boundary: { direction, values: parsed }, offset: undefined };
}

/** The character that stands for bytes that are no text. */
const replacement = '\uFFFD';

/** A value whose text is the canonical one; SQLite may also store other forms, and bytes that are no text. */
function cursorValue(field: Field, value: unknown): Value {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return null;
  try {
    const parsed = field.type.parse(String(value), field);
    return String(parsed) === String(value) && !String(value).includes(replacement) ? parsed : null;
  } catch (error) {
    if (error instanceof InvalidValue) return null;
    throw error;
  }
}

/** A page of entries. */
export interface EntriesPage {
  readonly number: number;
  readonly size: number;
  /** Whether the rows include the fields that lists leave out. */
  readonly withDetails: boolean;
}

/** The rows of a model that match these filters, newest first. */
export function planEntries(model: Model, filters: readonly FilterParameter[], page: EntriesPage): ListPlan {
  return {
    kind: 'list',
    model,
    filters: planFilters(model, filters),
    search: [],
    unknownOrdering: [],
    order: planOrder(model, ['-pk']).terms,
    isRequestedOrder: false,
    boundary: undefined,
    offset: offsetOfPage(page.number, page.size),
    limit: page.size,
    fromEnd: false,
    scan: undefined,
    wantsTotal: false,
    bringsTotal: false,
    withDetails: page.withDetails,
    cut: undefined,
  };
}

/** The end of a list, for a page past the end of an inexact count. */
export function planLastPage(list: ListPlan): ListPlan {
  return { ...list, offset: undefined, fromEnd: true };
}

/**
 * The page at the offset of a list, read from the end of a result of so many rows: fewer rows are skipped.
 * @param count more than the offset.
 */
export function planFromEnd(list: ListPlan, count: number): ListPlan {
  const rest = count - offsetOf(list);
  const skipped = rest - list.limit;
  return { ...list, offset: skipped > 0 ? plain(skipped) : undefined, limit: Math.min(list.limit, rest), fromEnd: true };
}

/** One row by its key. */
export function planRow(model: Model, key: readonly Value[], { forWriter = false }: { readonly forWriter?: boolean } = {}): RowPlan {
  return { kind: 'row', model, key, forWriter };
}

/** The size of a page of an autocomplete, and the fields beside the labels. */
interface AutocompletePage {
  readonly limit: number;
  readonly fields?: readonly Field[];
}

/** Keys and labels of rows whose search fields contain every word, or whose key is the text. */
export function planAutocomplete(
  model: Model,
  request: SuggestionsRequest,
  { limit, fields = none }: AutocompletePage = { limit: autocompletePageSize },
): AutocompletePlan {
  const isNumber = /^\d+$/.test(request.text) && !model.primaryKey[0].choices;
  const key = (isNumber ? parseKey(model, request.text) : null) ?? undefined;
  const order = suggestionOrder(model);
  return {
    kind: 'autocomplete',
    model,
    fields,
    words: request.words,
    key,
    order: planOrder(model, order.names).terms,
    // The row with the key must be among them.
    candidates: order.isByLabel && key === undefined ? maxCandidates : undefined,
    offset: offsetOfPage(request.page, limit),
    limit,
  };
}

const none: readonly Field[] = [];

/** The most matches of an autocomplete that are sorted by their labels. To sort all of them would take longer than to find 20. */
const maxCandidates = 1000;

function suggestionOrder(model: Model): { readonly names: readonly string[]; readonly isByLabel: boolean } {
  if (model.isOrdered && model.ordering.join() !== '-pk') return { names: model.ordering, isByLabel: false };
  const [first] = model.label.kind === 'fields' ? model.label.candidates : [];
  const isByLabel = first?.every((field) => field.type.isText) === true;
  return { names: isByLabel ? first.map((field) => field.name) : ['pk'], isByLabel };
}
