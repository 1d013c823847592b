import type { Policy } from '../authorize/policy.ts';
import { type Field, isInLists, isRequired } from '../model/field.ts';
import type { JsonSchema } from '../model/field-type.ts';
import { type Model, singleKey } from '../model/model.ts';

/** A reference to a schema of the document. */
export function refTo(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

/** Name of a model's schema: of a row, an element of a list, the body of a create or an update. */
export function schemaName(model: Model, kind: 'row' | 'list item' | 'create' | 'update'): string {
  return { row: model.key, 'list item': `${model.key}.ListItem`, create: `${model.key}.Create`, update: `${model.key}.Update` }[kind];
}

/** The value of a field as it is served. */
export function valueSchema(field: Field): JsonSchema {
  const plain = field.choices && !field.link ? { enum: field.choices.map((choice) => choice.value) } : field.type.jsonSchema(field);
  return field.null && !field.link ? nullable(plain) : plain;
}

function nullable(schema: JsonSchema): JsonSchema {
  const { type, enum: values } = schema as { type?: string | readonly string[]; enum?: readonly unknown[] };
  if (values) return { ...schema, enum: [...values, null] };
  if (type === undefined) return Object.keys(schema).length === 0 ? schema : { anyOf: [schema, { type: 'null' }] };
  const types = typeof type === 'string' ? [type] : type;
  return { ...schema, type: types.includes('null') ? types : [...types, 'null'] };
}

function described(field: Field, schema: JsonSchema): JsonSchema {
  const description = [field.verboseName, ...(field.helpText === undefined ? [] : [field.helpText])].join('. ');
  return { ...schema, description };
}

interface Properties {
  readonly [name: string]: JsonSchema;
}

function objectOf(properties: Properties, required: readonly string[]): JsonSchema {
  return { type: 'object', properties, ...(required.length > 0 ? { required } : {}) };
}

/** The schemas of a model, as one actor sees it: what is not for them to view is not there. */
export function modelSchemas(model: Model, policy: Policy): Record<string, JsonSchema> {
  const { fields, rights } = policy.view(model);
  const row = rowSchema(model, fields);
  const listed = fields.filter((field) => isInLists(field) && !field.detailOnly && (!field.link || model.listDisplay.includes(field.name)));
  return {
    [schemaName(model, 'row')]: row,
    ...(rights.view ? { [schemaName(model, 'list item')]: rowSchema(model, listed) } : {}),
    ...(rights.add ? { [schemaName(model, 'create')]: inputSchema(model, fields, true) } : {}),
    ...(rights.change ? { [schemaName(model, 'update')]: inputSchema(model, fields, false) } : {}),
  };
}

/** A row: the fields, and the helpers that no field of their name hides (CONTRACT §1). */
function rowSchema(model: Model, fields: readonly Field[]): JsonSchema {
  const properties: Record<string, JsonSchema> = {};
  for (const field of fields)
    properties[field.name] = { ...described(field, valueSchema(field)), ...(field.editable ? {} : { readOnly: true }) };
  const help = (name: string, schema: JsonSchema): void => {
    if (!model.fieldByName.has(name)) properties[name] = { ...schema, readOnly: true };
  };
  const key = singleKey(model);
  const keySchema = key ? key.type.jsonSchema(key) : { type: 'string' };
  // A column `id` that is not the key tells nothing of it.
  if (!key || (key.name !== 'id' && model.fieldByName.has('id'))) help('pk', keySchema);
  help('id', keySchema);
  help('_label', { type: 'string' });
  for (const field of fields) {
    const text = { type: field.null ? ['string', 'null'] : 'string' };
    if (field.choices) help(`${field.name}_display`, text);
    if (field.relation && !field.link) help(`${field.name}_label`, text);
  }
  return objectOf(properties, Object.keys(properties));
}

/** The fields that a body may have; the service takes more forms of them than stand here (CONTRACT §2). */
function inputSchema(model: Model, visible: readonly Field[], isCreate: boolean): JsonSchema {
  const isRefused = ({ refused }: Field): boolean => (isCreate ? refused?.insert : refused?.update) !== undefined;
  const fields = model.fields.filter(
    (field) => field.editable && (field.writeOnly || visible.includes(field)) && (isCreate || !field.primaryKey) && !isRefused(field),
  );
  const properties = Object.fromEntries(
    fields.map((field) => {
      const schema = described(field, inputValue(field));
      const preset = field.defaultValue === undefined ? {} : { default: field.defaultValue };
      return [field.name, { ...schema, ...preset, ...(field.writeOnly ? { writeOnly: true } : {}) }];
    }),
  );
  return { ...objectOf(properties, isCreate ? fields.filter(isRequired).map((field) => field.name) : []), additionalProperties: false };
}

function inputValue(field: Field): JsonSchema {
  const schema = valueSchema(field);
  if (!field.type.takesNumbers || field.choices || field.type.isText) return schema;
  // Numbers come as such or as texts.
  const { type } = schema as { type?: string | readonly string[] };
  const types = type === undefined ? [] : typeof type === 'string' ? [type] : [...type];
  if (types.includes('integer') && !types.includes('string')) return { ...schema, type: [...types, 'string'] };
  return field.type.name === 'DecimalField' ? { ...schema, type: [...types, 'number'] } : schema;
}

/** The value of a param or filter. */
export function paramSchema(field: Field): JsonSchema {
  return described(field, field.choices ? { enum: field.choices.map((choice) => choice.value) } : field.type.jsonSchema(field));
}
