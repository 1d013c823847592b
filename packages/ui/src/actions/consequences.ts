import type { AffectedRows, RelatedRows } from '@grimoire/protocol';

/** The combined effects of several deletes. */
export function sumOf(all: readonly RelatedRows[]): RelatedRows {
  return {
    related: added(all.flatMap(({ related }) => related)),
    blocked_by: added(all.flatMap(({ blocked_by: blockers }) => blockers)),
    unlinked: added(all.flatMap(({ unlinked }) => unlinked)),
    ...(all.some(({ may_be_kept: mayBeKept }) => mayBeKept === true) ? { may_be_kept: true } : {}),
    ...(all.some(({ may_be_more: mayBeMore }) => mayBeMore === true) ? { may_be_more: true } : {}),
  };
}

function added(rows: readonly AffectedRows[]): AffectedRows[] {
  const sums = new Map<string | null, AffectedRows>();
  for (const row of rows) {
    const sum = sums.get(row.model);
    const isCapped = (row.capped ?? false) || (sum?.capped ?? false);
    sums.set(row.model, { ...row, count: row.count + (sum?.count ?? 0), ...(isCapped ? { capped: true } : {}) });
  }
  return [...sums.values()];
}
