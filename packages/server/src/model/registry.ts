import { type Field, valueField } from './field.ts';
import { type Model, singleKey } from './model.ts';
import { References } from './references.ts';
import { type TableName, tableId } from './table.ts';
import { usual, type Wording } from '../texts/message.ts';

/** A function of a model's config that is called during requests. */
export type ConfigPart = 'label' | 'rows';

/** Called with the errors of such a function. */
export type Failed = (model: Model, part: ConfigPart, error: unknown) => void;

/** Names that belong to no model; what is not in them is called as the config calls it. */
export interface Names {
  /** Of groups and apps, in menus. */
  readonly groups: ReadonlyMap<string, string>;
  readonly widgets: ReadonlyMap<string, string>;
  /** Of the home page, by the texts of the config. */
  readonly home: ReadonlyMap<string, string>;
  /** Of the columns of the last entries of the audit log. */
  readonly entryColumns: ReadonlyMap<string, string>;
}

interface InLanguage {
  readonly wording: Wording;
  readonly names: Names;
}

const asConfigured: InLanguage = {
  wording: usual,
  names: { groups: new Map(), widgets: new Map(), home: new Map(), entryColumns: new Map() },
};

/** Every registered model, by key. */
export class Registry {
  readonly models: readonly Model[];
  readonly #byKey = new Map<string, Model>();
  readonly #byFoldedKey = new Map<string, Model | null>();

  /** The foreign keys of the database. */
  readonly references: References;
  readonly #byTable = new Map<string, Model[]>();

  /** The language of its names, and of the messages about its models. */
  readonly wording: Wording;
  /** Names beside those of its models. */
  readonly names: Names;

  #keys: ReadonlyMap<string, Field> | undefined;
  readonly #hear: Failed;
  readonly #heard = new Set<string>();

  /** @param hear called with the first error of each function of a model's config. */
  constructor(
    models: readonly Model[],
    references: References = new References([]),
    hear: Failed = () => {},
    { wording, names }: InLanguage = asConfigured,
  ) {
    this.wording = wording;
    this.names = names;
    this.#hear = hear;
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

  /** The same models, whose names are those of a language. */
  inLanguage(wording: Wording, names: Names): Registry {
    return new Registry(this.models, this.references, this.#hear, { wording, names });
  }

  /** Reports that a function of a model's config has failed; only its first error is passed on, since it may fail for every row. */
  failed(model: Model, part: ConfigPart, error: unknown): void {
    const name = `${model.key} ${part}`;
    if (!this.#heard.has(name)) this.#hear(model, part, error);
    this.#heard.add(name);
  }

  /** The model of a key in its exact spelling; otherwise, if that is unambiguous, regardless of case. */
  find(key: string): Model | undefined {
    return this.#byKey.get(key) ?? this.#byFoldedKey.get(key.toLowerCase()) ?? undefined;
  }

  /** The key fields of the models that have a single key field, by the models' keys. */
  keys(): ReadonlyMap<string, Field> {
    this.#keys ??= new Map(
      this.models.flatMap((model) => {
        const key = singleKey(model);
        return key ? [[model.key, valueField(key)]] : [];
      }),
    );
    return this.#keys;
  }

  /** The first model of a table. */
  ofTable(table: TableName): Model | undefined {
    return this.allOfTable(table)[0];
  }

  /** Every model of a table. */
  allOfTable(table: TableName): readonly Model[] {
    return this.#byTable.get(tableId(table)) ?? [];
  }

  /** The model that a foreign or many-to-many key references. */
  targetOf(field: Field): Model {
    const model = field.relation && this.#byKey.get(field.relation.model);
    if (!model) throw new Error(`${field.name} points to no registered model`);
    return model;
  }
}
