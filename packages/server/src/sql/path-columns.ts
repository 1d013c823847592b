import { sql } from 'kysely';
import { tableSql } from '../databases/table-sql.ts';
import type { Pair, Sql } from '../databases/sql-fragments.ts';
import { textSql } from '../databases/literals.ts';
import { firstColumn, fieldOfColumn } from '../model/path-column.ts';
import type { Model, PathColumn, PathEnd, Step } from '../model/model.ts';
import { textHelpers } from '../model/row-helpers.ts';
import { haveKeys } from '../plan/keys.ts';
import { comparedSql, inScope, jsonSql, referencesSql } from './column.ts';
import { conditionSql } from './condition.ts';
import type { SqlContext } from './context.ts';
import { cutJson, isCut } from './cut-values.ts';
import {
  asSubquery,
  type ComputedLabel,
  displaySql,
  displayText,
  foreignLabel,
  maxPairs,
  type PlaceQuery,
  rawText,
  type Shown,
} from './row-json.ts';

/** The parts of rows that are about other rows: JSON objects, each as text. */
export interface PathPieces {
  readonly pieces: readonly Sql[];
  readonly computed: readonly ComputedLabel[];
}

/** Columns whose paths have the same steps. */
interface Along {
  readonly steps: readonly Step[];
  readonly columns: readonly PathColumn[];
}

/**
 * The values of columns at the end of paths: one query for those with the same steps, by the keys of the rows that they lead to. Each is null where
 * a row on the path is missing, in the trash, or outside of the actor's scope.
 * @param cut the number of characters after which long values are cut.
 */
export function pathPieces(context: SqlContext, model: Model, columns: readonly PathColumn[], cut?: number): PathPieces {
  const values = columns.filter(({ end }) => end.kind === 'value');
  const alike = Map.groupBy(values, ({ steps }) => steps.map(({ field }) => field.name).join('.'));
  // A column has two members at most.
  const groups = [...alike.values()].flatMap((group) => chunks(group, maxPairs / 2));
  const computed: ComputedLabel[] = [];
  const pieces = groups.map((group) => {
    const steps = group[0]?.steps ?? [];
    return pieceOf(context, model, { along: { steps, columns: group }, cut, computed });
  });
  return { pieces, computed };
}

function chunks<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, index) => list.slice(index * size, (index + 1) * size));
}

interface Piece {
  readonly along: Along;
  readonly cut: number | undefined;
  /** Collects the labels that functions of the config compute. */
  readonly computed: ComputedLabel[];
}

function pieceOf(context: SqlContext, model: Model, { along: { steps, columns }, cut, computed }: Piece): Sql {
  const { fragments } = context;
  const { from, last } = alongSql(context, steps);
  const pairs = columns.flatMap((column): Pair[] => {
    const { end, name } = column;
    if (end.kind !== 'value') return [];
    const json = jsonSql(context, end.field, last);
    const value = cut !== undefined && isCut(end.field, cut) ? cutJson(context, end.field, { json, length: cut }) : json;
    const beside = textHelpers(model, fieldOfColumn(column)).map((helper): Pair => {
      if (helper.kind === 'display') return [helper.name, displaySql(context, end.field, last)];
      const label = foreignLabel(context, end.field, { alias: last });
      if (label.computed) computed.push({ name: helper.name, model: label.computed });
      return [helper.name, label.value];
    });
    return [[name, value], ...beside];
  });
  const values = sql`(SELECT ${fragments.jsonText(fragments.jsonObject(pairs))} ${from} LIMIT 1)`;
  return sql`coalesce(${values}, ${textSql(JSON.stringify(Object.fromEntries(pairs.map(([name]) => [name, null]))))})`;
}

/** The row at the end of the steps from a row with the alias `t`: what follows SELECT, and its alias. */
function alongSql(context: SqlContext, [first, ...steps]: readonly Step[]): { readonly from: Sql; readonly last: string } {
  if (!first) throw new Error('A path without steps.');
  let last = context.alias();
  const where = sql`${referencesSql(context, first.field, ['t', last])} AND ${context.scopeSql(first.target, last)}`;
  const tables = [sql`${tableSql(first.target.table)} AS ${sql.id(last)}`];
  for (const { field, target } of steps) {
    const alias = context.alias();
    const matches = sql`${referencesSql(context, field, [last, alias])} AND ${context.scopeSql(target, alias)}`;
    tables.push(sql`JOIN ${tableSql(target.table)} AS ${sql.id(alias)} ON ${matches}`);
    last = alias;
  }
  return { from: sql`FROM ${sql.join(tables, sql` `)} WHERE ${where}`, last };
}

/** How a value becomes a text: in the form of the API, or as users see it; and where its query stands. */
interface TextForm {
  readonly isRaw: boolean;
  readonly place: PlaceQuery | undefined;
}

/** The text of the value at the end of a path, for rows with the alias `t`. */
export function pathText(context: SqlContext, { steps, end, name }: PathColumn, { isRaw, place = asSubquery }: TextForm): Shown {
  if (end.kind !== 'value') throw new Error(`${name} is a number of rows.`);
  const { from, last } = alongSql(context, steps);
  const shown = isRaw ? { value: rawText(context, end.field, last) } : displayText(context, end.field, { alias: last });
  return { ...shown, value: place(sql`SELECT ${shown.value} ${from} LIMIT 1`) };
}

type Counted = Extract<PathEnd, { readonly kind: 'count' }>;

/** The columns that are numbers of rows. */
export function countsOf(columns: readonly PathColumn[]): PathColumn[] {
  return columns.filter(({ end }) => end.kind === 'count');
}

/** How the aliases of rows that are counted begin, by which the doctor knows them. */
export const countedAlias = 'counted_';

/** The rows that point to others: what they hold of those, and what follows SELECT, without those that the actor may not see. */
function countedRows(context: SqlContext, { of, by }: Counted): { readonly held: Sql; readonly from: Sql } {
  const alias = `${countedAlias}${context.alias()}`;
  if (by.link) {
    const key = sql.id(alias, by.link.source);
    const isLink = sql`${key} IS NOT NULL AND ${sql.id(alias, by.link.target)} IS NOT NULL`;
    return { held: key, from: sql`FROM ${tableSql(by.link.table)} AS ${sql.id(alias)} WHERE ${isLink}${inScope(context, by, alias)}` };
  }
  const rows = conditionSql(context, haveKeys(of), { model: of, alias, isRule: false });
  return {
    held: comparedSql(by, alias),
    from: sql`FROM ${tableSql(of.table)} AS ${sql.id(alias)} WHERE ${rows} AND ${context.scopeSql(of, alias)}`,
  };
}

/** The number of rows that point to one row, which has the alias `t`. */
export function countOfRow(context: SqlContext, column: PathColumn): Sql {
  if (column.end.kind !== 'count') throw new Error(`${column.name} is no number of rows.`);
  const { held, from } = countedRows(context, column.end);
  return sql`(SELECT count(*) ${from} AND ${held} = ${pointedTo(column, 't')})`;
}

/** What the rows that are counted hold of a row. */
function pointedTo(column: PathColumn, alias: string): Sql {
  const { end } = column;
  const key = end.kind === 'count' && !end.by.link ? end.by.inner : undefined;
  return key?.column === firstColumn(column) ? comparedSql(key, alias) : sql.id(alias, firstColumn(column));
}

/**
 * Rows with the alias `t` and the numbers of rows that point to them, in columns that {@link countInRow} reads: each number by one grouped query
 * over those rows alone. A list of their keys lets the database choose between an index and one pass over the other table.
 * @param rows a query.
 */
export function withCounts(context: SqlContext, rows: Sql, counts: readonly PathColumn[]): Sql {
  const joins = counts.map((column, index) => {
    if (column.end.kind !== 'count') throw new Error(`${column.name} is no number of rows.`);
    const { held, from } = countedRows(context, column.end);
    const wanted = sql`SELECT ${pointedTo(column, 'q')} FROM "~page" AS "q"`;
    const counted = sql`SELECT ${held} AS "~of", count(*) AS "~n" ${from} AND ${held} IN (${wanted}) GROUP BY ${held}`;
    const alias = sql.id(`~c${index}`);
    return sql`LEFT JOIN (${counted}) AS ${alias} ON ${alias}."~of" = ${pointedTo(column, 'p')}`;
  });
  const numbers = counts.map((_, index) => sql`coalesce(${sql.id(`~c${index}`, '~n')}, 0) AS ${sql.id(`~count${index}`)}`);
  return sql`(WITH "~page" AS MATERIALIZED (${rows}) SELECT "p".*, ${sql.join(numbers)} FROM "~page" AS "p" ${sql.join(joins, sql` `)}) AS "t"`;
}

/** The column of {@link withCounts} with the number at this place. */
export function countInRow(index: number): Sql {
  return sql.id('t', `~count${index}`);
}

/** The members of a row that are numbers of rows, read by {@link withCounts}. */
export function countPairs(counts: readonly PathColumn[]): Pair[] {
  return counts.map(({ name }, index): Pair => [name, countInRow(index)]);
}

/** The model's own columns that paths need. */
export function columnsOfPaths(columns: readonly PathColumn[]): string[] {
  return columns.map(firstColumn);
}
