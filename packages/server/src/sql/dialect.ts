import type { Field } from '../model/field.ts';
import type { TextMatch } from '../plan/parameter.ts';
import type { DialectName, Sql, Value } from '../model/field-type.ts';

/** A name and the SQL of its JSON value. */
export type Pair = readonly [name: string, value: Sql];

/** Compiled SQL with its parameters in order. */
export interface CompiledSql {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** What one database says in its own words; all else of the SQL is shared. */
export interface SqlDialect {
  readonly name: DialectName;
  compile(query: Sql): CompiledSql;
  /** A JSON object as a JSON value, to stand inside another. */
  jsonObject(pairs: readonly Pair[]): Sql;
  /** A JSON array as a JSON value. */
  jsonArray(values: readonly Sql[]): Sql;
  /** An array of one JSON value for each row, in order; empty where there are none. */
  jsonAggregate(value: Sql, order: Sql): Sql;
  /** A text as a JSON value, to stand in the place of an object or array. */
  jsonValue(text: Sql): Sql;
  /** The first of two JSON values that is not null; both keep being JSON. */
  firstJson(first: Sql, second: Sql): Sql;
  /** Two JSON objects, each as text, as the text of one. */
  joinObjects(first: Sql, second: Sql): Sql;
  /** Whether a page comes as one text: where a row costs its driver more than its database. */
  readonly joinsPages: boolean;
  /** A JSON value as the text that is sent. */
  jsonText(value: Sql): Sql;
  /** The text of a JSON value that is no object, array or text. */
  scalarText(value: Sql): Sql;
  /** A key's part as CONTRACT §1 writes it in a composite key. */
  keyPart(text: Sql): Sql;
  /** Whether the operand is the parameter. */
  equals(operand: Sql, parameter: Sql, field: Field): Sql;
  /** Whether the operand is among the values of one parameter; without a field it is a text. */
  isAmong(operand: Sql, parameter: Sql, field?: Field): Sql;
  /** Whether a JSON object has one of the texts of one parameter as a key. */
  hasKey(object: Sql, parameter: Sql): Sql;
  /** The values of a JSON list, or of the list that a JSON object has as this member, as a table with the column `text`. */
  jsonValues(json: Sql, member: string | undefined): Sql;
  /** Whether the column's text matches one of the parameter's texts; the form is that of {@link searchForm}. */
  matches(column: Sql, parameter: Sql, search: { readonly form: string; readonly match: TextMatch; readonly field: Field }): Sql;
  /** How a search for these texts is made; searches of one form share their SQL. */
  searchForm(texts: readonly string[], match: TextMatch): string;
  bind(value: Value, field: Field): unknown;
  /** A value as it is written. */
  bindStored(value: Value, field: Field): unknown;
  /** A value that a source has made for its own driver. */
  bindDriver(value: unknown): unknown;
  /** A text as a key of the field's type, null where it is none; nothing where only texts compare. */
  keyOfText(text: Sql, field: Field): Sql | null;
  /** A table of the transaction alone, made of what a query would give; then filled and read by its `place`. */
  transactionTable(name: string, query: Sql): Sql;
  /** What is run once it is filled. */
  transactionTableFilled(name: string): readonly Sql[];
  /** What is run once it is no longer needed; nothing where it goes with the transaction. */
  transactionTableDone(name: string): readonly Sql[];
  /** What locks the rows of a SELECT until the transaction ends. */
  lock(right: 'change' | 'delete'): Sql;
  /** Whether a common table expression may look at itself once only. */
  readonly recursesOnce: boolean;
  bindList(values: readonly Value[], field: Field): unknown;
  bindTexts(values: readonly string[]): unknown;
  /** Composite keys, each a list of values of these fields. */
  bindKeys(keys: readonly (readonly Value[])[], fields: readonly Field[]): unknown;
  /** Whether composite keys are looked up as rows of values: else by lists of their parts. */
  keysAreRows(fields: readonly Field[]): boolean;
  bindSearch(texts: readonly string[], match: TextMatch, form: string): unknown;
}
