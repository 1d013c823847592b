import { Policy } from '../authorize/policy.ts';
import { systemActor } from '../model/actor.ts';
import type { Model } from '../model/model.ts';
import type { KeyValues } from '../request/key.ts';
import { authorizeWrite } from '../authorize/authorize-write.ts';
import type { DeclaredEffectPlan } from '../plan/write.ts';
import { cascadeOf, countImpact, requireUnblocked, type RowsToDelete } from './impact.ts';
import { withConstraintErrors } from './constraint-violations.ts';
import type { UnitOfWork } from './unit-of-work.ts';

/**
 * Does to other rows what foreign keys say that only sources declare (Prisma's relation mode, tables of Drizzle): rows that stay lose their link, and
 * the others are deleted, those first that lie farthest. The rights on them, and what forbids the delete, were checked with the impact.
 */
export async function applyDeclaredEffects({ policy, writes }: Pick<UnitOfWork, 'policy' | 'writes'>, rows: RowsToDelete): Promise<void> {
  const { model, keys, right, impact } = rows;
  const { cascade, counts } = impact;
  const apply = async (effect: DeclaredEffectPlan['effect']): Promise<void> => {
    const plan = { kind: 'declared effect', model, keys, right, cascade, effect } as const;
    await withConstraintErrors({ model, fields: null }, () => writes.change(authorizeWrite(plan, policy)));
  };
  for (const [referencing, { effect, edges }] of cascade.referencingTables.entries()) {
    if (effect !== 'unlink' || !counts.referencing[referencing]) continue;
    for (const [edge, { isDeclared }] of edges.entries()) if (isDeclared) await apply({ does: 'unlink', referencing, edge });
  }
  for (const node of cascade.components.toReversed().flat()) {
    const isDeclared = cascade.nodes[node]?.edges.some((edge) => edge.isDeclared) === true;
    if (isDeclared && counts.cascaded[node]) await apply({ does: 'delete', node });
  }
}

/** Whether something references rows of a model by a foreign key that only a source declares. */
export function isReferencedByDeclaration(model: Model, policy: Policy): boolean {
  const { nodes, referencingTables } = cascadeOf(model, policy);
  return [...nodes, ...referencingTables].some(({ edges }) => edges.some(({ isDeclared }) => isDeclared));
}

/**
 * The same before a delete by the handler of an action, which has all rights, as it has where the database carries them out. Throws a 409 if other
 * rows forbid the delete.
 */
export async function applyDeclaredEffectsOfHandler(unit: UnitOfWork, model: Model, keys: readonly KeyValues[]): Promise<void> {
  const { writes, policy } = unit;
  const handler = new Policy(systemActor, policy.registry);
  const impact = await countImpact(writes, handler, { model, keys, right: 'delete' });
  requireUnblocked(impact, policy);
  await applyDeclaredEffects({ writes, policy: handler }, { model, keys, right: 'delete', impact });
}
