import type { FieldSchema } from '@grimoire/protocol';
import { textOf } from '../cells/value-text.ts';
import { shownIn } from '../texts/text.ts';
import type { Broken } from '../inputs/broken.ts';
import { enteredNumber, inputText, ownStyle } from './entered-number.ts';
import type { Entry } from './field-kind.ts';
import { amountOf, minorOf } from './minor-units.ts';

/** How a person writes numbers in the language of the page. */
export interface NumberForm {
  readonly write: (value: unknown) => string;
  readonly read: (text: string) => string | Broken;
}

/** @param places those of an amount that is stored as a whole number; 0 for other numbers */
export function numberForm(isWhole: boolean, places = 0): NumberForm {
  const style = { ...ownStyle(shownIn().locale), isWhole };
  return {
    write: (value) => inputText(amountOf(textOf(value), places), style),
    read: (text) => {
      const number = enteredNumber(text, style);
      return typeof number === 'string' ? minorOf(number, places) : number;
    },
  };
}

/** Spreadsheets copy amounts with their signs. */
const signs = /[\p{Sc}%]/gu;

/** Numbers in the language of the page, also with the sign of a currency. */
export function numberEntry(isWhole: boolean, placesOf: (field: FieldSchema) => number = () => 0): Entry {
  const formOf = (field: FieldSchema): NumberForm => numberForm(isWhole, placesOf(field));
  return {
    write: (field, value) => formOf(field).write(value),
    read: (field, text) => formOf(field).read(text.replaceAll(signs, '')),
  };
}
