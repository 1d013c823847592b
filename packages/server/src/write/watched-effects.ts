import { authorizeWrite } from '../authorize/authorize-write.ts';
import type { Cascade } from '../plan/cascade.ts';
import type { WatchedEffect } from '../plan/write.ts';
import type { ImpactCounts } from '../store/reads.ts';
import type { RowsToDelete } from './impact.ts';
import type { UnitOfWork } from './unit-of-work.ts';

/**
 * Notes in the journal what the database changes when rows are deleted, table by table: the rows that point to a deleted row are locked before those that
 * point to them are looked for. Nothing is done where the database tells by itself what it has changed.
 */
export function watchEffects({ writes, policy }: UnitOfWork, { model, keys, right, impact }: RowsToDelete): void {
  if (!writes.notesRows) return;
  const { cascade, counts } = impact;
  const effects = effectsOf(cascade, counts).map((effect) =>
    authorizeWrite({ kind: 'watched effect', model, keys, right, cascade, effect }, policy),
  );
  if (effects.length > 0) writes.watch(authorizeWrite({ kind: 'delete', model, keys, right }, policy), effects);
}

/** The effects of a delete on other rows, those first that lead to others. @param counts what it affects; everything by default. */
export function effectsOf(
  { components, nodes, referencingTables }: Cascade,
  counts?: Pick<ImpactCounts, 'cascaded' | 'referencing'>,
): WatchedEffect[] {
  // Where some rows go, others may have come to point to them since they were counted.
  const mayDelete = counts === undefined || counts.cascaded.some((count) => count > 0);
  const deleted = mayDelete ? components.flat().filter((node) => (nodes[node]?.edges.length ?? 0) > 0) : [];
  const unlinked = referencingTables.flatMap(({ effect }, index) =>
    effect === 'unlink' && (mayDelete || counts?.referencing[index]) ? [index] : [],
  );
  return [
    ...deleted.map((node): WatchedEffect => ({ does: 'delete', node })),
    ...unlinked.map((referencing): WatchedEffect => ({ does: 'unlink', referencing })),
  ];
}
