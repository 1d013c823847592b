import { cutParameter, type Key, type Page, type Row } from '@grimoire/protocol';
import type { Policy } from '../authorize/policy.ts';
import { type Field, isLarge, isRequired } from '../model/field.ts';
import type { JsonSchema } from '../model/field-type.ts';
import { type Model, singleKey } from '../model/model.ts';
import { withoutReferences } from '../model/json-schema/references.ts';
import { verboseNameOf } from '../model/naming.ts';
import { fieldOfColumn, labelOfColumn } from '../model/path-column.ts';
import { type RowHelper, rowHelpers, textHelpers } from '../model/row-helpers.ts';
import { bulkSchema, operationSchema } from './bulk-schemas.ts';
import type { ModelNames } from './names.ts';
import { refTo } from './operations.ts';
import { boolean, choiceOf, integer, list, nullableText, object, objectOf, type SchemaOf, strict, text, trusted } from './shapes.ts';

/** The schema of a field's value in a response. */
function valueSchema(field: Field): JsonSchema {
  const plain = field.link ? field.type.jsonSchema(field) : plainSchema(field);
  return field.null && !field.link ? nullable(plain) : plain;
}

function plainSchema(field: Field): JsonSchema {
  return field.choices ? choiceOf(...field.choices.map((choice) => choice.value)) : field.type.jsonSchema(field);
}

function nullable(schema: JsonSchema): JsonSchema {
  const { type, enum: values } = schema as { type?: string | readonly string[]; enum?: readonly unknown[] };
  const withNull = values ? { ...schema, enum: [...values, null] } : schema;
  if (type === undefined) return Object.keys(schema).length === 0 ? schema : { anyOf: [withNull, { type: 'null' }] };
  const types = typeof type === 'string' ? [type] : type;
  return { ...withNull, type: types.includes('null') ? types : [...types, 'null'] };
}

/** Adds a description of the field, if its name is not sufficient. */
function described(field: Field, schema: JsonSchema): JsonSchema {
  const { name, verboseName, helpText } = field;
  const parts = [...(verboseName === verboseNameOf(name) ? [] : [verboseName]), ...(helpText === undefined ? [] : [helpText])];
  return parts.length > 0 ? { ...schema, description: parts.join('. ') } : schema;
}

/** The key of a row in an address or a body. */
export function keySchema(model: Model): SchemaOf<Key> {
  const key = singleKey(model);
  return trusted(key ? plainSchema(key) : text);
}

/** The value of a parameter or filter. */
export function paramSchema(field: Field): JsonSchema {
  return described(field, plainSchema(field));
}

/** The value that a filter compares with. */
export function filterSchema(field: Field): JsonSchema {
  return plainSchema(field.link && field.inner ? field.inner : field);
}

/** The schemas of a model by their names, for one actor: without the parts that they may not view. */
export function modelSchemas(model: Model, policy: Policy, names: ModelNames): Record<string, JsonSchema> {
  const { fields, rights } = policy.access(model);
  const listed = fields.filter((field) => !isLarge(field) && !field.detailOnly && (!field.link || model.listDisplay.includes(field.name)));
  const isWritable = rights.add || rights.change || rights.delete;
  return {
    [names.schema('')]: withRelated(withPicked(rowSchema(model, fields, rights.view), model, policy), model, policy),
    ...(rights.view
      ? {
          [names.schema('ListItem')]: withCut(model, withRelated(rowSchema(model, listed, true), model, policy)),
          [names.schema('Page')]: pageOf(trusted(refTo(names.schema('ListItem')))),
        }
      : {}),
    ...(rights.add ? { [names.schema('Create')]: inputSchema(inputFields(model, policy, true), true) } : {}),
    ...(rights.change ? { [names.schema('Update')]: inputSchema(inputFields(model, policy, false), false) } : {}),
    ...(isWritable
      ? {
          [names.schema('Operation')]: operationSchema(rights, names),
          [names.schema('Bulk')]: bulkSchema({ model, policy, names }, keySchema(model)),
        }
      : {}),
  };
}

/**
 * A row: the fields, and the helpers whose names no field has (CONTRACT §1). Without `view`, an answer may have the key and the fields that
 * were sent alone (CONTRACT §5).
 */
function rowSchema(model: Model, fields: readonly Field[], isWhole: boolean): JsonSchema {
  const properties: Record<string, JsonSchema> = {};
  for (const field of fields)
    properties[field.name] = { ...described(field, valueSchema(field)), ...(field.editable ? {} : { readOnly: true }) };
  for (const helper of rowHelpers(model, fields)) {
    const schema = helperSchema(model, helper);
    if (schema) properties[helper.name] = { ...schema, readOnly: true };
  }
  const keys = new Set([...model.primaryKey.map(({ name }) => name), 'pk', 'id'].filter((name) => Object.hasOwn(properties, name)));
  return isWhole ? object(properties) : object(properties, [...keys]);
}

/** A row with its columns of related rows. */
function withRelated(row: JsonSchema, model: Model, policy: Policy): JsonSchema {
  const related = policy.columns(model).flatMap((column): [string, JsonSchema][] => {
    const field = fieldOfColumn(column);
    const description = labelOfColumn(column, policy.registry.wording);
    const texts = textHelpers(model, field).map(({ name }): [string, JsonSchema] => [name, { ...nullableText, readOnly: true }]);
    return [[column.name, { ...valueSchema(field), description, readOnly: true }], ...texts];
  });
  return { ...row, properties: { ...(row['properties'] as object), ...Object.fromEntries(related) } };
}

/** A row of a list: with the names of the fields whose values are cut, where the list asks for that. */
function withCut({ fieldByName }: Model, row: JsonSchema): JsonSchema {
  if (fieldByName.has(cutParameter)) return row;
  return { ...row, properties: { ...(row['properties'] as object), [cutParameter]: { ...list(text), readOnly: true } } };
}

/** A row that is read alone: with what pickers show of the rows that it points to. */
function withPicked(row: JsonSchema, model: Model, policy: Policy): JsonSchema {
  const picked = rowHelpers(model, policy.access(model).fields).flatMap((helper): [string, JsonSchema][] => {
    const target = helper.kind === 'target fields' ? policy.access(policy.registry.targetOf(helper.field)) : undefined;
    if (!target?.rights.view) return [];
    if (!target.model.pickerFields.some((one) => target.fields.includes(one) && !one.relation)) return [];
    return [[helper.name, { type: ['object', 'null'], readOnly: true, description: 'What pickers show of the row beside its label.' }]];
  });
  return { ...row, properties: { ...(row['properties'] as object), ...Object.fromEntries(picked) } };
}

/** The schema of a helper; undefined for what only a row that is read alone carries. */
function helperSchema(model: Model, helper: RowHelper): JsonSchema | undefined {
  switch (helper.kind) {
    case 'key':
      return keySchema(model);
    case 'label':
      return text;
    case 'display':
    case 'target label':
      return helper.field.null ? nullableText : text;
    case 'target fields':
      return undefined;
  }
}

/** What a picker shows beside the label of a row; undefined if that is nothing. */
export function pickerSchema(model: Model, policy: Policy): SchemaOf<Readonly<Record<string, unknown>>> | undefined {
  const fields = model.pickerFields.filter((field) => policy.access(model).fields.includes(field));
  if (fields.length === 0) return undefined;
  const helpers = fields.flatMap((field) => textHelpers(model, field));
  return trusted(
    object({
      ...Object.fromEntries(fields.map((field) => [field.name, described(field, valueSchema(field))])),
      ...Object.fromEntries(helpers.map((helper) => [helper.name, helperSchema(model, helper) ?? text])),
    }),
  );
}

/** A page of rows. */
function pageOf(item: SchemaOf<Row>): JsonSchema {
  return objectOf<Page>({
    count: integer,
    next: nullableText,
    previous: nullableText,
    results: list(item),
    count_exact: {
      ...boolean,
      description: 'Whether `count` is exact. Otherwise it is an estimate, or was counted up to a minute ago.',
    },
  });
}

/** The fields that a body may have; the service accepts more forms of their values than the document lists (CONTRACT §2). */
export function inputFields(model: Model, policy: Policy, isCreate: boolean): readonly Field[] {
  const { fields } = policy.access(model);
  const isRefused = ({ refused }: Field): boolean => (isCreate ? refused?.insert : refused?.update) !== undefined;
  return model.fields.filter(
    (field) => field.editable && (field.writeOnly || fields.includes(field)) && (isCreate || !field.primaryKey) && !isRefused(field),
  );
}

function inputSchema(fields: readonly Field[], isCreate: boolean): JsonSchema {
  const properties = Object.fromEntries(
    fields.map((field) => {
      const schema = described(field, inputValue(field));
      const preset = field.defaultValue === undefined ? {} : { default: field.defaultValue };
      return [field.name, { ...schema, ...preset, ...(field.writeOnly ? { writeOnly: true } : {}) }];
    }),
  );
  return strict(object(properties, isCreate ? fields.filter(isRequired).map((field) => field.name) : []));
}

function inputValue(field: Field): JsonSchema {
  // A stored value may be older than the schema: it is of what is sent alone.
  if (field.schema) {
    const schema = withoutReferences(field.schema.json);
    return field.null ? nullable(schema) : schema;
  }
  const schema = valueSchema(field);
  if (!field.type.takesNumbers || field.choices || field.type.isText) return schema;
  // Numbers are accepted as numbers or as texts.
  const { type } = schema as { type?: string | readonly string[] };
  const types = type === undefined ? [] : typeof type === 'string' ? [type] : [...type];
  if (types.includes('integer') && !types.includes('string')) return { ...schema, type: [...types, 'string'] };
  return field.type.traits.hasDigits ? { ...schema, type: [...types, 'number'] } : schema;
}
