import { sql } from 'kysely';
import { numberSql, textSql } from '../databases/literals.ts';
import type { Sql } from '../databases/sql-fragments.ts';
import type { CascadeNode, ReferencingTable } from '../plan/cascade.ts';
import { fieldsWithoutLarge } from '../model/model.ts';
import type { CascadedKeysPlan, ImpactPlan, DeclaredEffectPlan, UnlinkedPlan, WatchedEffect, WatchedEffectPlan } from '../plan/write.ts';
import { CascadeRows, type DeletedRows, deletedRows } from './cascade.ts';
import { comparedColumnSql, keyText, storedJsonSql } from './column.ts';
import { changedTableSql, tableSql } from '../databases/table-sql.ts';
import type { Pair } from '../databases/sql-fragments.ts';
import { jsonColumns } from './row-json.ts';
import { conditionSql, ruleSql } from './condition.ts';
import type { SqlContext, SqlInput } from './context.ts';
import { type WriteQuery, watching } from './write-statements.ts';

/**
 * Counts the rows that a delete affects: the number of the rows themselves, one for each table whose rows are deleted, one for each table whose rows forbid the delete or
 * lose their link, and for each of these tables a 1 if the row rule does not allow some of its rows.
 */
export function impactQuery(context: SqlContext, input: SqlInput<ImpactPlan>): WriteQuery {
  const { cascade, cap } = input.plan;
  const cascadeRows = new CascadeRows(context, deletedRows(input));
  const limit = cap === undefined ? sql`` : sql` LIMIT ${numberSql(cap + 1)}`;
  const count = (rows: Sql): Sql => sql`(SELECT count(*) FROM (${rows}${limit}) AS "n")`;
  const columns = [
    cascadeRows.rootCount(),
    ...cascade.nodes.map((_, index) => count(cascadeRows.cascaded(index))),
    ...cascade.referencingTables.map((referencing) => count(remainingReferences(cascadeRows, referencing))),
    ...cascade.nodes.map((node, index) => hasOutside(context, node, cascadeRows.isCascaded(index, 't'))),
    ...cascade.referencingTables.map((referencing) => hasOutside(context, referencing, isRemainingReference(cascadeRows, referencing))),
  ];
  return { query: sql`${cascadeRows.with()}SELECT ${sql.join(columns)}`, fieldColumns: 0 };
}

/** A 1 if the row rule does not allow some of a table's rows that match the condition, otherwise a 0. */
function hasOutside(context: SqlContext, { model, table }: Pick<ReferencingTable, 'model' | 'table'>, condition: Sql): Sql {
  if (!model || context.rule(model).kind === 'true') return sql`0`;
  const outside = sql`(${ruleSql(context, model, 't')}) IS NOT TRUE`;
  return sql`CASE WHEN EXISTS (SELECT 1 FROM ${tableSql(table.table)} AS "t" WHERE ${condition} AND ${outside}) THEN 1 ELSE 0 END`;
}

/** Whether a row of a referencing table references a deleted row, and is not deleted itself. */
function isRemainingReference(cascadeRows: CascadeRows, { edges, node }: ReferencingTable): Sql {
  const points = sql.join(
    edges.map((edge) => cascadeRows.referencesDeleted(edge, 't')),
    sql` OR `,
  );
  return node === undefined ? sql`(${points})` : sql`(${points}) AND NOT ${cascadeRows.isDeleted(node, 't')}`;
}

/**
 * The rows of a referencing table that lose a link, with all fields; each with a 1 if the row rule does not allow it, and a 1 for each lost
 * link.
 */
export function unlinkedQuery(context: SqlContext, input: SqlInput<UnlinkedPlan>): WriteQuery {
  const { referencing, limit } = input.plan;
  const { model, table } = referencing;
  const cascadeRows = new CascadeRows(context, deletedRows(input));
  const pairs = fieldsWithoutLarge(model).map((field): Pair => [field.name, storedJsonSql(context, field, 't')]);
  const pieces = jsonColumns(context, pairs);
  const outside = sql`CASE WHEN (${ruleSql(context, model, 't')}) IS NOT TRUE THEN 1 ELSE 0 END`;
  const lost = referencing.edges.map((edge) => sql`CASE WHEN ${cascadeRows.referencesDeleted(edge, 't')} THEN 1 ELSE 0 END`);
  const order = sql.join(model.primaryKey.map((field) => sql.id('t', field.column)));
  const rows = sql`FROM ${tableSql(table.table)} AS "t" WHERE ${isRemainingReference(cascadeRows, referencing)} ORDER BY ${order} LIMIT ${numberSql(limit)}`;
  return {
    query: sql`${cascadeRows.with()}SELECT ${sql.join([...pieces, outside, ...lost])} ${rows}${model.isLockable ? context.fragments.lock('change') : sql``}`,
    fieldColumns: pieces.length,
  };
}

/** Rows that reference a deleted row, and are not deleted themselves. */
function remainingReferences(cascadeRows: CascadeRows, { table, edges, node, identity }: ReferencingTable): Sql {
  const columns = sql.join(identity.map((column) => sql.id('t', column)));
  const stays = node === undefined ? sql`` : sql` AND NOT ${cascadeRows.isDeleted(node, 't')}`;
  const rows = edges.map(
    (edge) => sql`SELECT ${columns} FROM ${tableSql(table.table)} AS "t" WHERE ${cascadeRows.referencesDeleted(edge, 't')}${stays}`,
  );
  return sql.join(rows, sql` UNION `);
}

/**
 * The key of each deleted row; and as JSON how many rows go with it, with the model and the key of the first of them, as far as their table has a model. One
 * statement serves all rows: each has a subquery of its own.
 */
export function cascadedKeysQuery(context: SqlContext, input: SqlInput<CascadedKeysPlan>): WriteQuery {
  const { fragments } = context;
  const { cascade, limit, model } = input.plan;
  const [root] = cascade.nodes;
  if (!root) throw new Error('A cascade without its table');
  const of = (alias: string): Sql => sql.join(root.identity.map((column) => comparedColumnSql(root.table, column, alias)));
  const cascadeRows = new CascadeRows(context, { ...deletedRows(input), isRoot: sql`(${of('t')}) = (${of('r')})` });
  const most = sql`LIMIT ${numberSql(limit)}`;
  const parts = cascade.nodes.flatMap(({ model: owner, table }, index) => {
    if (!owner) return [];
    const rows = sql`SELECT ${textSql(owner.key)} AS "m", ${keyText(context, owner, 't')} AS "k" FROM ${tableSql(table.table)} AS "t" WHERE ${cascadeRows.isCascaded(index, 't')} ${most}`;
    return [sql`SELECT * FROM (${rows}) AS ${sql.id(`q${index}`)}`];
  });
  const targets = fragments.jsonAggregate(fragments.jsonArray([sql`"m"`, sql`"k"`]), sql`"m", "k"`);
  const count = sql.join(
    cascade.nodes.map((_, index) => sql`(SELECT count(*) FROM (${cascadeRows.cascaded(index)}) AS "n")`),
    sql` + `,
  );
  const first = sql`(SELECT ${targets} FROM (${sql.join(parts, sql` UNION ALL `)} ${most}) AS "a")`;
  const own = sql`(${cascadeRows.with()}SELECT ${fragments.jsonText(fragments.jsonArray([count, first]))})`;
  const where = conditionSql(context, input.where, { model, alias: 'r', isRule: false });
  return {
    query: sql`SELECT ${keyText(context, model, 'r')}, ${own} FROM ${tableSql(root.table.table)} AS "r" WHERE ${where}`,
    fieldColumns: 0,
  };
}

/** Deletes the rows of one table that go with the deleted ones, or takes the link of one foreign key from rows that stay. */
export function declaredEffectQuery(context: SqlContext, input: SqlInput<DeclaredEffectPlan>): WriteQuery {
  const { cascade, effect } = input.plan;
  const cascadeRows = new CascadeRows(context, deletedRows(input));
  if (effect.does === 'delete') {
    const { table } = cascade.nodes[effect.node] as CascadeNode;
    const gone = sql`DELETE FROM ${changedTableSql(table.table)} AS "t" WHERE ${cascadeRows.isCascaded(effect.node, 't')}`;
    return { query: sql`${cascadeRows.with()}${gone}`, fieldColumns: 0 };
  }
  const referencing = cascade.referencingTables[effect.referencing] as ReferencingTable;
  const edges = referencing.edges.filter((_, index) => index === effect.edge);
  const nulls = edges.flatMap(({ columns }) => columns.map((column) => sql`${sql.id(column)} = NULL`));
  const where = isRemainingReference(cascadeRows, { ...referencing, edges });
  return {
    query: sql`${cascadeRows.with()}UPDATE ${changedTableSql(referencing.table.table)} AS "t" SET ${sql.join(nulls)} WHERE ${where}`,
    fieldColumns: 0,
  };
}

/** Notes in the journal, and locks, the rows of another table that the database changes when rows are deleted. */
export function watchedEffectQuery(context: SqlContext, input: SqlInput<WatchedEffectPlan>): WriteQuery {
  return { fieldColumns: 0, ...watchedEffect(context, deletedRows(input), input.plan.effect) };
}

/** The same for rows that are deleted in another way. */
export function watchedEffect(context: SqlContext, deleted: DeletedRows, effect: WatchedEffect): Pick<WriteQuery, 'query' | 'watched'> {
  const cascadeRows = new CascadeRows(context, deleted);
  const { cascade } = deleted;
  const isDelete = effect.does === 'delete';
  const changed = isDelete
    ? (cascade.nodes[effect.node] as CascadeNode)
    : (cascade.referencingTables[effect.referencing] as ReferencingTable);
  const condition = isDelete ? cascadeRows.isCascaded(effect.node, 't') : isRemainingReference(cascadeRows, changed as ReferencingTable);
  const { table } = changed.table;
  const { refused, isView } = changed.table;
  const isLockable = changed.model?.isLockable ?? (!isView && refused?.update === undefined);
  const lock = isLockable ? context.fragments.lock(isDelete ? 'delete' : 'change') : sql``;
  const rows = sql`FROM ${changedTableSql(table)} AS "t" WHERE ${condition}${lock}`;
  const assigned = isDelete ? {} : { assigned: changed.edges.flatMap(({ columns }) => columns) };
  const nothing = sql`SELECT 1 WHERE 1 = 0`;
  const watched = watching(context, table, isDelete ? 'delete' : 'update', ({ fragments, journal, table: recorded }) => ({
    table: recorded,
    before: sql`${cascadeRows.with()}${fragments.watch(journal, { table: recorded, rows, isIndirect: true, ...assigned })}`,
    // Others may come to point to rows that are not locked yet: they are counted.
    reachesOthers: isDelete && (!isLockable || cascadeRows.leadsToItself(effect.node)),
  }));
  return { query: nothing, watched };
}
