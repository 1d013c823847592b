import { type Field, isIndirect } from '../model/field.ts';
import { type FieldPath, isReadFromTable } from '../model/model.ts';
import type { Condition } from '../plan/condition.ts';
import type { Plan } from '../plan/plan.ts';
import type { WritePlan } from '../plan/write.ts';
import type { SqlContext, SqlInput } from './context.ts';

/**
 * Whether a statement counts or sums up rows of tables, so that its result is the same until something is committed. What a view shows may depend on the
 * time, too. Other results are not considered, because they are large.
 */
export function isCacheable(context: SqlContext, { plan, where }: SqlInput<Plan | WritePlan>): boolean {
  const isOfKind = plan.kind === 'aggregate' || (plan.kind === 'count' && plan.mode !== 'estimate');
  if (!isOfKind || !isReadFromTable(plan.model) || !readsTables(context, where)) return false;
  return context.dependencies.every(({ dependency: { about, model } }) => {
    if (about === 'view' || about === 'columns') return isReadFromTable(model);
    return isReadFromTable(model) && readsTables(context, about === 'rule' ? context.rule(model) : context.scope(model));
  });
}

function readsTables(context: SqlContext, condition: Condition): boolean {
  switch (condition.kind) {
    case 'true':
    case 'false':
    case 'indexed':
    case 'keys':
      return true;
    case 'collected':
      return false;
    case 'and':
    case 'or':
      return condition.parts.every((part) => readsTables(context, part));
    case 'not':
    case 'rule':
      return readsTables(context, condition.part);
    case 'key of':
      return isReadFromTable(condition.model) && leadsToTables(context, condition.path);
    case 'compare':
    case 'in':
    case 'null':
    case 'text':
    case 'holds':
    case 'last of':
      return leadsToTables(context, condition.path);
  }
}

function leadsToTables(context: SqlContext, { steps, field }: FieldPath): boolean {
  const hasTable = (one: Field): boolean => (one.link === undefined && !isIndirect(one)) || isReadFromTable(context.targetOf(one));
  return steps.every(({ target }) => isReadFromTable(target)) && hasTable(field);
}
