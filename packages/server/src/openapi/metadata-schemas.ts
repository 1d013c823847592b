import {
  type ActionSchema,
  actionVariants,
  type ChoicePair,
  codeLanguages,
  type FieldConditions,
  type FieldSchema,
  fieldTypeNames,
  type FieldWidget,
  type FormSchema,
  type FormSectionSchema,
  iconNames,
  type InlineSchema,
  type ModelPermissions,
  type ModelList,
  type ModelSchema,
  type ModelSummary,
  type SoftDeleteSchema,
  toneNames,
} from '@grimoire/protocol';
import { editorKinds } from '../model/build/field-editor-shape.ts';
import {
  anyOf,
  anything,
  boolean,
  choiceOf,
  constant,
  integer,
  key,
  list,
  number,
  objectOf,
  openObject,
  optional,
  pair,
  recordOf,
  referencesTo,
  scalar,
  type SchemaOf,
  type SchemasOf,
  text,
} from './shapes.ts';

/** The types of the metadata that frontends use, by the names of their schemas. */
export interface MetadataTypes {
  readonly ModelPermissions: ModelPermissions;
  readonly ModelSummary: ModelSummary;
  readonly Models: ModelList;
  readonly FieldSchema: FieldSchema;
  readonly FieldConditions: FieldConditions;
  readonly FieldWidget: FieldWidget;
  readonly ActionSchema: ActionSchema;
  readonly InlineSchema: InlineSchema;
  readonly FormSectionSchema: FormSectionSchema;
  readonly FormSchema: FormSchema;
  readonly ModelSchema: ModelSchema;
}

const refTo = referencesTo<MetadataTypes>();
const choices: SchemaOf<readonly ChoicePair[]> = list(pair<string | number, string>(key));

const fieldSchema = objectOf<FieldSchema>({
  name: text,
  type: choiceOf(...fieldTypeNames),
  verbose_name: text,
  required: boolean,
  editable: boolean,
  null: boolean,
  unique: optional(boolean),
  max_length: optional(integer),
  choices: optional({ ...choices, description: 'Pairs of a value and the text shown for it.' }),
  item_choices: optional({ ...choices, description: 'Of a list: the values of its elements, as pairs.' }),
  related_model: optional(text),
  related_search_fields: optional(list(text)),
  upload: optional({ ...choiceOf('image', 'file'), description: 'On a field that takes files, which a store has to keep.' }),
  max_digits: optional(integer),
  decimal_places: optional(integer),
  help_text: optional(text),
  default: optional({ ...anything, description: 'The value that a new row has without it, in the form of its type.' }),
  made_key: optional({ ...constant(true), description: 'The service makes the key of a new row that is sent without one.' }),
  has_default: optional({ ...constant(true), description: 'A new row without it gets a value that the database or its source makes.' }),
  db_type: optional(text),
  write_only: optional(boolean),
  json_schema: optional({ ...openObject(), description: 'What may be sent as the value of a JSON field, as JSON Schema.' }),
  tones: optional(recordOf(choiceOf(...toneNames))),
  grouping: optional({
    ...constant(false),
    description: 'The digits of the number stand without separators, because it identifies something.',
  }),
  visible_when: optional(refTo('FieldConditions')),
  readonly_when: optional(refTo('FieldConditions')),
  widget: optional(refTo('FieldWidget')),
  related: optional({
    ...choiceOf('value', 'count'),
    description: 'Of a column of related rows: the value at the end of a path, or a number of rows. Lists are not sorted by it.',
  }),
  suggests: optional({ ...constant(true), description: 'A new value of it may suggest values of other fields.' }),
});

const fieldWidget = objectOf<FieldWidget>({
  kind: choiceOf(...editorKinds),
  model: optional(text),
  key: optional(text),
  currency: optional(anyOf(text, objectOf<{ readonly field: string }>({ field: text }))),
  minorUnits: optional(integer),
  max: optional(number),
  shape: optional(choiceOf('square', 'round')),
  language: optional(choiceOf(...codeLanguages)),
  name: optional(text),
  options: optional(openObject()),
});

/** The metadata that frontends use (CONTRACT §3). */
export const metadataSchemas: SchemasOf<MetadataTypes> = {
  ModelPermissions: objectOf({ view: boolean, add: boolean, change: boolean, delete: boolean }),
  ModelSummary: objectOf({
    model: text,
    app_label: text,
    verbose_name: text,
    verbose_name_plural: text,
    is_readonly: boolean,
    permissions: refTo('ModelPermissions'),
    group: text,
    group_order: integer,
    model_order: integer,
    section: text,
    section_order: integer,
    icon: optional(choiceOf(...iconNames)),
    is_of_service: optional(constant(true)),
  }),
  Models: objectOf({ models: list(refTo('ModelSummary')) }),
  FieldSchema: {
    ...fieldSchema,
    examples: [{ name: 'quantity', type: 'IntegerField', verbose_name: 'quantity', required: true, editable: true, null: false }],
  },
  FieldConditions: recordOf(
    list(scalar('string', 'number', 'boolean', 'null')),
    'The values of other fields, of which each field has one.',
  ),
  FieldWidget: {
    ...fieldWidget,
    description:
      'How a field is shown where its type does not say it; `model`, `key` and the `field` of `currency` are names of fields of the same row.',
  },
  ActionSchema: objectOf({
    name: text,
    key: text,
    label: text,
    destructive: boolean,
    scope: choiceOf('bulk', 'toolbar'),
    kind: choiceOf('server', 'client'),
    allowed: boolean,
    confirm: optional(text),
    irreversible: optional(text),
    reason: optional(constant(true)),
    variant: optional(choiceOf(...actionVariants)),
    params: optional(list(refTo('FieldSchema'))),
  }),
  InlineSchema: objectOf({ model: text, fk_field: text, verbose_name: text, position_field: optional(text) }),
  FormSectionSchema: objectOf({
    title: optional(text),
    help: optional(text),
    tab: optional(text),
    collapsed: optional(boolean),
    fields: list(objectOf({ name: text, width: optional(choiceOf('full', 'half', 'third')) })),
  }),
  FormSchema: objectOf({ tabs: list(text), sections: list(refTo('FormSectionSchema')), aside: list(text) }),
  ModelSchema: objectOf({
    model: text,
    app_label: text,
    model_name: text,
    verbose_name: text,
    verbose_name_plural: text,
    pk_field: text,
    fields: list(refTo('FieldSchema')),
    list_display: list(text),
    search_fields: list(text),
    list_filter: list(text),
    ordering: list(text),
    readonly_fields: list(text),
    is_readonly: boolean,
    actions: list(refTo('ActionSchema')),
    allowed_actions: list(text),
    inlines: list(refTo('InlineSchema')),
    permissions: refTo('ModelPermissions'),
    empty_text: optional(text),
    pk_fields: optional(list(text)),
    export: optional(objectOf<{ readonly action: string }>({ action: text })),
    form: optional(refTo('FormSchema')),
    picker_fields: optional(list(text)),
    reason_required: optional(list(choiceOf('create', 'update', 'delete', 'restore', 'purge'))),
    soft_delete: optional(objectOf<SoftDeleteSchema>({ field: text, restore: boolean, purge: boolean })),
  }),
};
