import type { HistoryEntry } from '@grimoire/client/react-admin';
import type { FieldSchema, ModelSchema } from '@grimoire/protocol';
import { textOf } from '../cells/value-text.ts';
import { capitalized } from '../schema/use-schema.ts';

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
  /** To what: fields, or the row of an inline; empty where it is the row itself. */
  readonly what: string;
  /** The only field that was changed, where its values are short. */
  readonly change?: ShownChange;
}

const verbs: Readonly<Record<string, string>> = {
  create: 'added',
  update: 'changed',
  delete: 'deleted',
  restore: 'restored',
  purge: 'deleted for good',
};

/** The most fields that are named. */
const most = 2;

/** What an entry says. @param schema that of the entry's model, if the user may see it; @param isOfLine whether the entry is about a row of an inline */
export function changeWords(entry: HistoryEntry, schema: ModelSchema | undefined, isOfLine: boolean): ChangeWords {
  const action = textOf(entry['action']);
  const verb = Object.hasOwn(verbs, action) ? verbs[action] : undefined;
  if (verb === undefined) return { did: `ran “${capitalized(textOf(entry['action_display'] ?? action))}”`, what: '' };
  const line = isOfLine ? lineOf(entry, schema) : '';
  const changes = action === 'update' ? changesOf(entry, schema) : [];
  const [only] = changes;
  if (!only) return { did: verb, what: line };
  const where = line === '' ? '' : ` of ${line}`;
  if (changes.length > 1) return { did: verb, what: `${namesOf(changes)}${where}` };
  return { did: verb, what: `${only.field.verbose_name}${where}`, ...(isShort(only) ? { change: only } : {}) };
}

/** The changed fields that the user may see; those that nobody edits, such as the time of the change, only where there are no others. */
function changesOf(entry: HistoryEntry, schema: ModelSchema | undefined): readonly ShownChange[] {
  const diff = entry['diff'];
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
  return others > 0 ? `${names.join(', ')} and ${others} more` : names.join(' and ');
}

function isShort({ before, after }: ShownChange): boolean {
  return (
    [before, after].every((value) => typeof value !== 'object' || value === null) && textOf(before).length + textOf(after).length <= 60
  );
}

/** “line 3”, or “line” where the label has no more to say. */
function lineOf(entry: HistoryEntry, schema: ModelSchema | undefined): string {
  const name = schema?.verbose_name ?? textOf(entry['model_label']);
  const label = textOf(entry['object_repr']);
  return label.toLowerCase().startsWith(name.toLowerCase()) ? label : `${name} ${label}`;
}
