import type { Model } from '../model/model.ts';
import type { IncomingKey } from '../model/references.ts';
import type { Registry } from '../model/registry.ts';
import { tableId, type TableName, tableText } from '../model/table.ts';

/** A foreign key whose rows are looked for before a row of a model is deleted. */
export interface CascadeUse {
  readonly model: Model;
  readonly key: IncomingKey;
  readonly target: TableName;
  /** The columns of the foreign key, with their table. */
  readonly names: readonly string[];
}

/**
 * The foreign keys, also of tables that are no models, that lead to rows of models that may be deleted: directly, and through rows that are
 * deleted with them.
 * @param isExamined whether the field of a model already stands for the foreign key.
 */
export function cascadesOf(registry: Registry, isExamined: (key: IncomingKey) => boolean): CascadeUse[] {
  const uses = new Map<string, CascadeUse>();
  for (const model of registry.models) {
    if (!model.isTable || model.isReadonly || model.withheld.has('delete')) continue;
    const tables = [model.table];
    for (const target of tables) {
      for (const key of registry.references.into(target)) {
        const { table, columns, effect } = key;
        if (effect === 'cascade' && !tables.some((known) => tableId(known) === tableId(table.table))) tables.push(table.table);
        const names = columns.map((column) => `${tableText(table.table)}.${column}`);
        const id = names.join('\u0000');
        if (!uses.has(id) && !isExamined(key)) uses.set(id, { model, key, target, names });
      }
    }
  }
  return [...uses.values()];
}
