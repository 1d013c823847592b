import type { ChangedRow, ChangedRows, ChangeSet, ChangeSets } from '@grimoire/protocol';
import {
  anything,
  boolean,
  choiceOf,
  integer,
  key,
  list,
  moment,
  nullableInteger,
  nullableText,
  objectOf,
  pair,
  recordOf,
  referencesTo,
  scalar,
  type SchemasOf,
  text,
} from '../openapi/shapes.ts';

/** The types of change sets, by the names of their schemas. */
interface ChangeTypes {
  readonly ChangeSet: ChangeSet;
  readonly ChangeSets: ChangeSets;
  readonly ChangedRow: ChangedRow;
  readonly ChangedRows: ChangedRows;
}

/** A reference to one of the schemas of change sets. */
export const refToChange: ReturnType<typeof referencesTo<ChangeTypes>> = referencesTo<ChangeTypes>();

const page = { count: integer, next: nullableText, previous: nullableText };

/** The schemas of change sets (CONTRACT §21). */
export const changeSchemas: SchemasOf<ChangeTypes> = {
  ChangeSet: objectOf<ChangeSet>({
    id: integer,
    created_at: moment,
    actor: scalar('integer', 'string', 'null'),
    actor_repr: text,
    action: text,
    model: nullableText,
    reason: nullableText,
    rows: integer,
    complete: boolean,
    gaps: list(text),
    reversible: choiceOf('yes', 'no'),
    why: nullableText,
    undo_of: nullableInteger,
    undone_by: nullableInteger,
  }),
  ChangeSets: objectOf<ChangeSets>({ ...page, results: list(refToChange('ChangeSet')) }),
  ChangedRow: objectOf<ChangedRow>({
    model: text,
    pk: key,
    label: text,
    op: choiceOf('create', 'update', 'delete'),
    cause: choiceOf('request', 'database', 'link'),
    diff: recordOf(pair(anything)),
  }),
  ChangedRows: objectOf<ChangedRows>({ ...page, results: list(refToChange('ChangedRow')), other_records: integer, pruned: integer }),
};
