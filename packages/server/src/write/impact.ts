import type { AffectedRows, RelatedRows } from '@grimoire/protocol';
import { authorize } from '../authorize/authorize.ts';
import { authorizeWrite } from '../authorize/authorize-write.ts';
import type { Policy } from '../authorize/policy.ts';
import { AdminError } from '../errors/errors.ts';
import { rightCodename } from '../model/actor.ts';
import type { Model } from '../model/model.ts';
import { type Cascade, planCascade } from '../plan/cascade.ts';
import { planRow } from '../plan/list.ts';
import type { KeyValues } from '../request/key.ts';
import type { ImpactCounts, Reads } from '../store/reads.ts';
import { say } from '../texts/message.ts';

/** The limit up to which `related` counts the rows of a model (CONTRACT §5). */
const countCap = 1000;

/** The cascade of a delete, and its row counts. */
export interface DeleteImpact {
  readonly cascade: Cascade;
  readonly counts: ImpactCounts;
  readonly cap: number | undefined;
}

/** Rows to delete, and the impact of that. */
export interface RowsToDelete {
  readonly model: Model;
  readonly keys: readonly KeyValues[];
  readonly right: 'delete' | 'purge';
  readonly impact: DeleteImpact;
}

/** What a delete of rows of a model may affect. */
export function cascadeOf(model: Model, policy: Policy): Cascade {
  return planCascade(model, policy.registry, (models, effect) => {
    const may = effect === 'unlink' ? mayChange : mayDelete;
    return models.find((each) => may(each, policy)) ?? models.find((each) => policy.knows(each)) ?? models[0];
  });
}

/** Counts, in the database, the rows that a delete of these rows affects; for a preview also whether they are there. */
export async function countImpact(
  reads: Reads,
  policy: Policy,
  rows: { readonly model: Model; readonly keys: readonly KeyValues[]; readonly right: 'view' | 'delete' | 'purge' },
): Promise<DeleteImpact> {
  const { model, keys, right } = rows;
  const cascade = cascadeOf(model, policy);
  const cap = right === 'view' ? countCap : undefined;
  const isSimple = cascade.referencingTables.length === 0 && cascade.nodes.every((node) => node.edges.length === 0);
  // A row that moves to the trash keeps the rows that point to it.
  const isMarked = model.softDelete !== undefined && !policy.isTrash(model);
  if (isSimple || isMarked) {
    const rowCount = right === 'view' ? await presentRows(reads, policy, rows) : keys.length;
    return { cascade, cap, counts: { found: rowCount, cascaded: [], referencing: [], cascadedOutside: [], referencingOutside: [] } };
  }
  const plan = { kind: 'impact', model, right, keys, cascade, cap } as const;
  return { cascade, cap, counts: await reads.impact(authorizeWrite(plan, policy)) };
}

async function presentRows(reads: Reads, policy: Policy, { model, keys }: Pick<RowsToDelete, 'model' | 'keys'>): Promise<number> {
  const rowsInScope = await Promise.all(keys.map((key) => reads.row(authorize(planRow(model, key), policy))));
  return rowsInScope.filter((row) => row !== null).length;
}

/** The counts as shown to a user: models that they may not view are summed (CONTRACT §5). */
export function describeImpact({ cascade, counts, cap }: DeleteImpact, policy: Policy): RelatedRows {
  const cascaded = cascade.nodes.map(({ model }, index) => ({ model, count: counts.cascaded[index] ?? 0 }));
  const referencing = (effect: 'block' | 'unlink'): Affected[] =>
    cascade.referencingTables.flatMap(({ model, effect: own }, index) =>
      own === effect ? [{ model, count: counts.referencing[index] ?? 0 }] : [],
    );
  return {
    related: summed(cascaded, policy, cap),
    blocked_by: summed(referencing('block'), policy, cap),
    unlinked: summed(referencing('unlink'), policy, cap),
  };
}

interface Affected {
  readonly model: Model | undefined;
  readonly count: number;
}

function summed(all: readonly Affected[], policy: Policy, cap: number | undefined): AffectedRows[] {
  const nonzero = all.filter(({ count }) => count > 0);
  const isNamed = ({ model }: Affected): boolean => model !== undefined && policy.may(model, 'view');
  const named = nonzero.filter(isNamed).map(({ model, count }) => affected(model, count, cap));
  const others = nonzero.filter((rows) => !isNamed(rows));
  if (others.length === 0) return named;
  const count = others.reduce((sum, rows) => sum + capped(rows.count, cap), 0);
  const isCapped = others.some((rows) => cap !== undefined && rows.count > cap);
  return [...named, { model: null, verbose_name: 'other records', count, ...(isCapped ? { capped: true } : {}) }];
}

function affected(model: Model | undefined, count: number, cap: number | undefined): AffectedRows {
  const isCapped = cap !== undefined && count > cap;
  return {
    model: model?.key ?? null,
    verbose_name: model?.verboseName ?? '',
    count: capped(count, cap),
    ...(isCapped ? { capped: true } : {}),
  };
}

function capped(count: number, cap: number | undefined): number {
  return cap === undefined ? count : Math.min(count, cap);
}

/** Throws if the delete is not allowed: 409 if other rows forbid it, 403 if it would delete rows that the actor may not delete. */
export function requireDeletable(impact: DeleteImpact, policy: Policy): void {
  requireReach(impact, policy);
  requireUnblocked(impact, policy);
}

/** Throws a 409 if other rows forbid the delete. It names those that the actor may view. */
export function requireUnblocked(impact: DeleteImpact, policy: Policy): void {
  const blockers = describeImpact(impact, policy).blocked_by;
  if (blockers.length === 0) return;
  const rows = blockers.map(({ verbose_name: models, count }) => say('countOf', { models, count }));
  throw new AdminError('protected', { detail: say('neededBy', { rows }), body: { blocked_by: blockers } });
}

/** Throws a 403 if the delete would delete or unlink rows that the actor may not delete or change. */
export function requireReach({ cascade, counts }: DeleteImpact, policy: Policy): void {
  for (const [index, { model }] of cascade.nodes.entries()) {
    if (!model || !counts.cascaded[index]) continue;
    if (!mayDelete(model, policy)) throw refusal('mayNotDeleteToo', model, policy);
    if (counts.cascadedOutside[index]) throw refusal('deletesUnseen', model, policy);
  }
  for (const [index, { model, effect }] of cascade.referencingTables.entries()) {
    if (effect !== 'unlink' || !model || !counts.referencing[index]) continue;
    if (!mayChange(model, policy)) throw refusal('mayNotUnlink', model, policy);
    if (counts.referencingOutside[index]) throw unlinksOutside(model, policy);
  }
}

/** The 403 of a delete that would unlink a row that the actor cannot reach. */
export function unlinksOutside(model: Model, policy: Policy): AdminError {
  return refusal('unlinksUnseen', model, policy);
}

function refusal(key: 'mayNotDeleteToo' | 'deletesUnseen' | 'mayNotUnlink' | 'unlinksUnseen', model: Model, policy: Policy): AdminError {
  const models = policy.knows(model) ? say('modelOf', { models: model.verboseNamePlural, key: model.key }) : model.key;
  return new AdminError('permission_denied', { detail: say(key, { models }) });
}

function mayChange(model: Model, policy: Policy): boolean {
  return policy.holds(model, rightCodename(model, 'change'));
}

/**
 * The permission also counts on a read-only model, because the database deletes its rows by a cascade. A cascade passes over the trash of a
 * model: it needs the right to delete rows for good.
 */
function mayDelete(model: Model, policy: Policy): boolean {
  return policy.holds(model, rightCodename(model, model.softDelete ? 'purge' : 'delete'));
}
