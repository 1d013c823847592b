import type { FieldSchema, ModelSchema } from '@grimoire/protocol';
import { type PlainText, t } from '../texts/text.ts';

/** What the service itself records, in words. Actions of models have labels of their own. */
const deeds: Readonly<Record<string, PlainText>> = {
  create: 'Added',
  update: 'Changed',
  delete: 'Deleted',
  bulk_update: 'Changed in bulk',
  bulk_delete: 'Deleted in bulk',
  restore: 'Restored',
  purge: 'Deleted for good',
  login: 'Signed in',
  logout: 'Signed out',
  login_failed: 'Could not sign in',
  password_change: 'Password changed',
  token_shared: 'Sign-in used twice',
};

const outcomes: Readonly<Record<string, PlainText>> = { ok: 'Done', failed: 'Failed' };

/** What the wire keeps as it is, for programs, is made readable for people. */
const readable: Readonly<Record<string, (field: FieldSchema) => FieldSchema>> = {
  action: (field) => worded(field, deeds),
  status: (field) => ({ ...worded(field, outcomes), tones: { ok: 'good', failed: 'bad' } }),
  model_label: (field) => ({ ...field, widget: { kind: 'model' } }),
};

function worded(field: FieldSchema, words: Readonly<Record<string, PlainText>>): FieldSchema {
  const wordOf = (value: unknown): PlainText | undefined =>
    typeof value === 'string' && Object.hasOwn(words, value) ? words[value] : undefined;
  const choices = (field.choices ?? []).map(([value, label]): [typeof value, string] => {
    const word = wordOf(value);
    return [value, word === undefined ? label : t(word)];
  });
  return { ...field, choices };
}

/** The schema of a model as the pages show it: that of the audit log has words for people. */
export function readableSchema(schema: ModelSchema): ModelSchema {
  if (schema.model !== 'admin.AdminAuditLog') return schema;
  // The object is named beside it; the key is one of the other columns.
  const shown = schema.list_display.filter((name) => name !== 'object_pk');
  return { ...schema, list_display: shown, fields: schema.fields.map((field) => readable[field.name]?.(field) ?? field) };
}
