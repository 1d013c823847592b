import type { Field } from '../model/field.ts';
import type { Condition } from '../plan/condition.ts';

/** The own fields of a model that a condition looks at, or begins its way with. */
export function fieldsIn(condition: Condition): Field[] {
  switch (condition.kind) {
    case 'true':
    case 'false':
    case 'collected':
    case 'keys':
    case 'key of':
    case 'last of':
      return [];
    case 'and':
    case 'or':
      return condition.parts.flatMap(fieldsIn);
    case 'not':
      return fieldsIn(condition.part);
    default:
      return [condition.path.steps[0]?.field ?? condition.path.field];
  }
}
