import { authorize } from '../authorize/authorize.ts';
import type { Policy } from '../authorize/policy.ts';
import { RequestProblems } from '../errors/errors.ts';
import type { Field } from '../model/field.ts';
import type { Value } from '../model/field-type.ts';
import { missingTarget, parseInput } from '../model/input.ts';
import type { ParamValues } from '../model/config/param.ts';
import { planRow } from '../plan/list.ts';
import type { Reads } from './reads.ts';
import { say } from '../texts/message.ts';

/**
 * Throws a 400 that names every parameter whose row the actor may not view. The error is the same for a row out of their scope and for a
 * missing row.
 */
export async function requireReferencedRows(reads: Reads, policy: Policy, fields: readonly Field[], values: ParamValues): Promise<void> {
  const problems = new RequestProblems();
  for (const field of fields) {
    const value = values[field.name] ?? null;
    if (!field.relation || value === null) continue;
    const target = policy.registry.targetOf(field);
    if (!policy.may(target, 'view')) problems.add(field.name, say('mayNotView', { models: target.verboseNamePlural }));
    else if (!(await maySeeTarget(reads, policy, field, parseInput(field, value)))) problems.add(field.name, missingTarget(value));
  }
  problems.throwIfAny();
}

/** Whether the actor may view the row that a foreign key names. */
export async function maySeeTarget(reads: Reads, policy: Policy, field: Field, value: Value): Promise<boolean> {
  const target = policy.registry.targetOf(field);
  return policy.may(target, 'view') && (await reads.row(authorize(planRow(target, [value]), policy))) !== null;
}
