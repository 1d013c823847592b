import { actionVariants, codeLanguages, fieldTypeNames, iconNames, toneNames } from '@grimoire/protocol';
import { editorKinds } from '../model/build/field-editor-shape.ts';
import type { JsonSchema } from '../model/field-type.ts';
import { refTo } from './operations.ts';
import { choiceOf, key, list, nullableText, object, text } from './shapes.ts';

const boolean: JsonSchema = { type: 'boolean' };
const integer: JsonSchema = { type: 'integer' };
const count: JsonSchema = { type: 'integer', minimum: 0 };

const choicePairs = { type: 'array', items: { type: 'array', items: key, minItems: 2, maxItems: 2 } } as const;

/** The part of the schema that every model has. */
const modelProperties: Readonly<Record<string, JsonSchema>> = {
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
};

const summary: Readonly<Record<string, JsonSchema>> = {
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
};

/** The metadata that frontends use (CONTRACT §3). */
const schemas: Readonly<Record<string, JsonSchema>> = {
  ModelPermissions: object({ view: boolean, add: boolean, change: boolean, delete: boolean }),
  ModelSummary: object({ ...summary, icon: choiceOf(...iconNames), is_of_service: { const: true } }, Object.keys(summary)),
  Models: object({ models: list(refTo('ModelSummary')) }),
  FieldSchema: {
    ...object(
      {
        name: text,
        type: choiceOf(...fieldTypeNames),
        verbose_name: text,
        required: boolean,
        editable: boolean,
        null: boolean,
        unique: boolean,
        max_length: integer,
        choices: { ...choicePairs, description: 'Pairs of a value and the text shown for it.' },
        item_choices: { ...choicePairs, description: 'Of a list: the values of its elements, as pairs.' },
        related_model: text,
        related_search_fields: list(text),
        upload: { ...choiceOf('image', 'file'), description: 'On a field that takes files, which a store has to keep.' },
        max_digits: integer,
        decimal_places: integer,
        help_text: text,
        default: { description: 'The value that a new row has without it, in the form of its type.' },
        made_key: { const: true, description: 'The service makes the key of a new row that is sent without one.' },
        has_default: { const: true, description: 'A new row without it gets a value that the database or its source makes.' },
        db_type: text,
        write_only: boolean,
        json_schema: {
          type: 'object',
          additionalProperties: true,
          description: 'What may be sent as the value of a JSON field, as JSON Schema.',
        },
        tones: { type: 'object', additionalProperties: choiceOf(...toneNames) },
        grouping: { const: false, description: 'The digits of the number stand without separators, because it identifies something.' },
        visible_when: refTo('FieldConditions'),
        readonly_when: refTo('FieldConditions'),
        widget: refTo('FieldWidget'),
        related: {
          ...choiceOf('value', 'count'),
          description: 'Of a column of related rows: the value at the end of a path, or a number of rows. Lists are not sorted by it.',
        },
      },
      ['name', 'type', 'verbose_name', 'required', 'editable', 'null'],
    ),
    examples: [{ name: 'quantity', type: 'IntegerField', verbose_name: 'quantity', required: true, editable: true, null: false }],
  },
  FieldConditions: {
    type: 'object',
    description: 'The values of other fields, of which each field has one.',
    additionalProperties: { type: 'array', items: { type: ['string', 'number', 'boolean', 'null'] } },
  },
  FieldWidget: {
    ...object(
      {
        kind: choiceOf(...editorKinds),
        model: text,
        key: text,
        currency: { type: ['string', 'object'] },
        minorUnits: { type: 'integer' },
        max: { type: 'number' },
        shape: choiceOf('square', 'round'),
        language: choiceOf(...codeLanguages),
        name: text,
        options: { type: 'object', additionalProperties: true },
      },
      ['kind'],
    ),
    description:
      'How a field is shown where its type does not say it; `model`, `key` and the `field` of `currency` are names of fields of the same row.',
  },
  ActionSchema: object(
    {
      name: text,
      key: text,
      label: text,
      destructive: boolean,
      scope: choiceOf('bulk', 'toolbar'),
      kind: choiceOf('server', 'client'),
      allowed: boolean,
      confirm: text,
      variant: choiceOf(...actionVariants),
      params: list(refTo('FieldSchema')),
    },
    ['name', 'key', 'label', 'destructive', 'scope', 'kind', 'allowed'],
  ),
  InlineSchema: object({ model: text, fk_field: text, verbose_name: text, position_field: text }, ['model', 'fk_field', 'verbose_name']),
  FormSectionSchema: object(
    {
      title: text,
      help: text,
      tab: text,
      collapsed: boolean,
      fields: list(object({ name: text, width: choiceOf('full', 'half', 'third') }, ['name'])),
    },
    ['fields'],
  ),
  FormSchema: object({ tabs: list(text), sections: list(refTo('FormSectionSchema')), aside: list(text) }),
  ModelSchema: object(
    { ...modelProperties, empty_text: text, pk_fields: list(text), export: object({ action: text }), form: refTo('FormSchema') },
    Object.keys(modelProperties),
  ),
};

const recorded: Readonly<Record<string, JsonSchema>> = {
  id: key,
  action: text,
  action_display: text,
  model_label: text,
  object_repr: text,
  created_at: { type: 'string', format: 'date-time' },
};

const audited: Readonly<Record<string, JsonSchema>> = {
  ...recorded,
  actor: { type: ['integer', 'string', 'null'] },
  actor_repr: text,
  object_pk: nullableText,
  diff: {
    type: 'object',
    description: 'The fields that changed, each with its value before and after.',
    additionalProperties: { type: 'array', items: {}, minItems: 2, maxItems: 2 },
  },
  targets: list(text),
  targets_count: count,
  failed_targets: {
    type: ['array', 'null'],
    description: 'Keys of the targets on which a run row by row failed; null in entries of versions that did not keep them.',
    items: text,
  },
  ip: nullableText,
  request_id: text,
  status: choiceOf('ok', 'failed'),
  status_display: text,
  _label: text,
};

/** In entries where the settings link staff to rows of the application. */
const linked: Readonly<Record<string, JsonSchema>> = {
  actor_link: { type: ['integer', 'string', 'null'], description: 'The key of the row that the user was linked to at that time.' },
  actor_link_label: nullableText,
};

const failed: Readonly<Record<string, JsonSchema>> = {
  failed: { type: 'boolean', description: 'Whether it failed on this row: as a whole, or on this row among others.' },
};

/** The audit log, and the answers of widgets (CONTRACT §8, §9). */
const activity: Readonly<Record<string, JsonSchema>> = {
  AuditEntry: object({ ...audited, ...linked }, Object.keys(audited)),
  HistoryEntry: object({ ...audited, ...failed, ...linked }, [...Object.keys(audited), ...Object.keys(failed)]),
  History: object({ count, next: nullableText, previous: nullableText, results: list(refTo('HistoryEntry')) }),
  RecentEntry: object({ ...recorded, actor: text, object_pk: text }),
  RecentAudit: object({ rows: list(refTo('RecentEntry')), columns: list(refTo('FieldSchema')) }, ['rows']),
  Card: object({ key: text, label: text, value: { type: ['number', 'string', 'null'] }, capped: boolean }, ['key', 'label', 'value']),
  Cards: object({ cards: list(refTo('Card')) }),
  WidgetData: { type: 'object', description: 'What the widget of the configuration answers.', additionalProperties: true },
};

/** Schemas of the metadata and of the audit log. */
export const metadataSchemas: Readonly<Record<string, JsonSchema>> = { ...schemas, ...activity };
