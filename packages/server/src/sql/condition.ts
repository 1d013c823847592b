import { sql } from 'kysely';
import type { Sql } from '../databases/sql-fragments.ts';
import { valueField } from '../model/field.ts';
import type { Model, Step } from '../model/model.ts';
import type { CompareCondition, Comparison, Condition } from '../plan/condition.ts';
import { columnSql, comparedSql, inScope, keyText, linkedKey, linkFrom, operandSql, referencesSql } from './column.ts';
import { tableSql } from '../databases/table-sql.ts';
import type { SqlContext } from './context.ts';

/** The context of a condition in SQL. */
export interface ConditionRow {
  readonly model: Model;
  readonly alias: string;
  /** Whether it is a row rule itself: then the rules of other models do not limit its paths. */
  readonly isRule: boolean;
}

/** A condition as SQL that is true, false or null. */
export function conditionSql(context: SqlContext, condition: Condition, row: ConditionRow): Sql {
  switch (condition.kind) {
    case 'true':
      return sql`1 = 1`;
    case 'false':
      return sql`1 = 0`;
    case 'and':
    case 'or': {
      const parts = condition.parts.map((part) => conditionSql(context, part, row));
      return joined(parts, condition.kind === 'and' ? sql` AND ` : sql` OR `);
    }
    case 'not':
      return sql`(${conditionSql(context, condition.part, row)}) IS NOT TRUE`;
    case 'rule':
      return conditionSql(context, condition.part, { ...row, isRule: true });
    case 'collected':
      return collectedSql(context, condition, row);
    case 'keys':
      return hasKeySql(context, condition, row.alias);
    case 'indexed':
      return indexedSql(context, condition, row.alias);
    default:
      return alongPath(context, condition, row, condition.path.steps);
  }
}

/** SQLite reads `a AND b AND c` as an expression in an expression, to a depth of 1000. */
const joinedAtOnce = 50;

/** The parts of a condition in parentheses, many of them in groups. */
function joined(parts: readonly Sql[], operator: Sql): Sql {
  if (parts.length <= joinedAtOnce) return sql`(${sql.join(parts, operator)})`;
  const groups = Array.from({ length: Math.ceil(parts.length / joinedAtOnce) }, (_, index) => {
    return joined(parts.slice(index * joinedAtOnce, (index + 1) * joinedAtOnce), operator);
  });
  return joined(groups, operator);
}

/** Whether a condition has a pattern or a range: how many rows match one depends on its value. */
export function hasPatternOrRange(condition: Condition): boolean {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.parts.some(hasPatternOrRange);
    case 'not':
    case 'rule':
      return hasPatternOrRange(condition.part);
    case 'compare':
      return condition.comparison !== '=';
    case 'text':
      return true;
    default:
      return false;
  }
}

/** The table for the keys of a run, which only its transaction sees; columns `place` and `k0`, `k1` … */
export const collectedTable = 'grimoire_collected';

function collectedSql(context: SqlContext, condition: Extract<Condition, { kind: 'collected' }>, { model, alias }: ConditionRow): Sql {
  const { range: places } = condition;
  const range = places
    ? sql` WHERE ${sql.id('place')} BETWEEN ${context.parameter(places.from)} AND ${context.parameter(places.to)}`
    : sql``;
  const keys = sql.join(model.primaryKey.map((_, index) => sql.id(`k${index}`)));
  const own = sql.join(model.primaryKey.map((field) => comparedSql(field, alias)));
  return sql`(${own}) IN (SELECT ${keys} FROM ${sql.id(collectedTable)}${range})`;
}

function indexedSql(context: SqlContext, { index, match }: Extract<Condition, { kind: 'indexed' }>, alias: string): Sql {
  const { searchIndex: words } = context.fragments;
  if (!words) throw new Error('The dialect has no search indexes.');
  return words.isFound(sql.id(alias, index.key), index, context.parameter(match));
}

type PathCondition = Extract<Condition, { readonly path: unknown }>;

/** Each foreign key of the path becomes an EXISTS on its target, limited to the rows that the row rule of that model allows. */
function alongPath(context: SqlContext, condition: PathCondition, row: ConditionRow, steps: readonly Step[]): Sql {
  const [step, ...rest] = steps;
  if (condition.kind === 'last of') return lastOfSql(context, condition, row);
  if (!step) return fieldCondition(context, condition, row);
  if (condition.kind === 'null' && condition.isNull) {
    return sql`NOT ${alongPath(context, { ...condition, isNull: false }, row, steps)}`;
  }
  const alias = context.alias();
  const references = referencesSql(context, step.field, [row.alias, alias]);
  const inner = alongPath(context, condition, { ...row, model: step.target, alias }, rest);
  const rule = row.isRule ? sql`1 = 1` : ruleSql(context, step.target, alias);
  return sql`EXISTS (SELECT 1 FROM ${tableSql(step.target.table)} AS ${sql.id(alias)} WHERE ${references} AND ${rule} AND ${inner})`;
}

/** The rows of a model in the actor's scope. */
export function scopeSql(context: SqlContext, model: Model, alias: string): Sql {
  return conditionSql(context, context.scope(model), { model, alias, isRule: true });
}

/** The rows that the row rule allows to the actor, also those in the trash. */
export function ruleSql(context: SqlContext, model: Model, alias: string): Sql {
  return conditionSql(context, context.rule(model), { model, alias, isRule: true });
}

function fieldCondition(context: SqlContext, condition: PathCondition, row: ConditionRow): Sql {
  const { field } = condition.path;
  if (field.link) return linkCondition(context, condition, row);
  if (condition.kind === 'holds') {
    const list = context.fragments.jsonValues(sql.id(row.alias, field.column), condition.member);
    return sql`EXISTS (SELECT 1 FROM ${list} WHERE "text" = ${context.parameter(condition.text)})`;
  }
  const operand = condition.kind === 'null' ? columnSql(context, field, row.alias) : operandSql(context, field, row.alias);
  const test = comparison(context, condition, operand);
  const quick = condition.kind === 'compare' ? impliedSql(context, condition, row) : null;
  return quick ? sql`(${quick} AND ${test})` : test;
}

/** What holds wherever the comparison does, if the database finds that out faster. */
function impliedSql(context: SqlContext, { comparison: kind, path, value }: CompareCondition, row: ConditionRow): Sql | null {
  const field = valueField(path.field);
  const { implied } = context.typeSql(field);
  return implied?.(columnSql(context, path.field, row.alias), kind, context.parameter(value), field) ?? null;
}

function lastOfSql(context: SqlContext, condition: Extract<Condition, { kind: 'last of' }>, { model, alias }: ConditionRow): Sql {
  const later = context.alias();
  const same = condition.same.map((field) => sql`${comparedSql(field, later)} = ${comparedSql(field, alias)}`);
  const [key] = model.primaryKey;
  const column = comparedSql(condition.path.field, later);
  const wanted = context.parameter(condition.values);
  const isOne = condition.isKey ? context.fragments.hasKey(column, wanted) : context.fragments.isAmong(column, wanted);
  return sql`NOT EXISTS (SELECT 1 FROM ${tableSql(model.table)} AS ${sql.id(later)} WHERE ${sql.join(same, sql` AND `)} AND ${comparedSql(key, later)} > ${comparedSql(key, alias)} AND ${isOne})`;
}

/** Whether a text is the key of a row that the row rule allows; the key's index is used if the text can be converted to a key. */
function keyOfSql(context: SqlContext, model: Model, text: Sql): Sql {
  const alias = context.alias();
  const [key] = model.primaryKey;
  const typed = model.primaryKey.length === 1 ? context.fragments.keyOfText(text, key) : null;
  const same = typed ? context.fragments.equals(comparedSql(key, alias), typed, key) : sql`${keyText(context, model, alias)} = ${text}`;
  return sql`EXISTS (SELECT 1 FROM ${tableSql(model.table)} AS ${sql.id(alias)} WHERE ${same} AND ${ruleSql(context, model, alias)})`;
}

type Keys = Extract<Condition, { readonly kind: 'keys' }>;

/** Whether a row has one of the keys. The index on the parts finds candidates, and the text of the whole key decides. */
function hasKeySql(context: SqlContext, keys: Keys, alias: string): Sql {
  const { fragments } = context;
  const { model, parts } = keys;
  if (fragments.keysAreRows(model.primaryKey)) {
    const own = sql.join(model.primaryKey.map((field) => comparedSql(field, alias)));
    return sql`(${own}) IN (${fragments.keyRows(context.parameter(keys.keys), model.primaryKey.length)})`;
  }
  const byPart = model.primaryKey.flatMap((field, index) => {
    const part = parts[index];
    return part ? [fragments.isAmong(operandSql(context, field, alias), context.parameter(part), field)] : [];
  });
  return sql`(${sql.join([...byPart, fragments.isAmong(keyText(context, model, alias), context.parameter(keys.texts))], sql` AND `)})`;
}

/** A many-to-many field matches a condition if one of its links does. */
function linkCondition(context: SqlContext, condition: PathCondition, row: ConditionRow): Sql {
  const link = context.alias();
  const scope = row.isRule ? sql`` : inScope(context, condition.path.field, link);
  const from = sql`${linkFrom(condition.path.field, row.alias, link)}${scope}`;
  if (condition.kind === 'null') return condition.isNull ? sql`NOT EXISTS (SELECT 1 FROM ${from})` : sql`EXISTS (SELECT 1 FROM ${from})`;
  return sql`EXISTS (SELECT 1 FROM ${from} AND ${comparison(context, condition, linkedKey(context, condition.path.field, link))})`;
}

const operators: Readonly<Record<Comparison, Sql>> = { '=': sql`=`, '!=': sql`<>`, '<': sql`<`, '<=': sql`<=`, '>': sql`>`, '>=': sql`>=` };

function comparison(context: SqlContext, condition: PathCondition, operand: Sql): Sql {
  const { field } = condition.path;
  switch (condition.kind) {
    case 'compare':
      if (condition.comparison === '=') return context.fragments.equals(operand, context.parameter(condition.value), field);
      return sql`${operand} ${operators[condition.comparison]} ${context.parameter(condition.value)}`;
    case 'in':
      return context.fragments.isAmong(operand, context.parameter(condition.values), field);
    case 'null':
      return condition.isNull ? sql`${operand} IS NULL` : sql`${operand} IS NOT NULL`;
    case 'last of':
    case 'holds':
      throw new Error('It has no operand.');
    case 'key of':
      return keyOfSql(context, condition.model, operand);
    case 'text':
      return context.fragments.matches(operand, context.parameter(condition.texts), {
        form: context.formOf(condition.texts),
        match: condition.match,
        field,
      });
  }
}
