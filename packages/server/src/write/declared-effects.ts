import { authorizeWrite } from '../authorize/authorize-write.ts';
import { Policy } from '../authorize/policy.ts';
import { systemActor } from '../model/actor.ts';
import type { Model } from '../model/model.ts';
import { keyTextOf } from '../plan/keys.ts';
import type { DeclaredEffectPlan } from '../plan/write.ts';
import type { KeyValues } from '../request/key.ts';
import { withConstraintErrors } from './constraint-violations.ts';
import { cascadeOf, countImpact, requireUnblocked, type RowsToDelete } from './impact.ts';
import { rowsNow } from './rows-now.ts';
import type { UnitOfWork } from './unit-of-work.ts';

/** What carries out effects: for whom, and in which transaction. */
type Work = Pick<UnitOfWork, 'policy' | 'writes'>;

/**
 * Does to other rows what foreign keys say that only sources declare (Prisma's relation mode, tables of Drizzle): rows that stay lose their link, and
 * the others are deleted, those first that lie farthest. The rights on them, and what forbids the delete, were checked with the impact.
 */
export async function applyDeclaredEffects(work: Work, rows: RowsToDelete): Promise<void> {
  if (!isReferencedByDeclaration(rows.model, work.policy)) return;
  const keys = await keysThatGo(work, rows);
  if (keys.length > 0) await carryOut(work, { ...rows, keys });
}

async function carryOut({ policy, writes }: Work, { model, keys, right, impact }: RowsToDelete): Promise<void> {
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
  const work = { writes, policy: new Policy(systemActor, policy.registry, { deadline: policy.deadline }) };
  const going = await keysThatGo(work, { model, keys, right: 'delete' });
  if (going.length === 0) return;
  const rows = { model, keys: going, right: 'delete' } as const;
  const impact = await countImpact(writes, work.policy, rows);
  requireUnblocked(impact, policy);
  await carryOut(work, { ...rows, impact });
}

/** Thrown to undo a delete that was a try. */
class OnlyTried extends Error {}

/** The keys of the rows that a delete takes away. Where a trigger or a rule may keep some, that is tried, and undone: what points to those stays. */
async function keysThatGo({ policy, writes }: Work, { model, keys, right }: Omit<RowsToDelete, 'impact'>): Promise<readonly KeyValues[]> {
  if (!model.redirects.delete) return keys;
  let going = keys;
  try {
    await writes.savepoint(async () => {
      const plan = { kind: 'delete', model, keys, right } as const;
      await withConstraintErrors({ model, fields: null }, () => writes.change(authorizeWrite(plan, policy)));
      const remaining = await rowsNow({ policy, writes }, { model, keys, right });
      going = keys.filter((key) => !remaining.has(keyTextOf(model, key)));
      throw new OnlyTried();
    });
  } catch (error) {
    if (!(error instanceof OnlyTried)) throw error;
  }
  return going;
}
