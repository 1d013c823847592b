import type { HistoryEntry, RowHistory } from '@grimoire/protocol';
import {
  anything,
  boolean,
  choiceOf,
  integer,
  key,
  list,
  moment,
  nullable,
  nullableInteger,
  nullableText,
  objectOf,
  optional,
  pair,
  recordOf,
  referencesTo,
  scalar,
  type SchemasOf,
  text,
} from './shapes.ts';

/** The types of the history of a row, by the names of their schemas. */
export interface HistoryTypes {
  readonly HistoryEntry: HistoryEntry;
  readonly History: RowHistory;
}

const count = { ...integer, minimum: 0 };
const nullableKey = scalar('integer', 'string', 'null');

/** The audit log, as the history of a row has it (CONTRACT §8). */
export const historySchemas: SchemasOf<HistoryTypes> = {
  HistoryEntry: objectOf({
    id: key,
    action: text,
    action_display: text,
    model_label: text,
    object_repr: text,
    created_at: moment,
    actor: nullableKey,
    actor_repr: text,
    object_pk: nullableText,
    diff: recordOf(pair<unknown, unknown>(anything), 'The fields that changed, each with its value before and after.'),
    targets: list(text),
    targets_count: count,
    failed_targets: {
      ...nullable(list(text)),
      description: 'Keys of the targets on which a run row by row failed; null in entries of versions that did not keep them.',
    },
    ip: nullableText,
    request_id: text,
    status: choiceOf('ok', 'failed'),
    status_display: text,
    change_set: { ...nullableInteger, description: 'The change set that it belongs to.' },
    input: { ...nullable(recordOf(anything)), description: 'The input of an action, with its secrets masked.' },
    reason: nullableText,
    via: { ...nullableText, description: 'How the request was made, such as `session` or `token`.' },
    _label: text,
    failed: { ...boolean, description: 'Whether it failed on this row: as a whole, or on this row among others.' },
    op: optional({
      ...choiceOf('create', 'update', 'delete'),
      description: 'Of an entry that stands only in the journal: what has happened to the row.',
    }),
    cause: optional({ ...choiceOf('request', 'database', 'link'), description: 'Of such an entry: by what it was changed.' }),
    actor_link: optional({ ...nullableKey, description: 'The key of the row that the user was linked to at that time.' }),
    actor_link_label: optional(nullableText),
  }),
  History: objectOf({ count, next: nullableText, previous: nullableText, results: list(referencesTo<HistoryTypes>()('HistoryEntry')) }),
};
