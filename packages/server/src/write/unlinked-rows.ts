import type { AuditEntry } from '../audit/entry.ts';
import { authorizeWrite } from '../authorize/authorize-write.ts';
import { AdminError } from '../errors/errors.ts';
import type { Model } from '../model/model.ts';
import type { ReferencingTable } from '../plan/cascade.ts';
import { keyTextOf } from '../plan/keys.ts';
import { diffOf } from '../audit/entry.ts';
import { type RowsToDelete, unlinksOutside } from './impact.ts';
import { keyOfRow, nameOfRow } from './row.ts';
import type { UnlinkedRow } from '../store/writes.ts';
import type { UnitOfWork } from './unit-of-work.ts';
import { say } from '../texts/message.ts';

/** The largest number of rows that one delete may unlink: each has an entry in the audit log. */
const maxUnlinked = 100_000;

/**
 * Locks the rows that a delete unlinks. Throws a 403 if one of them is out of the actor's scope when it is locked (CONTRACT §5).
 * @returns their entries for the audit log.
 */
export async function unlinkedEntries(unit: UnitOfWork, { model, keys, right, impact }: RowsToDelete): Promise<AuditEntry[]> {
  const { cascade, counts } = impact;
  const entries: AuditEntry[] = [];
  for (const [index, referencing] of cascade.referencingTables.entries()) {
    if (!isUnlinked(referencing) || !counts.referencing[index]) continue;
    const plan = { kind: 'unlinked', model, keys, cascade, referencing, limit: maxUnlinked + 1, right } as const;
    const rows = await unit.writes.unlinked(authorizeWrite(plan, unit.policy));
    if (rows.length > maxUnlinked) throw tooMany(referencing.model);
    if (rows.some(({ isOutside }) => isOutside)) throw unlinksOutside(referencing.model, unit.policy);
    for (const row of rows) entries.push(entryOf(referencing, row));
  }
  return entries;
}

function isUnlinked(referencing: ReferencingTable): referencing is ReferencingTable & { readonly model: Model } {
  return referencing.effect === 'unlink' && referencing.model !== undefined;
}

function entryOf({ model, edges }: ReferencingTable & { readonly model: Model }, { row, lost }: UnlinkedRow): AuditEntry {
  const after: Record<string, unknown> = { ...row };
  for (const { columns, setsDefault } of edges.filter((_, index) => lost[index])) {
    for (const field of model.fields.filter((candidate) => !candidate.link && columns.includes(candidate.column))) {
      after[field.name] = setsDefault ? (field.defaultValue ?? null) : null;
    }
  }
  const key = keyTextOf(model, keyOfRow(model, row));
  const name = nameOfRow(model, row, key);
  return { action: 'update', model: model.key, key, name, diff: diffOf(model, row, after), targets: [], targetsCount: 0, status: 'ok' };
}

function tooMany({ verboseNamePlural }: Model): AdminError {
  return new AdminError('invalid', {
    detail: say('tooManyUnlinked', { count: maxUnlinked, models: verboseNamePlural }),
  });
}
