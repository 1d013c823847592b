import type { ErrorCode, UndoConflictField, UndoConflictRow, Undone } from '@grimoire/protocol';
import { changeIdParameter } from '../changes/change-docs.ts';
import { type EndpointDoc, ofService } from '../openapi/endpoint-doc.ts';
import { writeBody } from '../openapi/bulk-schemas.ts';
import { answer, body } from '../openapi/operations.ts';
import {
  choiceOf,
  integer,
  key,
  list,
  nullableInteger,
  nullableText,
  object,
  objectOf,
  optional,
  recordOf,
  referencesTo,
  scalar,
  type SchemasOf,
  text,
} from '../openapi/shapes.ts';

/** The codes of a 409. */
const codes = [
  'undo_conflict',
  'already_undone',
  'incomplete',
  'irreversible',
  'protected',
  'locked',
  'not_replayable',
] as const satisfies readonly ErrorCode[];

/** The types of undos, by the names of their schemas. */
interface UndoTypes {
  readonly Undone: Undone;
  readonly UndoConflicts: UndoConflicts;
}

/** The body of a 409. */
interface UndoConflicts {
  readonly detail: string;
  readonly code: (typeof codes)[number];
  /** A hundred at most. */
  readonly rows?: readonly UndoConflictRow[];
  /** How many there are. */
  readonly count?: number;
}

const refToUndo = referencesTo<UndoTypes>();

const conflict = objectOf<UndoConflictField>({
  state: choiceOf('changed', 'taken', 'parent_missing', 'blocked', 'not_kept', 'exists'),
  detail: optional(text),
  by: nullableText,
  at: nullableText,
  change_set: nullableInteger,
});

const undoSchemas: SchemasOf<UndoTypes> = {
  Undone: objectOf<Undone>({ change_set: nullableInteger, restored: integer, unchanged: integer, skipped: integer }),
  UndoConflicts: objectOf<UndoConflicts>({
    detail: text,
    code: choiceOf(...codes),
    rows: optional(
      list(
        objectOf<UndoConflictRow>({
          model: nullableText,
          pk: scalar('integer', 'string', 'null'),
          fields: recordOf(conflict),
        }),
      ),
    ),
    count: optional(integer),
  }),
};

export const undoDoc: EndpointDoc = ofService(
  {
    tag: 'changes',
    operationId: 'undoChange',
    summary: 'Take a change set back',
    description:
      'Each row gets, column by column, the values from before the change set. Values that were changed since are a conflict: nothing is done then, unless only untouched rows are asked for.',
    parameters: [changeIdParameter],
    requestBody: body(
      writeBody(
        {
          only: { ...choiceOf('untouched'), description: 'Leaves out what was changed since.' },
          rows: { type: 'array', items: object({ model: text, pk: key, fields: list(text) }, ['model', 'pk']) },
        },
        [],
      ),
    ),
    responses: {
      '200': answer('What was taken back.', refToUndo('Undone')),
      '409': answer('It can not be taken back, or not as it is.', refToUndo('UndoConflicts')),
    },
  },
  undoSchemas,
);
