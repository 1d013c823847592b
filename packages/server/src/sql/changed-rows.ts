import { sql } from 'kysely';
import { changedTableSql, tableSql } from '../databases/table-sql.ts';
import type { RecordSource } from '../databases/recording-fragments.ts';
import type { Pair, Sql } from '../databases/sql-fragments.ts';
import { numberSql, textSql } from '../databases/literals.ts';
import { isLarge } from '../model/field.ts';
import type { Model } from '../model/model.ts';
import { type Condition, fieldsIn } from '../plan/condition.ts';
import type { ChangedRowsPlan } from '../plan/plan.ts';
import { linkRows } from './changed-links.ts';
import { comparedSql, jsonSql, keyText } from './column.ts';
import { conditionSql } from './condition.ts';
import type { Recording, SqlContext, SqlInput } from './context.ts';
import { jsonColumns, labelSql } from './row-json.ts';
import type { ReadQuery } from './statements.ts';

/**
 * The changed rows of one table: those that the actor may see now. For each its operation, whether the database made the change because of another one, the
 * columns with values, those whose values are not kept, the key, the label, the change set, the key of the record, and the row's fields before and after.
 */
export function changedRowsQuery(context: SqlContext, { plan }: SqlInput<ChangedRowsPlan>): ReadQuery {
  const { model, page } = plan;
  const recorded = context.recordedTable(model.table);
  if (!recorded) throw new Error(`The changes of ${model.key} are not recorded.`);
  const { tables, from } = sourceOf(context, plan, recorded);
  const isAsked = sql`${isAbout(context, plan)} AND ${isUntold(context, plan)}`;
  const rows = sql`FROM ${from} WHERE ${isAsked} AND ${isVisible(context, plan, recorded)}`;
  const select = (columns: readonly Sql[], order = sql``): Sql =>
    sql`${tables.length === 0 ? sql`` : sql`WITH ${sql.join(tables)} `}SELECT ${sql.join(columns)} ${rows}${order}`;
  const none = { helperColumns: 0, cursor: 'none', isOneText: false, computed: [] } as const;
  if (page === 'count') return { query: select([sql`count(*)`]), fieldColumns: 0, ...none };
  if (page === 'operations') return { query: select([sql`"c"."op"`, sql`count(*)`], sql` GROUP BY "c"."op"`), fieldColumns: 0, ...none };
  const [before, after] = [stateColumns(context, model, 'b'), stateColumns(context, model, 'a')];
  const order = sql` ORDER BY "c"."change_set" DESC, "c"."row_key" LIMIT ${numberSql(page.limit)} OFFSET ${numberSql(page.offset)}`;
  return {
    query: select([...ownColumns(context, model), ...before, ...after], order),
    ...none,
    fieldColumns: before.length,
    computed: model.label.kind === 'computed' ? [{ name: 'label', model }] : [],
  };
}

/** What a row has before its two states. */
function ownColumns(context: SqlContext, model: Model): Sql[] {
  const label = labelSql(context, context.access(model), 't');
  return [
    sql`"c"."op"`,
    sql`"c"."indirect"`,
    context.dialect.recording.columnsOf('c'),
    sql`CAST("c"."omitted" AS text)`,
    keyText(context, model, 't'),
    model.label.kind === 'computed' ? context.fragments.jsonText(label) : label,
    sql`"c"."change_set"`,
    sql`"c"."row_key"`,
  ];
}

function stateColumns(context: SqlContext, model: Model, alias: string): Sql[] {
  const fields = context.access(model).fields.filter((field) => !field.link && !isLarge(field));
  return jsonColumns(
    context,
    fields.map((field): Pair => [field.name, jsonSql(context, field, alias)]),
  );
}

type Recorded = Omit<Recording, 'fragments'>;
type Planned = SqlInput<ChangedRowsPlan>['plan'];

/** The records of the plan's model, with the rows of which only links were changed. */
function sourceOf(context: SqlContext, { model, set, of, fields = [], only }: Planned, recorded: Recorded): RecordSource {
  const { recording } = context.dialect;
  const isOf = (alias: string, table: string): Sql => {
    const isInSet = set ? sql`${sql.id(alias, 'change_set')} = ${context.parameter(set)} AND ` : sql``;
    return sql`${isInSet}${sql.id(alias, 'tab')} = ${textSql(table)}`;
  };
  // One row is found by the index of its key.
  const row = of?.kind === 'row' ? sql`(${keysNow(context, model, of.condition)})` : undefined;
  const isMeant = (alias: string): Sql => {
    const isRow = row ? sql` AND ${sql.id(alias, 'row_key')} = ${row}` : sql``;
    return sql`${isOf(alias, recorded.table.name)}${isRow}`;
  };
  if (fields.length === 0) return recording.changedRows(recorded.journal, recorded.table, isMeant);
  const links = fields.map((field) => linkRows(context, { model, field, recorded }, isOf));
  // Their number: each of them is a record of its own, of the row that has it.
  if (only === 'links') return recording.changedRows(recorded.journal, recorded.table, () => sql`1 = 0`, sql.join(links, sql` UNION ALL `));
  const keyOf = (alias: string): Sql => sql`${sql.id(alias, 'change_set')}, ${sql.id(alias, 'row_key')}`;
  const owners = sql.join(
    links.map((query) => sql`SELECT ${keyOf('x')} FROM (${query}) AS "x"`),
    sql` UNION `,
  );
  const isRow = row ? sql`"o"."row_key" = ${row} AND ` : sql``;
  const isRecorded = sql`SELECT 1 FROM ${changedTableSql(recorded.journal.changeRow)} AS "r" WHERE "r"."tab" = ${textSql(recorded.table.name)} AND "r"."row_key" = "o"."row_key" AND "r"."change_set" = "o"."change_set"`;
  const linked = sql`SELECT ${keyOf('o')} FROM (${owners}) AS "o" WHERE ${isRow}"o"."row_key" IS NOT NULL AND NOT EXISTS (${isRecorded})`;
  return recording.changedRows(recorded.journal, recorded.table, isMeant, linked);
}

/** The keys that the records of rows have which meet a condition now. */
function keysNow(context: SqlContext, model: Model, condition: Condition): Sql {
  const recorded = context.recordedTable(model.table);
  if (!recorded) throw new Error(`The changes of ${model.key} are not recorded.`);
  const key = context.dialect.recording.rowKey(recorded.table, 'n');
  return sql`SELECT ${key} FROM ${changedTableSql(model.table)} AS "n" WHERE ${conditionSql(context, condition, { model, alias: 'n', isRule: true })}`;
}

/** Whether a change is one of the rows that the plan asks for. */
function isAbout(context: SqlContext, { model, of }: Planned): Sql {
  if (of?.kind === 'key') return sql`${keyText(context, model, 't')} = ${context.parameter(of.text)}`;
  if (of?.kind !== 'rows') return sql`1 = 1`;
  const isThen = (alias: string): Sql => conditionSql(context, of.condition, { model, alias, isRule: true });
  return sql`("c"."row_key" IN (${keysNow(context, model, of.condition)}) OR ${isThen('b')} OR ${isThen('a')})`;
}

/** Whether no entry of the log tells of a change. */
function isUntold(context: SqlContext, { model, entries }: Planned): Sql {
  if (!entries) return sql`1 = 1`;
  const isEntry = conditionSql(context, entries.condition, { model: entries.model, alias: 'e', isRule: true });
  const select = (columns: Sql): Sql => sql`SELECT ${columns} FROM ${tableSql(entries.model.table)} AS "e" WHERE ${isEntry}`;
  if (entries.isOfOneRow) return sql`"c"."change_set" NOT IN (${select(sql`"e"."change_set"`)} AND "e"."change_set" IS NOT NULL)`;
  const isSame = sql`"e"."object_pk" = ${keyText(context, model, 't')} AND "e"."change_set" = "c"."change_set"`;
  return sql`NOT EXISTS (${select(sql`1`)} AND ${isSame})`;
}

/**
 * Whether the actor may see a recorded change: the row is in their reach now, and has not come there since; or it is gone, and was in their reach when it
 * was deleted.
 */
function isVisible(context: SqlContext, { model }: Planned, { journal, table }: Recorded): Sql {
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
