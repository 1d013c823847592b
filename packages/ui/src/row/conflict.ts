import { isSame } from '@grimoire/client/react-admin';
import type { FieldSchema, ModelSchema } from '@grimoire/protocol';
import type { RowValues } from './save-row.ts';

/** Whose version of a field is to be saved. */
export type Whose = 'mine' | 'theirs';

type Values = Readonly<Record<string, unknown>>;

/** Two who changed one row: how both found it, what one is about to save, and how it is now. */
export interface Versions {
  readonly schema: Pick<ModelSchema, 'fields'>;
  readonly before: Values;
  readonly mine: RowValues;
  readonly now: Values;
}

/** The fields of which one version has to be chosen. */
export function differingFields({ schema, mine, now }: Versions): readonly FieldSchema[] {
  return schema.fields.filter(({ name, editable }) => editable && name in mine && !isSame(mine[name], now[name]));
}

/** The fields that nobody can choose, and that are other than before. */
export function changedElsewhere({ schema, before, now }: Versions): readonly FieldSchema[] {
  return schema.fields.filter(({ name, editable }) => !editable && !isSame(before[name], now[name]));
}

/** Whose version of a field is taken as long as nobody chooses: what only the other one changed is theirs. */
export function presetOf({ before, mine }: Versions, name: string): Whose {
  return isSame(mine[name], before[name]) ? 'theirs' : 'mine';
}

/** The row as it is to be saved: as it is now, with the fields of mine that were chosen, and my lines. */
export function mergedValues(versions: Versions, whoseOf: (name: string) => Whose): RowValues {
  const { mine, now } = versions;
  const own = differingFields(versions).filter(({ name }) => whoseOf(name) === 'mine');
  const values = Object.fromEntries(own.map(({ name }) => [name, mine[name]]));
  return { ...now, ...values, ...(mine._inlines ? { _inlines: mine._inlines } : {}) };
}
