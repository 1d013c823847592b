import type { AffectedRows, ModelSummary, Preview, RelatedRows } from '@grimoire/protocol';
import { t } from '../texts/text.ts';

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

/** Rows that are to be deleted. */
interface DeletedRows {
  readonly model: string;
  readonly count: number;
}

/** What a dry run of a delete says of other rows. A row that moves to a trash, or that the database keeps, is changed in the place of being deleted. */
export function consequencesOf({ counts }: Preview, own: DeletedRows, models: readonly ModelSummary[]): RelatedRows {
  const affected = (countOf: (rows: Preview['counts'][number]) => number): AffectedRows[] =>
    counts.flatMap((rows) => {
      const count = countOf(rows);
      const name = models.find(({ model }) => model === rows.model)?.verbose_name ?? t('other records');
      return count > 0 ? [{ model: rows.model, verbose_name: name, count }] : [];
    });
  const ownGone = counts.find(({ model }) => model === own.model)?.delete ?? 0;
  const rest = Math.max(0, own.count - ownGone);
  return {
    related: affected((rows) => rows.delete - (rows.model === own.model ? Math.min(own.count, ownGone) : 0)),
    blocked_by: [],
    unlinked: affected((rows) => rows.update - (rows.model === own.model ? rest : 0)),
  };
}
