import type { FieldSchema, ModelSchema } from '@grimoire/protocol';
import { type PlainText, t } from './text.ts';

/** What the service itself records, in words. Actions of models have labels of their own. */
const deeds: Readonly<Record<string, PlainText>> = {
  create: 'Added',
  update: 'Changed',
  delete: 'Deleted',
  bulk_update: 'Changed in bulk',
  bulk_delete: 'Deleted in bulk',
  restore: 'Restored',
  purge: 'Deleted for good',
  operations: 'Saved together',
  undo: 'Undone',
  login: 'Signed in',
  logout: 'Signed out',
  login_failed: 'Could not sign in',
  password_change: 'Password changed',
  token_shared: 'Sign-in used twice',
};

/** What the service itself calls an action; undefined for an action of a model. */
export function deedText(action: string): string | undefined {
  const deed = Object.hasOwn(deeds, action) ? deeds[action] : undefined;
  return deed === undefined ? undefined : t(deed);
}

const outcomes: Readonly<Record<string, PlainText>> = { ok: 'Done', failed: 'Failed' };

const words = { ...deeds, ...outcomes };

function worded(field: FieldSchema): FieldSchema {
  if (!field.choices) return field;
  const choices = field.choices.map(([value, label]): [typeof value, string] => {
    const word = typeof value === 'string' && Object.hasOwn(words, value) ? words[value] : undefined;
    return [value, word === undefined ? label : t(word)];
  });
  return { ...field, choices };
}

/** The schema of a model as the pages show it: a log of changes has words for people, where the wire keeps those for programs. */
export function readableSchema(schema: ModelSchema): ModelSchema {
  const changes = schema.fields.flatMap(({ widget }) => (widget?.kind === 'changes' ? [widget] : []));
  if (changes.length === 0) return schema;
  const namesModel = ({ name }: FieldSchema): boolean => changes.some(({ model }) => model === name);
  const fields = schema.fields.map((field): FieldSchema => (namesModel(field) ? { ...field, widget: { kind: 'model' } } : worded(field)));
  return { ...schema, fields };
}
