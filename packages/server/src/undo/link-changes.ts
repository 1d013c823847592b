import type { Field } from '../model/field.ts';
import type { Model } from '../model/model.ts';
import { ownerKey } from './conflicts.ts';
import type { RowWork, TableWork, UndoWork } from './work.ts';

/** Links of a field that are restored, by the keys of their targets. */
interface LinkChange {
  readonly added: string[];
  readonly removed: string[];
}

/** The links of a row that are restored. */
export interface OwnLinks {
  readonly model: Model;
  /** The key of the row. */
  readonly key: string;
  readonly byField: Map<Field, LinkChange>;
  /** The records of the links, with the table of each. */
  readonly records: { readonly table: TableWork; readonly work: RowWork }[];
}

/** The links that are restored, by {@link ownerName} of their rows. */
export type LinkChanges = ReadonlyMap<string, OwnLinks>;

/** The name of a row that may have links. */
export function ownerName(model: Model | undefined, key: string | undefined): string {
  return `${model?.key} ${key}`;
}

/** The links that are restored. */
export function linkChanges(work: UndoWork): LinkChanges {
  const changes = new Map<string, OwnLinks>();
  for (const table of work.tables) {
    const { linkOf } = table;
    if (!linkOf) continue;
    for (const one of table.rows) {
      const { row, verdict } = one;
      if (verdict.kind !== 'restore' || row.operation === 'update') continue;
      const key = ownerKey(work, table, row);
      const name = ownerName(linkOf.model, key);
      const own = changes.get(name) ?? { model: linkOf.model, key, byField: new Map<Field, LinkChange>(), records: [] };
      const ofField = own.byField.get(linkOf.field) ?? { added: [], removed: [] };
      const state = row.operation === 'delete' ? row.before : row.after;
      const target = work.dialect.recording.valueText(state.get(linkOf.link.target) ?? '');
      (row.operation === 'delete' ? ofField.added : ofField.removed).push(target);
      own.byField.set(linkOf.field, ofField);
      own.records.push({ table, work: one });
      changes.set(name, own);
    }
  }
  return changes;
}
