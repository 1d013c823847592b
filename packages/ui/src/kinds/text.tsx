import type { FieldSchema } from '@grimoire/protocol';
import { TextInput } from 'react-admin';
import { textOf } from '../cells/value-text.ts';
import { OpenedText } from '../cells/opened-text.tsx';
import { labelOf } from '../schema/use-schema.ts';
import { cut, isCut } from './cut.ts';
import { durationInputText, enteredDuration } from './duration-entry.ts';
import { durationText } from './duration-text.ts';
import { EnteredInput } from './entered-input.tsx';
import { textOperators, wordOperators } from './operators.ts';
import { type FieldKind, type KindCellProps, type KindInputProps, plainColumn } from './field-kind.ts';

/** Where a column does not accept null, the empty text is a value. */
export function parseOf({ null: isNullable }: FieldSchema): ((text: string) => string) | undefined {
  return isNullable ? undefined : (text) => text;
}

/** The maximum length of a field's text. */
export function limitOf({ max_length: maxLength }: FieldSchema): { readonly maxLength?: number } {
  return maxLength === undefined ? {} : { maxLength };
}

/** A one-line input of one of HTML's input types. */
export function inputOf(type: 'text' | 'email' | 'url' | 'tel') {
  return function OneLine({ field, common }: KindInputProps) {
    return <TextInput {...common} parse={parseOf(field)} type={type} slotProps={{ htmlInput: limitOf(field) }} />;
  };
}

function Cell({ field, value, isWhole, canOpen = false }: KindCellProps) {
  if (canOpen && isCut(textOf(value))) return <OpenedText text={textOf(value)} label={labelOf(field)} />;
  // In a page that is read in the other direction, a text keeps the order of its own words and marks.
  return <bdi>{isWhole ? textOf(value) : cut(textOf(value))}</bdi>;
}

/** A text of one line; also the kind of all fields that no other kind fits. */
export const text: FieldKind = {
  Cell,
  Input: inputOf('text'),
  operators: textOperators,
  column: plainColumn,
  isWide: false,
  holds: 'text',
};

/** A value that is written as a text and is none: a UUID, an address of a network, a duration. */
export const word: FieldKind = { ...text, operators: wordOperators };

function DurationInput({ common }: KindInputProps) {
  return <EnteredInput common={common} textOf={(value) => durationInputText(textOf(value))} read={enteredDuration} />;
}

/** A length of time, shown and entered in words. */
export const duration: FieldKind = {
  ...word,
  Cell: ({ value }) => <>{durationText(textOf(value))}</>,
  Input: DurationInput,
  totals: { offered: ['sum', 'avg', 'min', 'max'] },
};
