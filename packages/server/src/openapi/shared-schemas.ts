import type {
  ActionReport,
  ActionResult,
  AffectedRows,
  AggregateGroup,
  Aggregates,
  AggregateValue,
  Deleted,
  ExportInput,
  FailedRow,
  FieldChange,
  Key,
  MadeOtherwise,
  OperationResults,
  Purged,
  References,
  RelatedRows,
  Restored,
  Row,
  Updated,
} from '@grimoire/protocol';
import { emptyCounts, fieldChange } from './change-schemas.ts';
import { type ErrorTypes, errorSchemas } from './error-schemas.ts';
import { type HistoryTypes, historySchemas } from './history-schemas.ts';
import { type MetadataTypes, metadataSchemas } from './metadata-schemas.ts';
import { previewSchemas, type PreviewTypes } from './preview-schemas.ts';
import {
  anyOf,
  boolean,
  choiceOf,
  constant,
  integer,
  key,
  list,
  nullableInteger,
  nullableText,
  objectOf,
  openObject,
  optional,
  recordOf,
  referencesTo,
  scalar,
  type SchemaOf,
  type SchemasOf,
  strict,
  text,
  trusted,
} from './shapes.ts';

/** The types of rows and of what is done to them, by the names of their schemas. */
interface RowTypes {
  readonly Key: Key;
  readonly AnyRow: Row | null;
  readonly OtherValues: Readonly<Record<string, unknown>>;
  readonly MadeKey: { readonly $ref: number };
  readonly AffectedRows: AffectedRows;
  readonly References: References;
  readonly Aggregates: Aggregates;
  readonly Related: RelatedRows;
  readonly Deleted: Deleted;
  readonly Updated: Updated;
  readonly FieldChange: FieldChange;
  readonly Restored: Restored;
  readonly Purged: Purged;
  readonly OperationResults: OperationResults;
  readonly MadeOtherwise: MadeOtherwise;
  readonly BulkResult: Deleted | Updated | Restored | Purged | OperationResults;
  readonly ActionResult: ActionResult | ActionReport;
  readonly ExportInput: ExportInput;
}

/** The types of the schemas that every document may have, by their names. */
export type SharedTypes = ErrorTypes & MetadataTypes & HistoryTypes & PreviewTypes & RowTypes;

/** A reference to one of the schemas that every document may have. */
export const refToShared: ReturnType<typeof referencesTo<SharedTypes>> = referencesTo<SharedTypes>();

const affected = list(refToShared('AffectedRows'));
const rowsKept: SchemaOf<number> = { ...integer, description: 'How many the database has kept, and changed instead.' };
const valuesOfFields: SchemaOf<Readonly<Record<string, AggregateValue>>> = recordOf(scalar('number', 'string', 'null'));

const aggregateGroup = objectOf<AggregateGroup>({
  value: scalar('integer', 'number', 'string', 'boolean', 'null'),
  label: nullableText,
  count: nullableInteger,
  sum: valuesOfFields,
  avg: valuesOfFields,
  min: valuesOfFields,
  max: valuesOfFields,
});

const aggregates = objectOf<Aggregates>({
  count: nullableInteger,
  sum: valuesOfFields,
  avg: valuesOfFields,
  min: valuesOfFields,
  max: valuesOfFields,
  complete: boolean,
  groups: optional(list(aggregateGroup)),
  has_more: optional(boolean),
});

const actionResult = objectOf<ActionResult | ActionReport>({
  message: optional(text),
  total: optional(integer),
  succeeded: optional(integer),
  failed: optional(list(objectOf<FailedRow>({ pk: key, detail: text }))),
  link: optional({ ...text, description: 'An address that the dashboard opens.' }),
});

const exportInput = objectOf<ExportInput>({
  columns: optional(list(text)),
  values: optional(choiceOf('display', 'raw')),
  ordering: optional(list(text)),
  bom: optional(boolean),
});

const rows: SchemasOf<RowTypes> = {
  Key: { ...key, description: 'The key of a row: a number or a text.' },
  AnyRow: trusted({
    type: ['object', 'null'],
    description: 'The row as it is now; null where the user may not view it.',
    additionalProperties: true,
  }),
  OtherValues: openObject('Values by field, of any model. `{"$ref": 0}` as a value stands for the key that operation 0 made.'),
  // Tools would read a property with this name as a reference.
  MadeKey: trusted({
    type: 'object',
    description: '`{"$ref": 0}` stands for the key that operation 0 made.',
    patternProperties: { '^\\$ref$': { type: 'integer', minimum: 0 } },
    minProperties: 1,
    maxProperties: 1,
  }),
  AffectedRows: objectOf({ model: nullableText, verbose_name: text, count: integer, capped: optional(boolean) }),
  References: objectOf({
    references: list(objectOf({ model: text, field: text, verbose_name: text, count: nullableInteger, capped: boolean })),
  }),
  Aggregates: {
    ...aggregates,
    description: 'Values by field. `groups` are given, the largest first, if a field for them was named.',
    examples: [{ count: 3, sum: { total: '1234.50' }, avg: { total: '411.5000' }, min: {}, max: {}, complete: true }],
  },
  Related: objectOf({
    related: affected,
    blocked_by: affected,
    unlinked: affected,
    may_be_kept: optional({
      ...constant(true),
      description: 'The database may keep the row and change it instead: then none of this happens.',
    }),
    may_be_more: optional({
      ...constant(true),
      description: 'Rows of other tables may point at it without a foreign key: they are not counted, and stay as they are.',
    }),
  }),
  Deleted: objectOf({ deleted: integer, kept: optional(rowsKept) }),
  Updated: objectOf({
    updated: integer,
    gone: optional({ ...integer, description: 'How many the database has taken out of their table.' }),
    empty: optional(emptyCounts),
  }),
  FieldChange: fieldChange,
  Restored: objectOf({ restored: integer }),
  Purged: objectOf({ purged: integer, kept: optional(rowsKept) }),
  OperationResults: objectOf({
    results: list(
      objectOf({
        op: choiceOf('create', 'update', 'delete'),
        pk: key,
        kept: optional(constant(true)),
        gone: optional(constant(true)),
      }),
    ),
  }),
  MadeOtherwise: {
    ...objectOf<MadeOtherwise>({ detail: text, current: trusted({ type: ['object', 'null'] }) }),
    description: 'What a trigger or a rule of the database has made of the write, and the row as it is now, if there is one in its table.',
  },
  BulkResult: anyOf(
    refToShared('Deleted'),
    refToShared('Updated'),
    refToShared('Restored'),
    refToShared('Purged'),
    refToShared('OperationResults'),
  ),
  ActionResult: {
    ...actionResult,
    description: 'What the action says; of one that works row by row, the report.',
    additionalProperties: true,
    examples: [{ message: '2 of 3 done, 1 failed.', total: 3, succeeded: 2, failed: [{ pk: 7, detail: 'Sent already.' }] }],
  },
  ExportInput: {
    ...strict(exportInput),
    description:
      'Names of fields in their order, labels and displays or raw values, the order of the rows, and whether a byte order mark is first.',
  },
};

/** Schemas that do not depend on the models. */
export const sharedSchemas: SchemasOf<SharedTypes> = {
  ...errorSchemas,
  ...metadataSchemas,
  ...historySchemas,
  ...previewSchemas,
  ...rows,
};
