import { authorizeWrite } from '../authorize/authorize-write.ts';
import type { DeclaredEffectPlan } from '../plan/write.ts';
import type { RowsToDelete } from './consequences.ts';
import { withConstraintErrors } from './constraint-violations.ts';
import type { WriteSession } from './session.ts';

/**
 * Does to other rows what foreign keys say that only sources declare (Prisma's relation mode, tables of Drizzle): rows that stay lose their link, and
 * the others are deleted, those first that lie farthest. The rights on them, and what forbids the delete, were checked with the consequences.
 */
export async function applyDeclaredEffects({ policy, writes }: WriteSession, rows: RowsToDelete): Promise<void> {
  const { model, keys, right, consequences } = rows;
  const { cascade, counts } = consequences;
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
