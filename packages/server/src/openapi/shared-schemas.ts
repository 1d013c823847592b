import { errorCodes } from '@grimoire/protocol';
import type { JsonSchema } from '../model/field-type.ts';
import { refTo, strict } from './operations.ts';
import { metadataSchemas } from './metadata-schemas.ts';
import { choiceOf, key, list, nullableText, object, text } from './shapes.ts';

const integer: JsonSchema = { type: 'integer' };
const op = choiceOf('create', 'update', 'delete');
const mayBeKept: JsonSchema = {
  const: true,
  description: 'The database may keep the row and change it instead: then none of this happens.',
};
const mayBeMore: JsonSchema = {
  const: true,
  description: 'Rows of other tables may point at it without a foreign key: they are not counted, and stay as they are.',
};
const rowsKept: JsonSchema = { ...integer, description: 'How many the database has kept, and changed instead.' };

const nullableInteger: JsonSchema = { type: ['integer', 'null'] };

/** Aggregates, by function and field. */
const valuesOfFields: JsonSchema = { type: 'object', additionalProperties: { type: ['number', 'string', 'null'] } };
const ofFields = { sum: valuesOfFields, avg: valuesOfFields, min: valuesOfFields, max: valuesOfFields };
const anyValue: JsonSchema = { type: ['integer', 'number', 'string', 'boolean', 'null'] };

const affected = list(refTo('AffectedRows'));

/** The schemas of errors (CONTRACT §11). */
const problems: Readonly<Record<string, JsonSchema>> = {
  Error: {
    ...object({ detail: text, code: choiceOf(...Object.keys(errorCodes)) }, ['detail']),
    examples: [{ detail: 'You do not have permission to do this.', code: 'permission_denied' }],
  },
  InternalError: {
    ...object({ detail: text, request_id: { type: 'string', format: 'uuid' } }),
    examples: [{ detail: 'Internal error.', request_id: '3e0f9f8c-52a4-4a0c-9f43-6a8b9c1f7d20' }],
  },
  ValidationError: {
    type: 'object',
    description: 'Messages by field or parameter; `non_field_errors` for those that belong to none of them.',
    // A list of messages where a field has this name.
    properties: { detail: text, code: { anyOf: [text, list(text)] } },
    required: ['detail'],
    additionalProperties: true,
    examples: [{ detail: 'quantity: A valid integer is required.', quantity: ['A valid integer is required.'] }],
  },
  Conflict: object({ detail: text, code: choiceOf('conflict'), current: refTo('AnyRow') }),
  Protected: {
    ...object({ detail: text, code: choiceOf('protected', 'locked', 'not_replayable'), blocked_by: affected }, ['detail', 'code']),
    examples: [
      { detail: 'Other rows need this one.', code: 'protected', blocked_by: [{ model: 'sales.Order', verbose_name: 'orders', count: 3 }] },
    ],
  },
};

/** The schemas of login and logout (CONTRACT §10). */
const brand: JsonSchema = {
  ...object({ name: text, accent: text, logo: object({ light: text, dark: text }) }, ['name', 'accent']),
  description: 'A logo is a `data:` URI of a picture, or a path on the origin of the service.',
};

const bool: JsonSchema = { type: 'boolean' };

const accounts: Readonly<Record<string, JsonSchema>> = {
  Credentials: {
    type: 'object',
    properties: { username: text, password: { type: 'string', format: 'password' }, session: { type: 'boolean' } },
    required: ['username', 'password'],
    additionalProperties: false,
  },
  TokenPair: object({ access: text, refresh: text }),
  Login: {
    ...object({ access: text, refresh: text, user: refTo('User') }, ['user']),
    description: 'The tokens, unless a session was asked for.',
  },
  SignInWays: object({ passwords: bool, passkeys: bool, reset: bool, providers: list(object({ key: text, label: text, url: text })) }),
  Config: {
    ...object(
      {
        brand,
        auth: choiceOf('jwt', 'session'),
        sign_in: refTo('SignInWays'),
        maintenance: { const: true },
        language: text,
        languages: list(text),
      },
      ['brand', 'auth', 'sign_in', 'language', 'languages'],
    ),
    description:
      '`sign_in` lists the ways to sign in. `maintenance` is given, and true, while nothing can be changed. `language` is that of this answer, `languages` are those that the header `Accept-Language` may ask for.',
    examples: [
      {
        brand: { name: 'Grimoire', accent: '#5b4b8a' },
        auth: 'jwt',
        sign_in: { passwords: true, passkeys: false, reset: false, providers: [] },
        language: 'en',
        languages: ['de', 'en'],
      },
    ],
  },
};

/** Schemas that do not depend on the models. */
export const sharedSchemas: Readonly<Record<string, JsonSchema>> = {
  ...problems,
  ...accounts,
  ...metadataSchemas,
  Key: { ...key, description: 'The key of a row: a number or a text.' },
  AnyRow: {
    type: ['object', 'null'],
    description: 'The row as it is now; null where the user may not view it.',
    additionalProperties: true,
  },
  OtherValues: {
    type: 'object',
    description: 'Values by field, of any model. `{"$ref": 0}` as a value stands for the key that operation 0 made.',
    additionalProperties: true,
  },
  // Tools would read a property with this name as a reference.
  MadeKey: {
    type: 'object',
    description: '`{"$ref": 0}` stands for the key that operation 0 made.',
    patternProperties: { '^\\$ref$': { type: 'integer', minimum: 0 } },
    minProperties: 1,
    maxProperties: 1,
  },
  AffectedRows: object({ model: nullableText, verbose_name: text, count: integer, capped: { type: 'boolean' } }, [
    'model',
    'verbose_name',
    'count',
  ]),
  References: object({
    references: list(
      object({ model: text, field: text, verbose_name: text, count: { type: ['integer', 'null'] }, capped: { type: 'boolean' } }),
    ),
  }),
  Aggregates: {
    ...object(
      {
        count: nullableInteger,
        ...ofFields,
        complete: { type: 'boolean' },
        groups: list(object({ value: anyValue, label: nullableText, count: nullableInteger, ...ofFields })),
        has_more: { type: 'boolean' },
      },
      ['count', ...Object.keys(ofFields), 'complete'],
    ),
    description: 'Values by field. `groups` are given, the largest first, if a field for them was named.',
    examples: [{ count: 3, sum: { total: '1234.50' }, avg: { total: '411.5000' }, min: {}, max: {}, complete: true }],
  },
  Related: object({ related: affected, blocked_by: affected, unlinked: affected, may_be_kept: mayBeKept, may_be_more: mayBeMore }, [
    'related',
    'blocked_by',
    'unlinked',
  ]),
  Deleted: object({ deleted: integer, kept: rowsKept }, ['deleted']),
  Updated: object({ updated: integer, gone: { ...integer, description: 'How many the database has taken out of their table.' } }, [
    'updated',
  ]),
  Restored: object({ restored: integer }),
  Purged: object({ purged: integer, kept: rowsKept }, ['purged']),
  OperationResults: object({ results: list(object({ op, pk: key, kept: { const: true }, gone: { const: true } }, ['op', 'pk'])) }),
  MadeOtherwise: {
    ...object({ detail: text, current: { type: ['object', 'null'] } }),
    description: 'What a trigger or a rule of the database has made of the write, and the row as it is now, if there is one in its table.',
  },
  BulkResult: { anyOf: [refTo('Deleted'), refTo('Updated'), refTo('Restored'), refTo('Purged'), refTo('OperationResults')] },
  ActionResult: {
    type: 'object',
    description: 'What the action says; of one that works row by row, the report.',
    properties: { message: text, total: integer, succeeded: integer, failed: list(object({ pk: key, detail: text })) },
    additionalProperties: true,
    examples: [{ message: '2 of 3 done, 1 failed.', total: 3, succeeded: 2, failed: [{ pk: 7, detail: 'Sent already.' }] }],
  },
  ExportInput: {
    ...strict({ columns: list(text), values: choiceOf('display', 'raw'), ordering: list(text), bom: { type: 'boolean' } }, []),
    description:
      'Names of fields in their order, labels and displays or raw values, the order of the rows, and whether a byte order mark is first.',
  },
};
