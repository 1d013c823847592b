import type { AdminConfig } from '../config/config.ts';
import { suggestOf } from './build-suggest.ts';
import { pickerFieldsOf } from './picker-fields.ts';
import { rightCodename } from '../actor.ts';
import { buildActions, checkAdminActions } from './build-actions.ts';
import { exportOf } from './build-export.ts';
import { keyColumns } from './build-field.ts';
import { didYouMean } from './checks.ts';
import { defaultsOf, type Inferred } from './defaults.ts';
import { draftModels } from './drafts.ts';
import { checkConditions } from './form-conditions.ts';
import { formLayoutOf } from './form-layout.ts';
import type { Draft, DraftsByTable, RegistryInput } from './registry-input.ts';
import type { Field } from '../field.ts';
import { inlinesOf, linkForeignKeys, linkManyToMany, targetKeyOf } from './links.ts';
import type { Model, OwnPermission } from '../model.ts';
import { ModelHooks } from '../model-hooks.ts';
import type { ModelAction } from '../model-action.ts';
import { verboseNameOf } from '../naming.ts';
import type { ModelKeys } from './params.ts';
import { pluralOf } from '../plurals.ts';
import { Registry } from '../registry.ts';
import { tableId } from '../table.ts';
import { isUnwritable } from '../withheld.ts';
import { withheldRights } from './withheld-rights.ts';

/** Resolves registrations into models: first the fields, then the relations between models. */
export function buildRegistry(input: RegistryInput): Registry {
  const drafts = draftModels(input);
  const byTable = new Map(drafts.toReversed().map((draft) => [tableId(draft.registration.description.table), draft]));
  const columnFields = new Map(drafts.map((draft) => [draft, draft.fields]));
  for (const draft of drafts) draft.fields = linkForeignKeys(draft, byTable, columnFields);
  for (const draft of drafts) draft.fields.push(...linkManyToMany(draft, byTable, columnFields, input));
  const keys: ModelKeys = new Map(
    drafts.flatMap((draft) => {
      const key = targetKeyOf(draft, columnFields);
      return key ? [[draft.registration.key, key]] : [];
    }),
  );
  const models = drafts.map((draft) => ({ model: buildModel(draft, { byTable, keys }, input), config: draft.registration.config }));
  checkAdminActions(
    input.adminActions,
    models.map(({ model }) => model.key),
    input.problems,
  );
  const registry = new Registry(
    models.map(({ model }) => model),
    input.references,
    input.failed,
  );
  for (const { model, config } of models) Object.assign(model, defaultsOf(model, config, { registry, problems: input.problems }));
  return registry;
}

/** The other models that a model may reference. */
interface OtherModels {
  readonly byTable: DraftsByTable;
  readonly keys: ModelKeys;
}

function appearanceOf(
  { verboseNamePlural, icon, emptyText }: AdminConfig,
  verboseName: string,
): Pick<Model, 'verboseNamePlural' | 'stored' | 'icon' | 'emptyText'> {
  const many = verboseNamePlural ?? pluralOf(verboseName);
  return { verboseNamePlural: many, stored: { one: verboseName, many }, icon, emptyText };
}

/** A model without the parts that need all other models. */
function buildModel(draft: Draft, { byTable, keys }: OtherModels, input: RegistryInput): Model {
  const { key, config, description } = draft.registration;
  const verboseName = config.verboseName ?? verboseNameOf(draft.name);
  const withheld = withheldRights(draft, input);
  return {
    key,
    app: draft.app,
    name: draft.name,
    verboseName,
    ...appearanceOf(config, verboseName),
    table: description.table,
    fields: draft.fields,
    unseen: draft.unseen,
    fieldByName: byName(draft, input),
    primaryKey: primaryKeyOf(draft, input),
    isReadonly: config.readonly === true || description.isView || isUnwritable(withheld),
    withheld,
    readonlyFields: draft.fields.filter((field) => isConfiguredReadonly(field, draft)).map((field) => field.name),
    inlines: inlinesOf(draft, byTable, input),
    ...asConfigured(draft, input),
    softDelete: softDeleteOf(draft, input),
    ...actionsOf(draft, { verboseName, keys }, input),
    isTable: !description.isView,
    mayLackKeys: description.isView || description.hasNullKeys === true,
    isLockable: !description.isView && !withheld.has('change'),
    redirects: description.redirects ?? { delete: false, save: false },
    guard: draft.registration.guard,
    isOfService: draft.registration.isOfService === true,
    uniqueTogether: uniqueTogetherOf(draft),
    plainReferences: plainReferencesOf(draft),
    redact: draft.registration.redact,
    ...undecided,
  };
}

/** The actions of a model, and its permissions beyond the four. */
function actionsOf(
  draft: Draft,
  { verboseName, keys }: { readonly verboseName: string; readonly keys: ModelKeys },
  input: RegistryInput,
): Pick<Model, 'actions' | 'exportAction' | 'ownPermissions'> {
  const { registration } = draft;
  const declared = buildActions(
    {
      model: registration.key,
      config: registration.config,
      adminActions: input.adminActions,
      keys,
      exporting: input.exporting,
    },
    input.problems,
  );
  const permissions = [
    ...(registration.permissions ?? []).map((permission) => ({ ...permission, isAction: false })),
    ...fieldPermissionsOf(draft, input),
    ...trashPermissionsOf(draft, verboseName),
    ...actionPermissionsOf(declared),
  ];
  const exported = exportOf(draft, { declared, taken: permissions, verboseName }, input);
  return {
    actions: [...declared, ...exported.builtIn],
    exportAction: exported.action,
    ownPermissions: [...permissions, ...exported.permissions],
  };
}

/** Placeholders for the parts that need all other models. */
const undecided: Inferred = {
  label: { kind: 'key' },
  listDisplay: [],
  pathColumns: [],
  searchFields: [],
  autocompleteFields: [],
  listFilter: [],
  ordering: [],
  isOrdered: false,
};

/** The layout of the form, what pickers show, and the functions of the config. */
function asConfigured(
  draft: Draft,
  { problems }: RegistryInput,
): Pick<Model, 'form' | 'pickerFields' | 'rows' | 'validate' | 'hooks' | 'suggest' | 'reasonRequired'> {
  const { registration, fields } = draft;
  const { key, config } = registration;
  checkConditions(key, fields, problems);
  const form = formLayoutOf({ model: key, fields, form: config.form }, problems);
  const suggest = suggestOf(draft, { plainReferences: plainReferencesOf(draft) }, problems);
  const pickerFields = pickerFieldsOf(draft, problems);
  const { rows, validate, hooks, reasonRequired = [] } = config;
  return { form, pickerFields, rows, validate, hooks: new ModelHooks(key, hooks), suggest, reasonRequired };
}

function byName({ registration, fields }: Draft, { problems }: RegistryInput): ReadonlyMap<string, Field> {
  const fieldByName = new Map<string, Field>();
  for (const field of fields) {
    const isTaken = fieldByName.has(field.name);
    if (isTaken)
      problems.add('E031', `${registration.key} ${field.name}`, { message: `"${field.name}" stands twice.`, cure: 'Rename one.' });
    fieldByName.set(field.name, field);
  }
  return fieldByName;
}

function primaryKeyOf({ registration, fields }: Draft, { problems }: RegistryInput): Model['primaryKey'] {
  const { key, config, description } = registration;
  const names = description.columns.map((column) => column.name);
  const keyFields = keyColumns(description, config).map((column) => fields.find((field) => field.column === column && !field.link));
  for (const [index, name] of (config.primaryKey ?? []).entries())
    if (!keyFields[index]) problems.add('E010', `${key} primaryKey`, { message: `"${name}" is none.`, cure: didYouMean(name, names) });
  const [first = fields[0] as Field, ...rest] = keyFields.filter((field) => field !== undefined);
  return [first, ...rest];
}

function fieldPermissionsOf({ registration, app, fields }: Draft, { problems }: RegistryInput): OwnPermission[] {
  const codenames = fields.flatMap(({ viewPermission }) => {
    if (viewPermission === undefined) return [];
    const [place, codename, ...rest] = viewPermission.split('.');
    if (place === app && codename && codename.length <= 100 && rest.length === 0) return [codename];
    problems.add('E030', registration.key, { message: `"${viewPermission}" is not.`, cure: `Write "${app}.view_…".` });
    return [];
  });
  return [...new Set(codenames)].map((codename) => ({ codename, name: codename.replaceAll('_', ' '), isAction: false }));
}

function actionPermissionsOf(actions: readonly ModelAction[]): OwnPermission[] {
  return actions.flatMap(({ needs, label }) =>
    typeof needs === 'string' ? [] : [{ codename: needs.codename, name: label, isAction: true }],
  );
}

function uniqueTogetherOf({ registration, fields }: Draft): Field[][] {
  const sets = registration.description.uniques.filter((columns) => columns.length > 1);
  return sets.flatMap((columns) => {
    const uniqueFields = columns.flatMap((column) => fields.find((field) => field.column === column && !field.link) ?? []);
    return uniqueFields.length === columns.length ? [uniqueFields] : [];
  });
}

function plainReferencesOf({ registration, fields }: Draft): Model['plainReferences'] {
  const isField = (column: string): boolean => fields.some((field) => field.column === column && !field.link && !field.relation);
  return registration.description.foreignKeys.filter((key) => key.columns.some(isField));
}

/** The field that marks deleted rows. It must be able to hold a time, and none. */
function softDeleteOf({ registration, fields }: Draft, { problems }: RegistryInput): Field | undefined {
  const { config, description, key } = registration;
  const { softDelete: name } = config;
  if (name === undefined) return undefined;
  const place = `${key} softDelete`;
  const field = fields.find((candidate) => candidate.name === name);
  if (!field) {
    const names = fields.map((candidate) => candidate.name);
    problems.add('E010', place, { message: `"${name}" is none.`, cure: didYouMean(name, names) });
    return undefined;
  }
  const isWritable = !description.isView && config.readonly !== true && !field.hidden && field.fill === undefined;
  if (field.type.name === 'DateTimeField' && field.null && isWritable && field.viewPermission === undefined) return field;
  problems.add('E036', place, {
    message: `"${name}" is a ${field.type.name}${field.null ? '' : ' that may not be null'}.`,
    cure: 'Name a date-time column that may be null, that every user of the model may read, and that nothing else fills.',
  });
  return undefined;
}

function trashPermissionsOf({ registration, name }: Draft, verboseName: string): OwnPermission[] {
  if (registration.config.softDelete === undefined) return [];
  return (['restore', 'purge'] as const).map((right) => {
    return { codename: rightCodename({ name }, right), name: `Can ${right} ${verboseName}`, isAction: false };
  });
}

function isConfiguredReadonly(field: Field, { registration }: Draft): boolean {
  const { config } = registration;
  if (field.name === config.softDelete) return true;
  return config.fields?.[field.name]?.readonly === true || (config.readonlyFields ?? []).includes(field.name);
}
