import type { Field } from '../model/field.ts';
import type { Value } from '../model/field-type.ts';
import type { FieldPath, Model } from '../model/model.ts';
import type { Condition } from './condition.ts';
import type { Parameter } from './parameter.ts';
import type { Message, Said } from '../texts/message.ts';

/** A filter of the address, parsed for the model: its condition, or why it is invalid. */
export interface Filter {
  /** The parameter's name, for errors. */
  readonly parameter: string;
  /** The fields that it reads. */
  readonly reads: readonly FilterRead[];
  readonly condition: Condition | { readonly kind: 'invalid'; readonly messages: readonly Said[] };
}

/** A field that a filter reads, with its name in the request. */
export interface FilterRead {
  readonly name: string;
  /** Null if there is no such filter. */
  readonly path: FieldPath | null;
}

/** One sort key. */
export interface OrderTerm {
  readonly field: Field;
  readonly descending: boolean;
}

/** A row next to the page, given by the values of its sort fields. */
export interface Boundary {
  readonly direction: 'after' | 'before';
  readonly values: readonly Parameter<'value'>[];
}

/** Rows that are tested, one after another in the order of a list, before all rows that match are found and sorted. */
export interface OrderedScan {
  /** A part of the condition of the list: an index has the rows that meet it in the order of the list. */
  readonly within: Condition;
  /** The most rows that are tested. */
  readonly rows: Parameter<'plain'>;
}

/** A page of rows. */
export interface ListPlan {
  readonly kind: 'list';
  readonly model: Model;
  readonly filters: readonly Filter[];
  readonly search: readonly string[];
  /** Names in `ordering` that are no fields, for the 400. */
  readonly unknownOrdering: readonly string[];
  /** The sort; it ends with the key, so that no two rows are equal. */
  readonly order: readonly OrderTerm[];
  /** Whether the address sets the sort; otherwise it is the model's default. */
  readonly isRequestedOrder: boolean;
  readonly boundary: Boundary | undefined;
  /** The number of rows to skip; undefined for none. */
  readonly offset: Parameter<'plain'> | undefined;
  readonly limit: number;
  /** Whether the rows are found from the end of the sort: those of the last page, and of pages in the second half of a counted result. */
  readonly fromEnd: boolean;
  /** Limits the rows that are tested in the order of the list; undefined if the database chooses how it finds the page. */
  readonly scan: OrderedScan | undefined;
  /** Whether the number of all rows that match is needed with the page. */
  readonly wantsTotal: boolean;
  /** Whether the page brings that number, because the database finds all rows that match before it sorts them. */
  readonly bringsTotal: boolean;
  /** Whether the rows include the fields that lists leave out. */
  readonly withDetails: boolean;
  /** The number of characters after which long values are cut; undefined if they are whole. */
  readonly cut: number | undefined;
}

/** Whether the rows of a page are found in the reverse of their order. */
export function isReversed(page: { readonly fromEnd: boolean; readonly boundary: Pick<Boundary, 'direction'> | undefined }): boolean {
  return page.fromEnd || page.boundary?.direction === 'before';
}

/** The number of rows of a list. */
export interface CountPlan {
  readonly kind: 'count';
  readonly model: Model;
  readonly filters: readonly Filter[];
  readonly search: readonly string[];
  /**
   * Whether rows are counted (up to the limit if they are filtered), counted always up to the limit, or estimated: by the database's
   * planner, or by the span of the integer keys.
   */
  readonly mode: 'exact' | 'capped' | 'estimate' | 'span';
  /** The limit of the count; more rows are reported as one more than the limit. */
  readonly limit: number | undefined;
}

/** One row by its key. */
export interface RowPlan {
  readonly kind: 'row';
  readonly model: Model;
  readonly key: readonly Value[];
  /** Whether it is the answer to a write of this row. */
  readonly forWriter: boolean;
}

/**
 * The changed rows of a model (CONTRACT §21): those that the actor may see now, newest first, or their number.
 */
export interface ChangedRowsPlan {
  readonly kind: 'changed rows';
  readonly model: Model;
  /** The change set; by default any. */
  readonly set?: Parameter<'plain'>;
  /** Of which rows; by default all. */
  readonly of?: ChangedRowsOf;
  /** The entries of the log that tell of a change: such changes are left out. */
  readonly entries?: LogEntries;
  /** The many-to-many fields: a row of which only links were changed is a changed row too. */
  readonly fields?: readonly Field[];
  /** Only the links of the fields, each as a change of its row. */
  readonly only?: 'links';
  /** Their number; their numbers by operation; or some of them. */
  readonly page: 'count' | 'operations' | { readonly offset: number; readonly limit: number };
}

/** The changed links of a many-to-many field of rows, in change sets from one to another. */
export interface ChangedLinksPlan {
  readonly kind: 'changed links';
  readonly model: Model;
  readonly field: Field;
  readonly since: Parameter<'plain'>;
  readonly until: Parameter<'plain'>;
  /** The keys of their records. */
  readonly rows: Parameter<'texts'>;
}

/** One row that is there, rows that have now or had a value, or the row whose key has this text. */
export type ChangedRowsOf =
  | { readonly kind: 'row' | 'rows'; readonly condition: Condition }
  | { readonly kind: 'key'; readonly text: Parameter<'plain'> };

/** Entries of the log about one row, or those whose key is that of the changed row. */
export interface LogEntries {
  /** The log. */
  readonly model: Model;
  readonly condition: Condition;
  readonly isOfOneRow: boolean;
}

/** Keys and labels for a combobox. */
export interface AutocompletePlan {
  readonly kind: 'autocomplete';
  readonly model: Model;
  /** Fields beside the labels. */
  readonly fields: readonly Field[];
  readonly words: readonly string[];
  /** The key that the text stands for, if it can be one. */
  readonly key: readonly Value[] | undefined;
  readonly order: readonly OrderTerm[];
  /** Only so many matches, those with the largest keys, are put in order; undefined for all. */
  readonly candidates: number | undefined;
  /** The number of rows to skip; undefined for none. */
  readonly offset: Parameter<'plain'> | undefined;
  readonly limit: number;
}

/** A field of which the address asks an aggregate, or by which it groups rows. */
export interface AskedField {
  /** The parameter that names it, for errors. */
  readonly parameter: string;
  readonly name: string;
  /** Null if there is no such field. */
  readonly field: Field | null;
  /** Why it can not be asked of this field, for a user who may view it; null if it can. */
  readonly problem: Message | null;
}

/** The smallest or the largest value of a field. */
export interface Extreme {
  readonly of: 'min' | 'max';
  readonly field: Field;
}

/** How rows are grouped: by the values of a field, or by the spans of time in which they lie. */
export interface Grouping {
  readonly field: Field;
  /** The ends of the spans, in order: each span begins with one of them, and ends before the next. */
  readonly edges?: readonly Parameter<'value'>[];
  /** What the largest groups have most of; by default rows. */
  readonly largest?: { readonly of: 'sum' | 'avg'; readonly field: Field };
}

/** Sums and extremes of the rows of a list. */
export interface AggregatePlan {
  readonly kind: 'aggregate';
  readonly model: Model;
  readonly filters: readonly Filter[];
  readonly search: readonly string[];
  readonly asked: readonly AskedField[];
  /** The fields whose values are added, for sums and averages. */
  readonly totals: readonly { readonly field: Field }[];
  readonly extremes: readonly Extreme[];
  /** What makes the groups; undefined if all rows are one. */
  readonly group: Grouping | undefined;
  /** The largest number of groups. */
  readonly limit: number;
}

/** What a request asks of the database: read-only data, before authorization. */
export type Plan = ListPlan | CountPlan | RowPlan | AutocompletePlan | AggregatePlan | ChangedRowsPlan | ChangedLinksPlan;

/** The number of rows before the first row of a numbered page. */
export function offsetOf({ offset }: ListPlan | AutocompletePlan): number {
  return Number(offset?.binding.given ?? 0);
}
