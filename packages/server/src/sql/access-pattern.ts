import { sql } from 'kysely';
import type { IndexedComparison, AccessPattern } from '../databases/statement.ts';
import { type Field, isIndirect, valueField } from '../model/field.ts';
import { type FieldPath, isReadFromTable, singleKey } from '../model/model.ts';
import { type Comparison, type Condition, isOneRow } from '../plan/condition.ts';
import type { ListPlan, Plan } from '../plan/plan.ts';
import type { ImpactPlan, WritePlan } from '../plan/write.ts';
import type { SqlContext, SqlInput } from './context.ts';
import { goesUp } from './page-source.ts';

/** The most rows of a page that is an indexed read. */
const mostRows = 100;

/** The most comparisons: no index has more columns, and SQLite takes long to plan many. */
const mostComparisons = 8;

const operators = { '=': '=', '<': '<', '<=': '<', '>': '>', '>=': '>' } as const;

/**
 * What an index has to serve so that a statement reads few rows, and only such rows: undefined if no index can do that. Each condition must
 * be the comparison of a bare column, and the order must be that of the index.
 * @param inOrder the SQL for the rows of a page that are read in their order.
 */
export function accessOf(
  context: SqlContext,
  { plan, where }: SqlInput<Plan | WritePlan>,
  inOrder: string | undefined,
): AccessPattern | undefined {
  if (!hasBareRules(context)) return undefined;
  if (plan.kind === 'list') return inOrder === undefined ? undefined : ofPage(context, { plan, where }, inOrder);
  return plan.kind === 'impact' ? ofReferences(context, { plan, where }) : undefined;
}

/** Whether the row rules in the statement, such as those of labels, are comparisons: a pattern may take long for a single row. */
function hasBareRules(context: SqlContext): boolean {
  return context.dependencies.every(({ dependency: { about, model } }) => {
    if (about === 'view' || about === 'columns') return true;
    return comparisonsOf(context, about === 'rule' ? context.rule(model) : context.scope(model)) !== undefined;
  });
}

function ofPage(context: SqlContext, { plan, where }: SqlInput<ListPlan>, inOrder: string): AccessPattern | undefined {
  const { model, order, boundary, limit } = plan;
  if (!isReadFromTable(model) || limit > mostRows) return undefined;
  if (context.access(model).fields.some((field) => field.link && model.listDisplay.includes(field.name))) return undefined;
  const compared = comparisonsOf(context, where);
  if (!compared || compared.length > mostComparisons) return undefined;
  const page = { of: 'page', sql: inOrder, table: model.table.name, key: singleKey(model)?.column } as const;
  if (!boundary) return { ...page, comparisons: compared };
  const [first, second] = order;
  // Of two terms, an index finds only the first: the rows that are equal in it are read until the second is found.
  if (!first || second || !isBare(context, first.field, '<')) return undefined;
  return { ...page, comparisons: [...compared, { column: first.field.column, operator: goesUp(plan) ? '>' : '<' }] };
}

/** The columns with which rows refer to a row: of each table one, whose rows are counted up to a limit. */
function ofReferences(context: SqlContext, { plan, where }: SqlInput<ImpactPlan>): AccessPattern | undefined {
  const { model, cap, cascade } = plan;
  if (!isReadFromTable(model) || cap === undefined || !singleKey(model) || !isOneRow(where)) return undefined;
  const [root, ...others] = cascade.nodes;
  if (!root || root.edges.length > 0 || others.length > 0) return undefined;
  const columns = cascade.referencingTables.map(({ edges: [edge, ...more], model: other, node }) => {
    const isCounted = node === undefined && (!other || context.rule(other).kind === 'true');
    const [column, ...rest] = edge?.columns ?? [];
    return isCounted && more.length === 0 && rest.length === 0 ? column : undefined;
  });
  if (!columns.every((column) => column !== undefined)) return undefined;
  return { of: 'references', columns };
}

/** The comparisons that make up a condition; undefined if it consists of anything else. */
function comparisonsOf(context: SqlContext, condition: Condition): readonly IndexedComparison[] | undefined {
  switch (condition.kind) {
    case 'true':
      return [];
    case 'rule':
      return comparisonsOf(context, condition.part);
    case 'and': {
      const parts = condition.parts.map((part) => comparisonsOf(context, part));
      return parts.every((part) => part !== undefined) ? parts.flat() : undefined;
    }
    case 'null':
      return condition.isNull && isBarePath(context, condition.path, '=')
        ? [{ column: condition.path.field.column, operator: '=' }]
        : undefined;
    case 'compare': {
      const { path, comparison } = condition;
      if (comparison === '!=' || !isBarePath(context, path, comparison)) return undefined;
      return [{ column: path.field.column, operator: operators[comparison] }];
    }
    default:
      return undefined;
  }
}

/** Whether a condition compares the bare column of an own field. */
function isBarePath(context: SqlContext, { steps, field }: FieldPath, comparison: Comparison): boolean {
  return steps.length === 0 && isBare(context, field, comparison);
}

/** Whether the SQL of a comparison compares the column of the field itself, and nothing else. */
function isBare(context: SqlContext, field: Field, comparison: Comparison): boolean {
  if (field.link || isIndirect(field) || field.keyPrefix !== undefined) return false;
  const value = valueField(field);
  const { operand, implied } = context.typeSql(value);
  const column = sql.id(field.column);
  return (operand?.(column, value) ?? column) === column && (implied?.(column, comparison, column, value) ?? null) === null;
}
