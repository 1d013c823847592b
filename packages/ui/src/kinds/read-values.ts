import { once, separated } from '../inputs/pasted-values.ts';
import { enteredNumber, type NumberStyle, ownStyle } from './entered-number.ts';
import type { ReadValues } from './field-kind.ts';

/** Reads numbers as the person writes them. A comma separates them, unless it is the decimal point of the language. */
export function readNumbers(isWhole: boolean, style: NumberStyle = ownStyle()): (text: string) => ReadValues {
  return (text) => {
    const separator = /[\r\n\t;]/.test(text) ? /[\r\n\t;]+/ : isWhole || style.point !== ',' ? /,/ : /,\s+/;
    return sorted(text.split(separator), (part) => {
      const number = enteredNumber(part, { ...style, isWhole });
      return typeof number === 'string' && (isWhole ? /^-?\d{1,19}$/ : /^-?\d+(?:\.\d+)?$/).test(number) ? number : undefined;
    });
  };
}

/** Reads UUIDs. */
export function readIdentifiers(text: string): ReadValues {
  const isIdentifier = (part: string): boolean => /^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/i.test(part);
  return sorted(separated(text), (part) => (isIdentifier(part) ? part : undefined));
}

function sorted(parts: readonly string[], valueOf: (part: string) => string | undefined): ReadValues {
  const all = once(parts.map((part) => part.trim())).map((part) => ({ part, value: valueOf(part) }));
  return {
    values: once(all.map(({ value = '' }) => value)),
    leftOut: all.flatMap(({ part, value }) => (value === undefined ? [part] : [])),
  };
}

/** A number without zeros at its end: `7.50` as `7.5`. */
export function plainNumber(value: string): string {
  return value.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '');
}
