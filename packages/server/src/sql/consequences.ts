import { sql } from 'kysely';
import type { AuthorizedPlan } from '../authorize/authorize.ts';
import type { Sql } from '../model/field-type.ts';
import type { Bystander } from '../plan/cascade.ts';
import type { CascadedKeysPlan, ConsequencesPlan } from '../plan/write.ts';
import { DoomedRows } from './cascade.ts';
import { keyText, tableSql } from './column.ts';
import { scopeSql } from './condition.ts';
import type { SqlContext } from './context.ts';
import type { WriteQuery } from './write-statements.ts';

/**
 * What a delete does to other rows, counted where they are: a number for each table whose rows go, one for each whose
 * rows forbid it or lose their link, and a 1 for each of the first whose rows are not all within the actor's scope.
 */
export function consequencesQuery(context: SqlContext, authorized: AuthorizedPlan<ConsequencesPlan>): WriteQuery {
  const { cascade, cap } = authorized.plan;
  const doomed = new DoomedRows(context, authorized);
  const limit = cap === undefined ? sql`` : sql` LIMIT ${sql.lit(cap + 1)}`;
  const count = (rows: Sql): Sql => sql`(SELECT count(*) FROM (${rows}${limit}) AS "n")`;
  const columns = [
    ...cascade.nodes.map((_, index) => count(doomed.taken(index))),
    ...cascade.bystanders.map((bystander) => count(touchedRows(doomed, bystander))),
    ...cascade.nodes.map((node, index) => {
      if (!node.model) return sql`0`;
      const outside = sql`(${scopeSql(context, node.model, 't')}) IS NOT TRUE`;
      if (context.policy.view(node.model).scope.kind === 'true') return sql`0`;
      return sql`CASE WHEN EXISTS (SELECT 1 FROM ${tableSql(node.table.table)} AS "t" WHERE ${doomed.isTaken(index, 't')} AND ${outside}) THEN 1 ELSE 0 END`;
    }),
  ];
  return { query: sql`${doomed.with()}SELECT ${sql.join(columns)}`, ownPieces: 0 };
}

/** Rows that point to one that goes, and do not go themselves. */
function touchedRows(doomed: DoomedRows, { table, edges, node, identity }: Bystander): Sql {
  const columns = sql.join(identity.map((column) => sql.id('t', column)));
  const stays = node === undefined ? sql`` : sql` AND NOT ${doomed.goes(node, 't')}`;
  const rows = edges.map((edge) => sql`SELECT ${columns} FROM ${tableSql(table.table)} AS "t" WHERE ${doomed.follows(edge, 't')}${stays}`);
  return sql.join(rows, sql` UNION `);
}

/** The model and the key of each row that goes, of the tables that are models. */
export function cascadedKeysQuery(context: SqlContext, authorized: AuthorizedPlan<CascadedKeysPlan>): WriteQuery {
  const { cascade, limit } = authorized.plan;
  const doomed = new DoomedRows(context, authorized);
  const most = sql`LIMIT ${sql.lit(limit)}`;
  const parts = cascade.nodes.flatMap(({ model, table }, index) => {
    if (!model) return [];
    const rows = sql`SELECT ${sql.lit(model.key)} AS "m", ${keyText(context, model, 't')} AS "k" FROM ${tableSql(table.table)} AS "t" WHERE ${doomed.isTaken(index, 't')} ${most}`;
    return [sql`SELECT * FROM (${rows}) AS ${sql.id(`q${index}`)}`];
  });
  return { query: sql`${doomed.with()}${sql.join(parts, sql` UNION ALL `)} ${most}`, ownPieces: 0 };
}
