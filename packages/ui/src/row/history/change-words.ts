import type { FieldSchema, HistoryEntry, ModelSchema } from '@grimoire/protocol';
import { textOf } from '../../cells/value-text.ts';
import { capitalized } from '../../schema/use-schema.ts';
import { listText, t } from '../../texts/text.ts';

/** A field before and after a change. */
export interface ShownChange {
  readonly field: FieldSchema;
  readonly before: unknown;
  readonly after: unknown;
}

/** An entry of a history in few words. */
export interface ChangeWords {
  /** What was done, such as “changed”. */
  readonly did: string;
  /** What was done to what: fields, or the row of an inline, such as “changed status”. */
  readonly deed: string;
  /** The only field that was changed, where its values are short. */
  readonly change?: ShownChange;
}

/** What the actions are called, alone and with what they were done to. */
const verbs = {
  create: ['added', 'added %{what}'],
  update: ['changed', 'changed %{what}'],
  delete: ['deleted', 'deleted %{what}'],
  restore: ['restored', 'restored %{what}'],
  purge: ['deleted for good', 'deleted %{what} for good'],
  bulk_update: ['changed', 'changed %{what}'],
  bulk_delete: ['deleted', 'deleted %{what}'],
} as const;

function isVerb(action: string): action is keyof typeof verbs {
  return Object.hasOwn(verbs, action);
}

/** The most fields that are named. */
const most = 2;

/** What an entry says. @param schema that of the entry's model, if the user may see it; @param isOfLine whether the entry is about a row of an inline */
export function changeWords(entry: HistoryEntry, schema: ModelSchema | undefined, isOfLine: boolean): ChangeWords {
  const action = entry.action;
  if (!isVerb(action)) {
    const did = t('ran “%{action}”', { action: capitalized(entry.action_display) });
    return { did, deed: did };
  }
  const [alone, withWhat] = verbs[action];
  const did = t(alone);
  const deedOn = (what: string): string => (what === '' ? did : t(withWhat, { what }));
  const line = isOfLine ? lineOf(entry, schema) : '';
  const changes = action === 'update' || action === 'bulk_update' ? changesOf(entry, schema) : [];
  const [only] = changes;
  if (!only) return { did, deed: deedOn(line) };
  const fields = namesOf(changes);
  const deed = deedOn(line === '' ? fields : t('%{fields} of %{line}', { fields, line }));
  return changes.length === 1 && isShort(only) ? { did, deed, change: only } : { did, deed };
}

/** The changed fields that the user may see; those that nobody edits, such as the time of the change, only where there are no others. */
function changesOf(entry: HistoryEntry, schema: ModelSchema | undefined): readonly ShownChange[] {
  const { diff } = entry;
  if (typeof diff !== 'object' || diff === null) return [];
  const all = Object.entries(diff).flatMap(([name, sides]: [string, unknown]) => {
    const field = schema?.fields.find((one) => one.name === name);
    return field && Array.isArray(sides) ? [{ field, before: sides[0] as unknown, after: sides[1] as unknown }] : [];
  });
  const edited = all.filter(({ field }) => field.editable);
  return edited.length > 0 ? edited : all;
}

function namesOf(changes: readonly ShownChange[]): string {
  const names = changes.slice(0, most).map(({ field }) => field.verbose_name);
  const others = changes.length - names.length;
  return others > 0 ? t('%{fields} and %{number} more', { fields: listText(names, 'comma'), number: others }) : listText(names);
}

function isShort({ before, after }: ShownChange): boolean {
  return (
    [before, after].every((value) => typeof value !== 'object' || value === null) && textOf(before).length + textOf(after).length <= 60
  );
}

/** “line 3”, or “line” where the label has no more to say. */
function lineOf(entry: HistoryEntry, schema: ModelSchema | undefined): string {
  const name = schema?.verbose_name ?? entry.model_label;
  const label = entry.object_repr;
  return label.toLowerCase().startsWith(name.toLowerCase()) ? label : `${name} ${label}`;
}
