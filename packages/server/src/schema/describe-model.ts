import type { ActionSchema, FieldSchema, InlineSchema, ModelSchema } from '@grimoire/protocol';
import type { Policy } from '../authorize/policy.ts';
import { describeConditions, describeForm } from './describe-form.ts';
import { type Choice, type Field, isRequired } from '../model/field.ts';
import type { FieldPath, Inline, Model, PathColumn } from '../model/model.ts';
import { fieldOfColumn, labelOfColumn } from '../model/path-column.ts';
import type { ModelAction } from '../model/model-action.ts';

/** The schema of a model for one actor (CONTRACT §3). Without `view` it has no fields. */
export function describeModel(model: Model, policy: Policy): ModelSchema {
  const view = policy.access(model);
  const fields = view.rights.view ? model.fields.filter((field) => field.writeOnly || view.fields.includes(field)) : [];
  const columns = view.rights.view ? policy.columns(model) : [];
  const names = new Set([...fields, ...columns].map(({ name }) => name).concat('pk'));
  const listed = model.actions.filter(({ isBuiltIn }) => !isBuiltIn);
  const isVisible = (name: string): boolean => names.has(name.replace(/^-/, ''));
  const paths = (list: readonly FieldPath[]): string[] =>
    view.rights.view ? list.filter((path) => policy.mayReadPath(model, path)).map((path) => path.name) : [];
  return {
    model: model.key,
    app_label: model.app,
    model_name: model.name,
    verbose_name: model.verboseName,
    verbose_name_plural: model.verboseNamePlural,
    ...(model.emptyText === undefined ? {} : { empty_text: model.emptyText }),
    pk_field: model.primaryKey.length === 1 ? model.primaryKey[0].name : 'pk',
    ...(model.primaryKey.length === 1 ? {} : { pk_fields: model.primaryKey.map(({ name }) => name).filter((name) => names.has(name)) }),
    fields: [
      ...fields.map((field) => describeOwn(model, field, { policy, names })),
      ...columns.map((column) => describeColumn(column, policy)),
    ],
    list_display: view.rights.view ? model.listDisplay.filter(isVisible) : [],
    search_fields: paths(model.searchFields),
    list_filter: paths(model.listFilter),
    ordering: model.ordering.filter(isVisible),
    ...pickerOf(model, names),
    readonly_fields: model.readonlyFields.filter(isVisible),
    is_readonly: model.isReadonly,
    actions: listed.map((action) => describeAction(action, model, policy)),
    allowed_actions: listed.filter((action) => policy.mayRun(model, action)).map(({ key }) => key),
    inlines: model.inlines.flatMap((inline) => describeInline(inline, policy)),
    permissions: view.rights,
    ...exportOf(model, policy),
    ...softDeleteOf(model, policy),
    ...(model.reasonRequired.length === 0 ? {} : { reason_required: model.reasonRequired }),
    ...(model.form && fields.length > 0 ? { form: describeForm(model.form, fields) } : {}),
  };
}

interface Described {
  readonly policy: Policy;
  /** The names of the fields that the user may see. */
  readonly names: ReadonlySet<string>;
}

/** A field of the model, with what forms do with it. */
function describeOwn({ suggest }: Model, field: Field, { policy, names }: Described): FieldSchema {
  const suggests = suggest.has(field.name) ? { suggests: true as const } : {};
  return { ...describeField(field, policy), ...describeConditions(field, names), ...suggests };
}

/** A column of related rows, as a field that nobody edits. */
function describeColumn(column: PathColumn, policy: Policy): FieldSchema {
  const { wording } = policy.registry;
  const field = fieldOfColumn(column);
  return { ...describeField(field, policy), verbose_name: labelOfColumn(column, wording), related: column.end.kind };
}

/** An inline whose model the user knows, with the field of its order if they may see that. */
function describeInline({ model, field, orderField }: Inline, policy: Policy): InlineSchema[] {
  const child = policy.registry.find(model);
  if (!child || !policy.knows(child)) return [];
  const { rights, fields } = policy.access(child);
  const isOrdered = orderField !== undefined && rights.view && fields.some(({ name }) => name === orderField);
  return [{ model: child.key, fk_field: field, verbose_name: child.verboseName, ...(isOrdered ? { position_field: orderField } : {}) }];
}

/** What pickers show beside labels, of the fields that the user may see. */
function pickerOf(model: Model, visible: ReadonlySet<string>): Pick<ModelSchema, 'picker_fields'> {
  const shown = model.pickerFields.map(({ name }) => name).filter((name) => visible.has(name));
  return shown.length > 0 ? { picker_fields: shown } : {};
}

function exportOf(model: Model, policy: Policy): Pick<ModelSchema, 'export'> {
  const { exportAction: action } = model;
  return action && policy.may(model, 'view') && policy.mayRun(model, action) ? { export: { action: action.key } } : {};
}

function softDeleteOf(model: Model, policy: Policy): Pick<ModelSchema, 'soft_delete'> {
  if (!model.softDelete) return {};
  return { soft_delete: { field: model.softDelete.name, restore: policy.may(model, 'restore'), purge: policy.may(model, 'purge') } };
}

/** Both forms of an action in one entry (CONTRACT §3). */
function describeAction(action: ModelAction, model: Model, policy: Policy): ActionSchema {
  const { key, label, destructive, confirm, irreversible, needsReason, variant, scope, kind, params } = action;
  const look = {
    ...(confirm === undefined ? {} : { confirm }),
    ...(irreversible === undefined ? {} : { irreversible }),
    ...(needsReason ? { reason: true as const } : {}),
    ...(variant === undefined ? {} : { variant }),
  };
  const takesInput = params.length > 0 ? { params: params.map((field) => describeField(field, policy)) } : {};
  return { name: key, key, label, destructive, scope, kind, allowed: policy.mayRun(model, action), ...look, ...takesInput };
}

/** The schema of one field, or of a parameter. */
export function describeField(field: Field, policy: Policy): FieldSchema {
  const target = field.relation && policy.registry.targetOf(field);
  return {
    name: field.name,
    type: field.type.name,
    verbose_name: field.verboseName,
    required: isRequired(field),
    editable: field.editable,
    null: field.null,
    ...(field.unique ? { unique: true } : {}),
    ...(field.maxLength === undefined ? {} : { max_length: field.maxLength }),
    ...(field.choices ? { choices: choicesOf(field.choices) } : {}),
    ...(field.type.traits.isList && field.inner?.choices ? { item_choices: choicesOf(field.inner.choices) } : {}),
    ...(target ? { related_model: target.key, related_search_fields: relatedSearchFields(target, policy) } : {}),
    ...(field.type.traits.hasDigits && field.maxDigits !== undefined ? { max_digits: field.maxDigits } : {}),
    ...(field.type.traits.hasDigits && field.decimalPlaces !== undefined ? { decimal_places: field.decimalPlaces } : {}),
    ...(field.helpText === undefined ? {} : { help_text: field.helpText }),
    ...defaultOf(field),
    ...(field.source.makeKey ? { made_key: true } : {}),
    ...(field.isOpaque ? { db_type: field.dbType } : {}),
    ...(field.grouping === false && !field.relation ? { grouping: false } : {}),
    ...(field.schema ? { json_schema: field.schema.json } : {}),
    ...(field.tones ? { tones: field.tones } : {}),
    ...(field.writeOnly ? { write_only: true } : {}),
    ...editorOf(field),
  };
}

function choicesOf(choices: readonly Choice[]): NonNullable<FieldSchema['choices']> {
  return choices.map((choice) => [choice.value, choice.label] as const);
}

/** The default of a field; for one that the database or the source makes, only that there is one. */
function defaultOf({ defaultValue, hasDefault, editable, link, writeOnly }: Field): Pick<FieldSchema, 'default' | 'has_default'> {
  if (defaultValue !== undefined) return { default: defaultValue };
  return hasDefault && editable && !link && !writeOnly ? { has_default: true } : {};
}

/** The editor of a field (`widget` on the wire), if its type does not determine it: a write-only text is a password, unless the config sets a widget. */
function editorOf({ widget, writeOnly, type, choices }: Field): Pick<FieldSchema, 'widget'> {
  if (widget) return { widget };
  return writeOnly && type.isText && !choices ? { widget: { kind: 'password' } } : {};
}

function relatedSearchFields(target: Model, policy: Policy): string[] {
  if (!policy.may(target, 'view')) return [];
  return target.autocompleteFields.filter((path) => policy.mayReadPath(target, path)).map((path) => path.name);
}
