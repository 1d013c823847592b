import { textOf } from '../cells/value-text.ts';
import { t } from '../texts/text.ts';
import type { Entry } from './field-kind.ts';
import { Broken } from '../inputs/broken.ts';

/** A text, which is its own value. */
export const textEntry: Entry = { write: (_field, value) => textOf(value), read: (_field, text) => text, isText: true };

/** Values that have labels; a text is one of them if it is the label or the value. */
export function optionsEntry(options: NonNullable<Entry['options']>, also: Readonly<Record<string, unknown>> = {}): Entry {
  return {
    options,
    write: (field, value) => options(field).find((one) => textOf(one.value) === textOf(value))?.label ?? textOf(value),
    read: (field, text) => {
      const word = text.trim();
      const all = options(field);
      const lower = word.toLowerCase();
      const option = all.find(({ label }) => label.toLowerCase() === lower) ?? all.find(({ value }) => textOf(value) === word);
      if (option) return option.value;
      return Object.hasOwn(also, lower) ? also[lower] : new Broken(t('“%{text}” is none of the choices.', { text: word }));
    },
  };
}
