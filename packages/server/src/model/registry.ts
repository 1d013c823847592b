import { didYouMean, type Problems } from './checks.ts';
import type { AdminConfig, FieldConfig, ManyToManyConfig } from './config.ts';
import type { DialectName } from './field-type.ts';
import { asForeignKey, buildField, isLeftOut, keyColumns, mayBeCalled } from './build-field.ts';
import { defaultsOf } from './defaults.ts';
import type { Field } from './field.ts';
import { findLinkEnds, manyToManyField } from './many-to-many.ts';
import type { Inline, Model } from './model.ts';
import { pluralOf, verboseNameOf } from './naming.ts';
import { type TableDescription, tableId } from './table.ts';

/** A table with the key and config that it is registered under. */
export interface Registration {
  readonly key: string;
  readonly description: TableDescription;
  readonly config: AdminConfig;
}

/** What a registry is made of. `describe` finds the table behind a config's `through` or inline. */
export interface RegistryInput {
  readonly registrations: readonly Registration[];
  readonly describe: (source: unknown) => TableDescription | undefined;
  readonly dialect: DialectName;
  readonly problems: Problems;
}

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

interface Draft {
  readonly registration: Registration;
  readonly app: string;
  readonly name: string;
  fields: Field[];
}

/** Resolves registrations into models: fields first, then what leads from one model to another. */
export function buildRegistry(input: RegistryInput): Registry {
  const { problems } = input;
  const drafts = draftModels(input);
  const byTable = new Map(drafts.map((draft) => [tableId(draft.registration.description.table), draft]));
  const columnFields = new Map(drafts.map((draft) => [draft, draft.fields]));
  for (const draft of drafts) draft.fields = linkForeignKeys(draft, byTable, columnFields);
  for (const draft of drafts) draft.fields.push(...linkManyToMany(draft, byTable, columnFields, input));
  const models = drafts.map((draft) => finish(draft, byTable, input));
  const registry = new Registry(models.map(({ model }) => model));
  for (const { model, draft } of models) Object.assign(model, defaultsOf(model, draft.registration.config, { registry, problems }));
  return registry;
}

function draftModels({ registrations, problems, dialect }: RegistryInput): Draft[] {
  const seen = new Set<string>();
  return registrations.flatMap((registration) => {
    const { key, description, config } = registration;
    const [, app, name] = /^([^.~/\s]+)\.([^.~/\s]+)$/u.exec(key) ?? [];
    if (!app || !name) {
      problems.add('E002', key, { message: `"${key}" is not of that form.`, cure: 'Write it as "sales.Order".' });
      return [];
    }
    if (seen.has(key)) {
      problems.add('E001', key, { message: 'The later one is ignored.', cure: 'Rename one of them.' });
      return [];
    }
    seen.add(key);
    if (keyColumns(description, config).length === 0) {
      problems.add('E003', key, { message: 'Rows could not be told apart.', cure: 'Name its columns in `primaryKey`.' });
      return [];
    }
    checkFieldConfigs(registration, { problems, dialect });
    const keys = new Set(keyColumns(description, config));
    const columns = description.columns.filter((column) => keys.has(column.column) || !isLeftOut(column, config));
    return [{ registration, app, name, fields: columns.map((column) => buildField(column, description, config)) }];
  });
}

function checkFieldConfigs(
  { key, description, config }: Registration,
  { problems, dialect }: Pick<RegistryInput, 'problems' | 'dialect'>,
): void {
  for (const [name, own] of Object.entries<FieldConfig | undefined>(config.fields ?? {})) {
    const place = `${key} fields.${name}`;
    const column = description.columns.find((candidate) => candidate.name === name);
    if (!column) {
      problems.add('E010', place, {
        message: `"${name}" is none.`,
        cure: didYouMean(
          name,
          description.columns.map((candidate) => candidate.name),
        ),
      });
    } else if (own?.type && !mayBeCalled(column, own.type, dialect)) {
      problems.add('E032', place, {
        message: `A column of type ${column.dbType} is no ${own.type}.`,
        cure: `Leave \`type\` out, or change the column.`,
      });
    }
  }
}

type ByTable = ReadonlyMap<string, Draft>;
type ColumnFields = ReadonlyMap<Draft, readonly Field[]>;

function targetKeyOf(draft: Draft, columnFields: ColumnFields): Field | undefined {
  const keys = (columnFields.get(draft) ?? []).filter((field) => field.primaryKey);
  return keys.length === 1 ? keys[0] : undefined;
}

function linkForeignKeys(draft: Draft, byTable: ByTable, columnFields: ColumnFields): Field[] {
  const { description } = draft.registration;
  return draft.fields.map((field) => {
    const key = description.foreignKeys.find((candidate) => candidate.columns.length === 1 && candidate.columns[0] === field.column);
    const target = key && byTable.get(tableId(key.table));
    const targetKey = target && targetKeyOf(target, columnFields);
    if (!key || !target || !targetKey) return field;
    const column = key.targetColumns[0] ?? targetKey.column;
    return asForeignKey(field, { model: target.registration.key, column, onDelete: key.onDelete }, targetKey);
  });
}

function linkManyToMany(draft: Draft, byTable: ByTable, columnFields: ColumnFields, input: RegistryInput): Field[] {
  const { registration } = draft;
  return Object.entries<ManyToManyConfig>(registration.config.manyToMany ?? {}).flatMap(([name, config]) => {
    const place = `${registration.key} manyToMany.${name}`;
    const link = input.describe(config.through);
    const ends = link && findLinkEnds(link, registration.description, config);
    if (!link || !ends) {
      input.problems.add('E022', place, { message: 'It needs one foreign key to each.', cure: 'Name them in `source` and `target`.' });
      return [];
    }
    const target = byTable.get(tableId(ends.target.table));
    const targetKey = target && targetKeyOf(target, columnFields);
    if (!target || !targetKey) {
      input.problems.add('E023', place, { message: `"${ends.target.table.name}" is no model with a single key.`, cure: 'Register it.' });
      return [];
    }
    return [
      manyToManyField({
        name,
        label: config.label,
        targetModel: target.registration.key,
        targetKey,
        link: {
          schema: link.table.schema,
          table: link.table.name,
          source: ends.source.columns[0] ?? '',
          sourceKey: ends.source.targetColumns[0] ?? '',
          target: ends.target.columns[0] ?? '',
          targetKey: ends.target.targetColumns[0] ?? '',
        },
      }),
    ];
  });
}

function inlinesOf(draft: Draft, byTable: ByTable, input: RegistryInput): Inline[] {
  const { key, config } = draft.registration;
  return (config.inlines ?? []).flatMap((inline) => {
    const place = `${key} inlines.${inline.foreignKey}`;
    const child = input.describe(inline.table);
    const childDraft = child && byTable.get(tableId(child.table));
    if (!childDraft) {
      input.problems.add('E021', place, { message: 'Its table is no model.', cure: 'Register it.' });
      return [];
    }
    const field = childDraft.fields.find((candidate) => candidate.name === inline.foreignKey);
    if (field?.relation?.model !== key) {
      input.problems.add('E020', place, {
        message: `"${inline.foreignKey}" does not point here.`,
        cure: `Name the foreign key of ${childDraft.registration.key} to ${key}.`,
      });
      return [];
    }
    return [{ model: childDraft.registration.key, field: field.name }];
  });
}

function finish(draft: Draft, byTable: ByTable, input: RegistryInput): { model: Model; draft: Draft } {
  const { key, config, description } = draft.registration;
  const { problems } = input;
  const fieldByName = new Map<string, Field>();
  for (const field of draft.fields) {
    if (fieldByName.has(field.name))
      problems.add('E031', `${key} ${field.name}`, { message: `"${field.name}" stands twice.`, cure: 'Rename one.' });
    fieldByName.set(field.name, field);
  }
  const keys = keyColumns(description, config).flatMap(
    (column) => draft.fields.find((field) => field.column === column && !field.link) ?? [],
  );
  const permissions = draft.fields.flatMap((field) => field.viewPermission ?? []);
  for (const permission of permissions) {
    if (permission.startsWith(`${draft.app}.`) && permission.split('.').length === 2) continue;
    problems.add('E030', key, { message: `"${permission}" is not.`, cure: `Write "${draft.app}.view_…".` });
  }
  const [first, ...rest] = keys;
  if (!first) problems.add('E010', `${key} primaryKey`, { message: 'Its key names no column.', cure: 'Name columns of the table.' });
  const verboseName = config.verboseName ?? verboseNameOf(draft.name);
  const model: Model = {
    key,
    app: draft.app,
    name: draft.name,
    verboseName,
    verboseNamePlural: config.verboseNamePlural ?? pluralOf(verboseName),
    table: description.table,
    fields: draft.fields,
    fieldByName,
    primaryKey: [first ?? (draft.fields[0] as Field), ...rest],
    isReadonly: config.readonly === true || description.isView,
    readonlyFields: draft.fields.filter((field) => isConfiguredReadonly(field, config)).map((field) => field.name),
    inlines: inlinesOf(draft, byTable, input),
    rows: config.rows,
    fieldPermissions: permissions.map((permission) => permission.slice(permission.indexOf('.') + 1)),
    label: { kind: 'key' },
    listDisplay: [],
    searchFields: [],
    autocompleteFields: [],
    listFilter: [],
    ordering: [],
  };
  return { model, draft };
}

function isConfiguredReadonly(field: Field, config: AdminConfig): boolean {
  return config.fields?.[field.name]?.readonly === true || (config.readonlyFields ?? []).includes(field.name);
}
