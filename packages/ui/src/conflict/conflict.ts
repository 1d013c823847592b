import { isSame } from '@grimoire/client/react-admin';
import type { FieldSchema, ModelSchema } from '@grimoire/protocol';

/** Whose version of a field will be saved. */
export type Whose = 'mine' | 'theirs';

/** The values of a row, of a form with its lines under `_inlines`. */
export type Values = Readonly<Record<string, unknown>>;

/** Two changes of one row: the row before both, the row that the current user saves, and the row as it is now. */
export interface Versions {
  readonly schema: Pick<ModelSchema, 'fields'>;
  readonly before: Values;
  readonly mine: Values;
  readonly now: Values;
}

/** The fields for which the user may choose a version: those that the other user changed. */
export function fieldsToChoose(versions: Versions): readonly FieldSchema[] {
  const { before, now } = versions;
  return ownChanges(versions).filter(({ name }) => !isSame(before[name], now[name]));
}

/** The fields that the current user would save otherwise than they are. */
export function ownChanges({ schema, mine, now }: Versions): readonly FieldSchema[] {
  return schema.fields.filter(({ name, editable }) => editable && name in mine && !isSame(mine[name], now[name]));
}

/** The read-only fields of the row itself that have changed. */
export function changedElsewhere({ schema, before, now }: Versions): readonly FieldSchema[] {
  return schema.fields.filter(({ name, editable, related }) => !editable && related === undefined && !isSame(before[name], now[name]));
}

/** The default version of a field: the current row's where only the other user changed it. */
export function presetOf({ before, mine }: Versions, name: string): Whose {
  return isSame(mine[name], before[name]) ? 'theirs' : 'mine';
}

/**
 * The row to be saved: the current row, with the current user's version of the chosen fields and of those that the other user did not change, and
 * the current user's lines.
 */
export function mergedValues(versions: Versions, whoseOf: (name: string) => Whose): Values {
  const { mine, now } = versions;
  const choices = new Set(fieldsToChoose(versions));
  const own = ownChanges(versions).filter((field) => !choices.has(field) || whoseOf(field.name) === 'mine');
  const values = Object.fromEntries(own.map(({ name }) => [name, mine[name]]));
  return { ...now, ...values, ...(mine['_inlines'] ? { _inlines: mine['_inlines'] } : {}) };
}
