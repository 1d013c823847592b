import { type Field, isIndirect } from '../model/field.ts';
import type { Cascade } from '../plan/cascade.ts';
import type { Condition } from '../plan/condition.ts';
import type { Plan } from '../plan/plan.ts';
import type { WritePlan } from '../plan/write.ts';
import type { SqlContext, SqlInput } from './context.ts';
import { listFields } from './statements.ts';

/**
 * Whether the SQL of a plan can count all rows that it reads: each of its tables is then read by a SELECT of its own, whose first condition
 * counts. That excludes views and joins, conditions whose parts a database may look up apart, and subqueries in conditions, which it may turn
 * into joins.
 */
export function canCountRows(context: SqlContext, input: SqlInput<Plan | WritePlan>): boolean {
  if (!context.words.rowCounted || !isPlain(input.where) || !readsPlainly(context, input)) return false;
  return context.dependencies.every(({ dependency: { about, model } }) => {
    if (!model.isTable || model.table.readAs !== undefined) return false;
    return about === 'view' || isPlain(about === 'rule' ? context.rule(model) : context.scope(model));
  });
}

function readsPlainly(context: SqlContext, { plan }: SqlInput<Plan | WritePlan>): boolean {
  const areOwn = (fields: readonly Field[]): boolean => fields.every((field) => isOwn(context, field));
  switch (plan.kind) {
    case 'list':
      return plan.offset === undefined && areOwn([...listFields(context, plan), ...plan.order.map(({ field }) => field)]);
    case 'row':
      return areOwn(context.view(plan.model).fields);
    case 'suggestions':
      return areOwn([...plan.fields, ...plan.order.map(({ field }) => field)]);
    case 'count':
      return plan.mode === 'exact' || plan.mode === 'capped';
    case 'consequences':
      return isWithoutCycles(plan.cascade);
    default:
      return false;
  }
}

/** Whether a field is read from its row, or from links that each lead to a row of its own. */
function isOwn(context: SqlContext, field: Field): boolean {
  if (!field.link) return !isIndirect(field);
  return field.link.targetKey === field.inner?.column && context.scope(context.targetOf(field)).kind === 'true';
}

function isWithoutCycles({ nodes, components, referencingTables }: Cascade): boolean {
  const isAlone = nodes.every(({ edges }, index) => edges.every(({ parent }) => parent !== index));
  const areTables = [...nodes, ...referencingTables].every(({ table }) => table.table.readAs === undefined);
  return isAlone && areTables && components.every(({ length }) => length === 1);
}

/** Whether a condition only compares the row's own columns, one by one. */
function isPlain(condition: Condition): boolean {
  switch (condition.kind) {
    case 'true':
    case 'false':
      return true;
    case 'and':
      return condition.parts.every(isPlain);
    case 'rule':
      return isPlain(condition.part);
    case 'compare':
    case 'in':
    case 'null':
    case 'text': {
      const { steps, field } = condition.path;
      return steps.length === 0 && !field.link && !isIndirect(field);
    }
    default:
      return false;
  }
}
