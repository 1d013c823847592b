import type { Field } from '../model/field.ts';
import type { Value } from '../model/field-type.ts';
import type { FieldPath, Model } from '../model/model.ts';
import type { Condition } from './condition.ts';
import type { Parameter } from './parameter.ts';

/** A filter of the address, held against the model: what it asks for, or what is wrong with it. */
export interface Filter {
  /** The parameter's name, for errors. */
  readonly parameter: string;
  /** The fields that it reads. */
  readonly reads: readonly FilterRead[];
  readonly condition: Condition | { readonly kind: 'invalid'; readonly message: string };
}

/** A field that a filter reads, under the name that the request has for it. */
export interface FilterRead {
  readonly name: string;
  /** Null where there is no such filter. */
  readonly path: FieldPath | null;
}

/** One sort key. */
export interface OrderTerm {
  readonly field: Field;
  readonly descending: boolean;
}

/** A row beside the page, by the values of its sort fields. */
export interface Boundary {
  readonly direction: 'after' | 'before';
  readonly values: readonly Parameter<'value'>[];
}

/** A page of rows. */
export interface ListPlan {
  readonly kind: 'list';
  readonly model: Model;
  readonly filters: readonly Filter[];
  readonly search: readonly string[];
  /** Names in `ordering` that are no field, for the 400. */
  readonly unknownOrdering: readonly string[];
  /** The sort, ending with the key, so that no two rows are equal in it. */
  readonly order: readonly OrderTerm[];
  /** Whether the address asked for the sort; if not, it is the model's own. */
  readonly isRequestedOrder: boolean;
  readonly boundary: Boundary | undefined;
  /** How many rows are skipped; undefined for none. */
  readonly offset: Parameter<'plain'> | undefined;
  readonly limit: number;
  /** Reads the sort from its end: the last page of a result whose count is not exact. */
  readonly fromEnd: boolean;
  /** Whether rows come with what lists leave out. */
  readonly withDetails: boolean;
}

/** How many rows a list has. */
export interface CountPlan {
  readonly kind: 'count';
  readonly model: Model;
  readonly filters: readonly Filter[];
  readonly search: readonly string[];
  /**
   * Whether rows are counted, counted up to the limit whatever they are, or guessed: by the database's planner, or by how
   * far their keys reach.
   */
  readonly mode: 'exact' | 'capped' | 'estimate' | 'span';
  /** Counts at most so many; more is told as one more than that. */
  readonly limit: number | undefined;
}

/** One row by its key. */
export interface RowPlan {
  readonly kind: 'row';
  readonly model: Model;
  readonly key: readonly Value[];
  /** Whether it answers a write of this row. */
  readonly isAnswer: boolean;
}

/** Keys and labels for a combobox. */
export interface SuggestionsPlan {
  readonly kind: 'suggestions';
  readonly model: Model;
  readonly words: readonly string[];
  /** The key that the text is, where it can be one. */
  readonly key: readonly Value[] | undefined;
  readonly order: readonly OrderTerm[];
  /** How many rows are skipped; undefined for none. */
  readonly offset: Parameter<'plain'> | undefined;
  readonly limit: number;
}

/** What a request asks of the store: readonly data, before anyone has said that it may (DESIGN, "the narrow waist"). */
export type Plan = ListPlan | CountPlan | RowPlan | SuggestionsPlan;

/** How many rows of the result stand before the first of a page by number. */
export function offsetOf({ offset }: ListPlan | SuggestionsPlan): number {
  return Number(offset?.binding.given ?? 0);
}
