import type { Field } from '../field.ts';
import type { Model } from '../model.ts';
import { wordsOf } from '../naming.ts';

/** The largest number of fields that the sentence names. */
const maxNamed = 10;

/** A sentence about the whole numbers that are money in cents by their names, and of which no config says so. */
export function minorUnitNotes(models: readonly Model[]): string[] {
  const named = models.flatMap((model) => model.fields.filter(isInCents).map((field) => `${model.key} ${field.name}`));
  if (named.length === 0) return [];
  const more = named.length > maxNamed ? ` and ${named.length - maxNamed} more` : '';
  const names = named.slice(0, maxNamed).join(', ');
  return [
    `By their names these are money in cents: ${names}${more}. { kind: 'money', currency, minorUnits: 2 } as their widget shows amounts.`,
  ];
}

function isInCents({ name, type, widget, hidden, relation }: Field): boolean {
  return type.traits.family === 'integer' && !widget && !hidden && !relation && wordsOf(name).at(-1)?.toLowerCase() === 'cents';
}
