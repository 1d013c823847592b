import type { FieldSchema, ModelSchema, ModelSummary } from '@grimoire/protocol';

const all = { view: true, add: true, change: true, delete: true };

/** A field of a schema; by default a text of one line. */
export function field(name: string, more: Partial<FieldSchema> = {}): FieldSchema {
  return { name, type: 'CharField', verbose_name: name, required: false, editable: true, null: true, ...more };
}

/** The schema of a model on which the user has all rights. */
export function schemaOf(model: string, fields: readonly FieldSchema[], more: Partial<ModelSchema> = {}): ModelSchema {
  const [app = '', name = ''] = model.split('.');
  return {
    model,
    app_label: app,
    model_name: name,
    verbose_name: name.toLowerCase(),
    verbose_name_plural: `${name.toLowerCase()}s`,
    pk_field: 'id',
    fields,
    list_display: fields.map((one) => one.name),
    search_fields: [],
    list_filter: [],
    ordering: ['id'],
    readonly_fields: [],
    is_readonly: false,
    actions: [],
    allowed_actions: [],
    inlines: [],
    permissions: all,
    ...more,
  };
}

/** The entry of a model in the list of models. */
export function summaryOf(schema: ModelSchema): ModelSummary {
  const { model, app_label: app, verbose_name: one, verbose_name_plural: many, is_readonly: isReadonly, permissions } = schema;
  const place = { group: app, group_order: 0, model_order: 0, section: model, section_order: 0 };
  return { model, app_label: app, verbose_name: one, verbose_name_plural: many, is_readonly: isReadonly, permissions, ...place };
}
