import { sql } from 'kysely';
import { changedTableSql } from '../databases/table-sql.ts';
import type { Pair, Sql } from '../databases/sql-fragments.ts';
import { numberSql, textSql } from '../databases/literals.ts';
import { isLarge } from '../model/field.ts';
import { fieldsIn } from '../plan/condition.ts';
import type { ChangedRowsPlan } from '../plan/plan.ts';
import { comparedSql, jsonSql, keyText } from './column.ts';
import { conditionSql } from './condition.ts';
import type { Recording, SqlContext, SqlInput } from './context.ts';
import { jsonColumns, labelSql } from './row-json.ts';
import type { ReadQuery } from './statements.ts';

/**
 * The rows of a change set in one table: those that the actor may see now. For each its operation, whether the database made the change because of another
 * one, the columns with values, those whose values are not kept, the key, the label, and the row's fields before and after.
 */
export function changedRowsQuery(context: SqlContext, { plan }: SqlInput<ChangedRowsPlan>): ReadQuery {
  const { model, set, page } = plan;
  const recorded = context.recordedTable(model.table);
  if (!recorded) throw new Error(`The changes of ${model.key} are not recorded.`);
  const isMeant = (alias: string): Sql =>
    sql`${sql.id(alias, 'change_set')} = ${context.parameter(set)} AND ${sql.id(alias, 'tab')} = ${textSql(recorded.table.name)}`;
  const { recording } = context.dialect;
  const rows = sql`FROM ${recording.changedRows(recorded.journal, recorded.table, isMeant)} WHERE ${isMeant('c')} AND ${isVisible(context, plan, recorded)}`;
  const none = { helperColumns: 0, cursor: 'none', isOneText: false, computed: [] } as const;
  if (page === 'count') return { query: sql`SELECT count(*) ${rows}`, fieldColumns: 0, ...none };
  const access = context.access(model);
  const fields = access.fields.filter((field) => !field.link && !isLarge(field));
  const state = (alias: string): Sql[] =>
    jsonColumns(
      context,
      fields.map((field): Pair => [field.name, jsonSql(context, field, alias)]),
    );
  const label = labelSql(context, access, 't');
  const columns = [
    sql`"c"."op"`,
    sql`"c"."indirect"`,
    recording.columnsOf('c'),
    sql`CAST("c"."omitted" AS text)`,
    keyText(context, model, 't'),
    model.label.kind === 'computed' ? context.fragments.jsonText(label) : label,
    sql`"c"."row_key"`,
  ];
  const [before, after] = [state('b'), state('a')];
  const order = sql`ORDER BY "c"."row_key" LIMIT ${numberSql(page.limit)} OFFSET ${numberSql(page.offset)}`;
  const computed = model.label.kind === 'computed' ? [{ name: 'label', model }] : [];
  return {
    query: sql`SELECT ${sql.join([...columns, ...before, ...after])} ${rows} ${order}`,
    ...none,
    fieldColumns: before.length,
    computed,
  };
}

/**
 * Whether the actor may see a recorded change: the row is in their reach now, and has not come there since; or it is gone, and was in their reach when it
 * was deleted.
 */
function isVisible(
  context: SqlContext,
  { model }: SqlInput<ChangedRowsPlan>['plan'],
  { journal, table }: Omit<Recording, 'fragments'>,
): Sql {
  const rule = context.rule(model);
  if (rule.kind === 'true') return sql`1 = 1`;
  const isAllowed = (alias: string): Sql => conditionSql(context, rule, { model, alias, isRule: true });
  const same = (alias: string): Sql =>
    sql.join(
      model.primaryKey.map((field) => sql`${sql.id('n', field.column)} = ${comparedSql(field, alias)}`),
      sql` AND `,
    );
  const now = sql`FROM ${changedTableSql(table.table)} AS "n" WHERE ${same('t')}`;
  const deciding = [...new Set(fieldsIn(rule).map(({ column }) => column))];
  const moved = deciding.length === 0 ? sql`1 = 0` : context.dialect.recording.hasColumn('l', deciding);
  const later = sql`EXISTS (SELECT 1 FROM ${changedTableSql(journal.changeRow)} AS "l" WHERE "l"."tab" = "c"."tab" AND "l"."row_key" = "c"."row_key" AND "l"."change_set" > "c"."change_set" AND ("l"."op" <> 'U' OR ${moved}))`;
  return sql`NOT ${later} AND (EXISTS (SELECT 1 ${now} AND ${isAllowed('n')}) OR ("c"."op" = 'D' AND NOT EXISTS (SELECT 1 ${now}) AND ${isAllowed('b')}))`;
}
