import type { SearchIndex } from '../model/table.ts';
import type { Field } from '../model/field.ts';
import type { TextMatch } from '../plan/parameter.ts';
import type { RawBuilder, RootOperationNode } from 'kysely';
import type { Value } from '../model/field-type.ts';

/** A piece of SQL, not yet in a dialect. */
export type Sql = RawBuilder<unknown>;

/** A name and the SQL of its JSON value. */
export type Pair = readonly [name: string, value: Sql];

/** A query that a dialect compiles: a piece of SQL, or a query of Kysely's builder. */
export interface Compilable {
  toOperationNode(): RootOperationNode;
}

/** Compiled SQL with its parameters in order. */
export interface CompiledSql {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** The parts of a page that is returned as one text. */
export interface PageParts {
  /** The JSON text of a row. */
  readonly row: Sql;
  /** The JSON text of its cursor; null if the sort has none. */
  readonly cursor: Sql | null;
  /** The number of all rows that match; null if the source has none. */
  readonly total: Sql | null;
  readonly source: Sql;
  readonly order: Sql;
  /** The largest number of rows of the page; one more is found if there are more. */
  readonly limit: number;
  /** Whether the rows are found in the reverse order. */
  readonly isReversed: boolean;
}

/** How a database is asked for its estimate of a number of rows. */
export interface RowEstimate {
  /** The statement that explains a query. */
  explain(query: Sql): Sql;
  /** The number in the first column of the statement's row. */
  read(value: unknown): number;
}

/** How a database asks the search index of a table. */
export interface SearchIndexFragments {
  /** What is asked for rows that contain all of these texts; null if the index may miss such a row. */
  match(texts: readonly string[]): string | null;
  /** Counts the rows that it finds, up to a limit. */
  rowsUpTo(index: SearchIndex, match: string, limit: number): Sql;
  /** Whether a row, given by the index's key, is one that it finds. */
  isFound(key: Sql, index: SearchIndex, match: Sql): Sql;
}

/** The SQL that differs between databases; all other SQL is shared. */
export interface SqlFragments {
  compile(query: Compilable): CompiledSql;
  /** The JSON texts in the column `json` of a query, in its order, as the text of one list; null if that is slower than to receive each row. */
  readonly listOfJson: ((query: Sql) => Sql) | null;
  /** A JSON object as a JSON value, for use inside another. */
  jsonObject(pairs: readonly Pair[]): Sql;
  /** A JSON array as a JSON value. */
  jsonArray(values: readonly Sql[]): Sql;
  /** An array with one JSON value for each row, in order; empty if there are none. */
  jsonAggregate(value: Sql, order: Sql): Sql;
  /** The first characters of a JSON value: of a text, or of the text of any other JSON, which becomes a text if it is longer. */
  cut(value: Sql, length: number, of: 'text' | 'json'): Sql;
  /** Whether a JSON value, as text, is longer; null for null. */
  isLonger(value: Sql, length: number): Sql;
  /** A JSON value that is given by its text. */
  parsedJson(text: Sql): Sql;
  /** A text as a JSON value, for use as an object or array. */
  jsonValue(text: Sql): Sql;
  /** The first of two JSON values that is not null; both stay JSON. */
  firstJson(first: Sql, second: Sql): Sql;
  /** The members of two JSON objects, each given as text, as the text of one object. */
  joinObjects(first: Sql, second: Sql): Sql;
  /** The one JSON value that a query returns. */
  jsonOfQuery(query: Sql): Sql;
  /**
   * A join of the value that a query finds for each row, as the column `value` of this alias; the value is null where it finds none. Null if the
   * database has no such join.
   */
  readonly joinedValue: ((query: Sql, alias: string) => Sql) | null;
  /** A JSON value as the text that is sent. */
  jsonText(value: Sql): Sql;
  /** The text of a JSON value that is no object, array or text. */
  scalarText(value: Sql): Sql;
  /** A part of a composite key in the form of CONTRACT §1. */
  keyPart(text: Sql): Sql;
  /** Whether the operand equals the parameter. */
  equals(operand: Sql, parameter: Sql, field: Field): Sql;
  /** Whether the operand is among the values of one parameter; without a field it is a text. */
  isAmong(operand: Sql, parameter: Sql, field?: Field): Sql;
  /** Whether a JSON object has one of the texts of one parameter as a key. */
  hasKey(object: Sql, parameter: Sql): Sql;
  /** The values of a JSON list, or of the list in this member of a JSON object, as a table with the column `text`. */
  jsonValues(json: Sql, member: string | undefined): Sql;
  /** Whether the column's text matches one of the parameter's texts; the form is that of {@link searchForm}. */
  matches(column: Sql, parameter: Sql, search: { readonly form: string; readonly match: TextMatch; readonly field: Field }): Sql;
  /** The form of a search for these texts; searches of the same form share their SQL. */
  searchForm(texts: readonly string[], match: TextMatch): string;
  bind(value: Value, field: Field): unknown;
  /** A value in the form in which it is written. */
  bindStored(value: Value, field: Field): unknown;
  /** A value that a source has converted for its own driver. */
  bindDriver(value: unknown): unknown;
  /** SQL that converts a text to the type of the key's field, or to null if that fails; null if only texts can be compared. */
  keyOfText(text: Sql, field: Field): Sql | null;
  /** A page as one text, if a row costs the driver more than it costs the database; null if rows are returned one by one. */
  readonly joinedPage: ((page: PageParts) => Sql) | null;
  /** The planner's estimate of a number of rows; null if there is none. */
  readonly estimate: RowEstimate | null;
  /** A table that only the transaction sees, with the columns of a query; it is then filled, and read by its `place`. */
  transactionTable(name: string, query: Sql): Sql;
  /** Statements to run after it is filled. */
  transactionTableFilled(name: string): readonly Sql[];
  /** Statements to run when it is no longer needed; none if it is dropped with the transaction. */
  transactionTableDone(name: string): readonly Sql[];
  /** What stands for the columns of an INSERT that gives no values. */
  readonly noValues: Sql;
  /** What keeps a common table expression from being computed as a whole, so that a count with a limit can stop early. */
  readonly notMaterialized: Sql;
  /**
   * The clause that locks the rows of a SELECT until the transaction ends: for a change or a delete by this transaction, or against those of
   * others (`keep`).
   */
  lock(purpose: 'change' | 'delete' | 'keep'): Sql;
  bindList(values: readonly Value[], field: Field): unknown;
  bindTexts(values: readonly string[]): unknown;
  /** Composite keys, each a list of values of these fields. */
  bindKeys(keys: readonly (readonly Value[])[], fields: readonly Field[]): unknown;
  /** The rows of values of the parameter that {@link bindKeys} makes of composite keys, as a query. @param width the number of parts of a key. */
  keyRows(parameter: Sql, width: number): Sql;
  /** Whether composite keys are looked up as rows of values; otherwise by lists of their parts. */
  keysAreRows(fields: readonly Field[]): boolean;
  /** How search indexes are asked; null if the database finds texts by indexes of its own accord. */
  readonly searchIndex: SearchIndexFragments | null;
  bindSearch(texts: readonly string[], match: TextMatch, form: string): unknown;
}
