import { sql } from 'kysely';
import { numberSql, textSql } from '../databases/literals.ts';
import type { Sql } from '../databases/sql-fragments.ts';
import { changedTableSql, tableSql } from '../databases/table-sql.ts';
import { type Field, innerOf } from '../model/field.ts';
import type { Model } from '../model/model.ts';
import type { ChangedLinksPlan } from '../plan/plan.ts';
import type { Recording, SqlContext, SqlInput } from './context.ts';
import type { ReadQuery } from './statements.ts';

/** A many-to-many field of a model whose changes are recorded. */
interface LinkOwner {
  readonly model: Model;
  readonly field: Field;
  readonly recorded: Omit<Recording, 'fragments'>;
}

/**
 * The changed links of a many-to-many field, one by one: `change_set`, `row_key` of the row that has the field, `made` (1 for a new link, 0 for one that is
 * gone) and `other`, which the link table has of the other row.
 * @param isMeant which records of a table, by their alias.
 */
export function linkRows(
  context: SqlContext,
  { model, field, recorded: owner }: LinkOwner,
  isMeant: (alias: string, table: string) => Sql,
): Sql {
  const { link } = field;
  const recorded = link && context.recordedTable(link.table);
  if (!link || !recorded) throw new Error(`The links of ${model.key}.${field.name} are not recorded.`);
  const { recording } = context.dialect;
  const { from } = recording.changedRows(recorded.journal, recorded.table, (alias) => isMeant(alias, recorded.table.name));
  // Other columns of a link may be changed as well.
  const isOther = sql`("c"."op" <> 'U' OR ${recording.hasColumn('c', [link.source, link.target])})`;
  const state = (alias: string, isMade: 0 | 1): Sql => {
    const value = (column: string): Sql => sql`coalesce(${sql.id(alias, column)}, ${sql.id('t', column)})`;
    const isThere = sql`"c"."op" <> ${textSql(isMade === 1 ? 'D' : 'I')} AND ${isOther}`;
    return sql`SELECT "c"."change_set", ${numberSql(isMade)} AS "made", ${value(link.source)} AS "own", ${value(link.target)} AS "other" FROM ${from} WHERE ${isThere}`;
  };
  const own = sql.id('x', 'own');
  // What a link has of its row mostly is the key.
  const isOwnKey = owner.table.key.length === 1 && owner.table.key[0] === link.sourceKey;
  const key = isOwnKey
    ? recording.rowKey(owner.table, () => own)
    : sql`(SELECT ${recording.rowKey(owner.table, 'n')} FROM ${changedTableSql(owner.table.table)} AS "n" WHERE ${sql.id('n', link.sourceKey)} = ${own})`;
  return sql`SELECT "x"."change_set", ${key} AS "row_key", "x"."made", "x"."other" FROM (${state('b', 0)} UNION ALL ${state('a', 1)}) AS "x" WHERE "x"."own" IS NOT NULL AND "x"."other" IS NOT NULL`;
}

/** The changed links of rows, by change set and row: a list of pairs, 1 for a new link or 0 for one that is gone, and the key of the other row. */
export function changedLinksQuery(context: SqlContext, { plan }: SqlInput<ChangedLinksPlan>): ReadQuery {
  const { model, field, since, until, rows } = plan;
  const recorded = context.recordedTable(model.table);
  if (!recorded) throw new Error(`The changes of ${model.key} are not recorded.`);
  const isMeant = (alias: string, table: string): Sql =>
    sql`${sql.id(alias, 'tab')} = ${textSql(table)} AND ${sql.id(alias, 'change_set')} BETWEEN ${context.parameter(since)} AND ${context.parameter(until)}`;
  const links = linkRows(context, { model, field, recorded }, isMeant);
  const inner = innerOf(field);
  const other = linkedKey(context, field);
  const pair = context.fragments.jsonArray([sql.id('x', 'made'), context.typeSql(inner).json(other, inner)]);
  const keys = context.fragments.jsonText(context.fragments.jsonAggregate(pair, other));
  const isOfRows = context.fragments.isAmong(sql.id('x', 'row_key'), context.parameter(rows));
  const query = sql`SELECT "x"."change_set", "x"."row_key", ${keys} FROM (${links}) AS "x" WHERE ${isOfRows} GROUP BY "x"."change_set", "x"."row_key"`;
  return { query, fieldColumns: 0, helperColumns: 0, cursor: 'none', isOneText: false, computed: [] };
}

/** The key of the row that a link leads to. */
function linkedKey(context: SqlContext, field: Field): Sql {
  const inner = innerOf(field);
  const own = sql.id('x', 'other');
  if (!field.link || field.link.targetKey === inner.column) return own;
  const target = context.targetOf(field);
  return sql`(SELECT ${sql.id('n', inner.column)} FROM ${tableSql(target.table)} AS "n" WHERE ${sql.id('n', field.link.targetKey)} = ${own})`;
}
