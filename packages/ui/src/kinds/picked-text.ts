import { textOf } from '../cells/value-text.ts';

/**
 * What tells a row from others of its label, in one line: the values that the service sends beside it, as they are shown. Addresses are left
 * out, which may be those of pictures.
 */
export function pickedText(fields: unknown): string {
  if (typeof fields !== 'object' || fields === null) return '';
  const values = fields as Readonly<Record<string, unknown>>;
  const helpers = new Set(Object.keys(values).flatMap((name) => [`${name}_display`, `${name}_label`]));
  return Object.keys(values)
    .filter((name) => !helpers.has(name))
    .map((name) => textOf(values[`${name}_display`] ?? values[`${name}_label`] ?? values[name]))
    .filter((text) => text !== '' && !/^([a-z]+:\/\/|data:)/i.test(text))
    .join(' · ');
}
