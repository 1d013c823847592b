import { sql } from 'kysely';
import { type Field, isLarge } from '../model/field.ts';
import type { Sql } from '../databases/sql-fragments.ts';
import type { LabelFields } from '../model/build/label-fields.ts';
import type { Model } from '../model/model.ts';
import { type RowHelper, rowHelpers, textHelpers } from '../model/row-helpers.ts';
import { jsonSql, keyJson, keyText, referencesSql, scalarTextSql } from './column.ts';
import { tableSql } from '../databases/table-sql.ts';
import { ruleSql } from './condition.ts';
import type { RowAccess, SqlContext } from './context.ts';
import type { Pair } from '../databases/sql-fragments.ts';
import { textSql } from '../databases/literals.ts';

/** The largest number of pairs in one JSON object: PostgreSQL's functions take 100 arguments. */
export const maxPairs = 40;

/** A helper whose value is the row from which a function of the config computes the label. */
export interface ComputedLabel {
  readonly name: string;
  readonly model: Model;
}

/** The JSON of a row, before it becomes a statement. */
export interface RowJson {
  /** The row's own fields. */
  readonly own: readonly Pair[];
  /** `pk`, `id`, labels and display texts. */
  readonly helpers: readonly Pair[];
  readonly computed: readonly ComputedLabel[];
}

/** Splits pairs into JSON objects of a size that the database accepts. */
function jsonObjects({ fragments }: SqlContext, pairs: readonly Pair[]): Sql[] {
  const objects: Sql[] = [];
  for (let start = 0; start < pairs.length; start += maxPairs) objects.push(fragments.jsonObject(pairs.slice(start, start + maxPairs)));
  return objects;
}

/** The same, each as text. */
export function jsonColumns(context: SqlContext, pairs: readonly Pair[]): Sql[] {
  return jsonObjects(context, pairs).map((object) => context.fragments.jsonText(object));
}

/** Puts a query that finds at most one value for each row into a statement. @returns the value. */
export type PlaceQuery = (query: Sql) => Sql;

/** The query in parentheses. */
export const asSubquery: PlaceQuery = (query) => sql`(${query})`;

/** The JSON of a model's row: its fields, then its helpers, without what only a row that is read alone carries (CONTRACT §1). */
export function rowJson(context: SqlContext, view: RowAccess, fields: readonly Field[], place?: PlaceQuery): RowJson {
  return { own: ownJson(context, fields), ...helpersJson(context, view, rowHelpers(view.model, fields), place) };
}

/** The JSON of fields of a row, with the labels and display texts beside them. */
export function fieldsJson(context: SqlContext, view: RowAccess, fields: readonly Field[]): RowJson {
  const helpers = fields.flatMap((field) => textHelpers(view.model, field));
  return { own: ownJson(context, fields), ...helpersJson(context, view, helpers) };
}

function ownJson(context: SqlContext, fields: readonly Field[]): Pair[] {
  return fields.map((field): Pair => [field.name, jsonSql(context, field, 't')]);
}

function helpersJson(context: SqlContext, view: RowAccess, shown: readonly RowHelper[], place?: PlaceQuery): Omit<RowJson, 'own'> {
  const helpers: Pair[] = [];
  const computed: ComputedLabel[] = [];
  for (const helper of shown) {
    const json = helperJson(context, view, helper, place);
    if (!json) continue;
    helpers.push([helper.name, json.value]);
    if (json.computed) computed.push({ name: helper.name, model: json.computed });
  }
  return { helpers, computed };
}

/** The JSON of a helper; undefined for what only a row that is read alone carries. */
function helperJson(context: SqlContext, view: RowAccess, helper: RowHelper, place?: PlaceQuery): Shown | undefined {
  const alias = 't';
  switch (helper.kind) {
    case 'key':
      return { value: keyJson(context, view.model, alias) };
    case 'label':
      return { value: labelSql(context, view, alias), ...(view.model.label.kind === 'computed' ? { computed: view.model } : {}) };
    case 'display':
      return { value: displaySql(context, helper.field, alias) };
    case 'target label':
      return foreignLabel(context, helper.field, place ? { place } : {});
    case 'target fields':
      return undefined;
  }
}

/** What pickers show of the rows that a row points to, beside their labels (CONTRACT §15); null where the actor may not see the row. */
export function pickedJson(context: SqlContext, { model, fields }: RowAccess): readonly Pair[] {
  return rowHelpers(model, fields).flatMap((helper): Pair[] => {
    const target = helper.kind === 'target fields' ? labelTarget(context, helper.field) : undefined;
    if (!target || helper.kind !== 'target fields') return [];
    const shown = target.model.pickerFields.filter((one) => target.fields.includes(one) && !one.relation);
    if (shown.length === 0) return [];
    const alias = context.alias();
    const pairs = shown.flatMap((one): Pair[] => [
      [one.name, jsonSql(context, one, alias)],
      ...textHelpers(target.model, one).map(({ name }): Pair => [name, displaySql(context, one, alias)]),
    ]);
    const where = sql`${referencesSql(context, helper.field, ['t', alias])} AND ${context.scopeSql(target.model, alias)}`;
    const query = sql`SELECT ${context.fragments.jsonObject(pairs)} FROM ${tableSql(target.model.table)} AS ${sql.id(alias)} WHERE ${where} LIMIT 1`;
    return [[helper.name, context.fragments.jsonOfQuery(query)]];
  });
}

/** The view of the model whose label is shown beside a foreign key; undefined if the actor only gets the key. */
function labelTarget(context: SqlContext, field: Field): RowAccess | undefined {
  if (!field.relation || field.link) return undefined;
  const view = context.access(context.targetOf(field));
  return view.isViewed && (view.hasLabel || view.model.label.kind === 'key') ? view : undefined;
}

/** The row that has a foreign key, `t` by default, and where the query of a label stands. */
interface LabelPlace {
  readonly alias?: string;
  readonly place?: PlaceQuery;
}

/** The label beside a foreign key: that of its target if the actor may see it, otherwise the key as text (CONTRACT §1). */
export function foreignLabel(context: SqlContext, field: Field, { alias: own = 't', place = asSubquery }: LabelPlace = {}): Shown {
  const keyAsText = scalarTextSql(context, field, own);
  const target = labelTarget(context, field);
  if (!target || !field.relation) return { value: keyAsText };
  const { model } = target;
  const alias = context.alias();
  const matches = referencesSql(context, field, [own, alias]);
  const label = place(
    sql`SELECT ${labelSql(context, target, alias)} FROM ${tableSql(model.table)} AS ${sql.id(alias)} WHERE ${matches} AND ${ruleSql(context, model, alias)} LIMIT 1`,
  );
  if (model.label.kind !== 'computed') return { value: sql`coalesce(${label}, ${keyAsText})` };
  return { value: context.fragments.firstJson(label, context.fragments.jsonValue(keyAsText)), computed: model };
}

/** A field's own value as a text, in the collation of its column. */
export function rawText(context: SqlContext, field: Field, alias = 't'): Sql {
  return (field.inner ?? field).type.isText && !field.link ? jsonSql(context, field, alias) : scalarTextSql(context, field, alias);
}

/** What users see of a field, and the model whose function computes it, if one does: then the value is the JSON of what the function reads. */
export interface Shown {
  readonly value: Sql;
  readonly computed?: Model;
}

/** The JSON of what users see of a field: its display text, its label, otherwise its value as text. */
export function shownJson(context: SqlContext, field: Field, { alias = 't', place }: LabelPlace = {}): Shown {
  if (field.choices) return { value: displaySql(context, field, alias) };
  if (field.relation && !field.link) return foreignLabel(context, field, { alias, ...(place ? { place } : {}) });
  return { value: rawText(context, field, alias) };
}

/** The text of a field for users. */
export function displayText(context: SqlContext, field: Field, place: LabelPlace = {}): Shown {
  const { value, computed } = shownJson(context, field, place);
  return computed ? { value: context.fragments.jsonText(value), computed } : { value };
}

/** The label of a row, never null; for a computed label, the fields that its function reads, as a JSON object. */
export function labelSql(context: SqlContext, view: RowAccess, alias: string): Sql {
  const { model } = view;
  if (model.label.kind === 'computed') return labelRow(context, view, alias);
  const nameless = sql`${textSql(`${model.verboseName} `)} || ${keyText(context, model, alias)}`;
  if (model.label.kind === 'key' || !view.hasLabel) return nameless;
  return sql`coalesce(${sql.join([...view.labelFields.map((fields) => joinedText(context, fields, alias)), nameless])})`;
}

/** The texts of fields, joined by spaces; null if all are empty. */
function joinedText(context: SqlContext, fields: LabelFields, alias: string): Sql {
  const texts = fields.map((field) => rawText(context, field, alias));
  const [first] = texts;
  const text =
    texts.length === 1
      ? first
      : sql.join(
          texts.map((each) => sql`coalesce(${each}, '')`),
          sql` || ' ' || `,
        );
  return sql`nullif(trim(${text}), '')`;
}

function labelRow(context: SqlContext, view: RowAccess, alias: string): Sql {
  const readable = view.fields.filter((field) => !field.link && !isLarge(field));
  const pairs = readable.map((field): Pair => [field.name, jsonSql(context, field, alias)]);
  if (!view.model.fieldByName.has('pk')) pairs.unshift(['pk', keyJson(context, view.model, alias)]);
  return context.fragments.jsonArray(jsonObjects(context, pairs));
}

/** The text of a choice. */
export function displaySql(context: SqlContext, field: Field, alias: string): Sql {
  const text = field.type.isText ? jsonSql(context, field, alias) : scalarTextSql(context, field, alias);
  const renamed = (field.choices ?? []).filter((choice) => String(choice.value) !== choice.label);
  if (renamed.length === 0) return text;
  const cases = renamed.map((choice) => sql`WHEN ${textSql(String(choice.value))} THEN ${textSql(choice.label)}`);
  return sql`CASE ${text} ${sql.join(cases, sql` `)} ELSE ${text} END`;
}
