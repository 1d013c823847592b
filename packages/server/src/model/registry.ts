import type { Field } from './field.ts';
import type { Model } from './model.ts';

/** Every registered model, by key. */
export class Registry {
  readonly models: readonly Model[];
  readonly #byKey = new Map<string, Model>();
  readonly #byFoldedKey = new Map<string, Model | null>();

  constructor(models: readonly Model[]) {
    this.models = models;
    for (const model of models) {
      this.#byKey.set(model.key, model);
      const folded = model.key.toLowerCase();
      this.#byFoldedKey.set(folded, this.#byFoldedKey.has(folded) ? null : model);
    }
  }

  /** The model of a key in its exact spelling, else, where that is unique, without regard to case. */
  find(key: string): Model | undefined {
    return this.#byKey.get(key) ?? this.#byFoldedKey.get(key.toLowerCase()) ?? undefined;
  }

  /** The model that a foreign or many-to-many key points to. */
  targetOf(field: Field): Model {
    const model = field.relation && this.#byKey.get(field.relation.model);
    if (!model) throw new Error(`${field.name} points to no registered model`);
    return model;
  }
}
