import type { Field } from './field.ts';
import type { Model } from './model.ts';
import { References } from './references.ts';
import { type TableName, tableId } from './table.ts';

/** Every registered model, by key. */
export class Registry {
  readonly models: readonly Model[];
  readonly #byKey = new Map<string, Model>();
  readonly #byFoldedKey = new Map<string, Model | null>();

  /** The foreign keys of the database. */
  readonly references: References;
  readonly #byTable = new Map<string, Model[]>();

  constructor(models: readonly Model[], references: References = new References([])) {
    this.models = models;
    this.references = references;
    for (const model of models) {
      const table = tableId(model.table);
      this.#byTable.set(table, [...(this.#byTable.get(table) ?? []), model]);
      this.#byKey.set(model.key, model);
      const folded = model.key.toLowerCase();
      this.#byFoldedKey.set(folded, this.#byFoldedKey.has(folded) ? null : model);
    }
  }

  /** The model of a key in its exact spelling, else, where that is unique, without regard to case. */
  find(key: string): Model | undefined {
    return this.#byKey.get(key) ?? this.#byFoldedKey.get(key.toLowerCase()) ?? undefined;
  }

  /** The first model over a table. */
  ofTable(table: TableName): Model | undefined {
    return this.allOfTable(table)[0];
  }

  /** Every model over a table. */
  allOfTable(table: TableName): readonly Model[] {
    return this.#byTable.get(tableId(table)) ?? [];
  }

  /** The model that a foreign or many-to-many key points to. */
  targetOf(field: Field): Model {
    const model = field.relation && this.#byKey.get(field.relation.model);
    if (!model) throw new Error(`${field.name} points to no registered model`);
    return model;
  }
}
