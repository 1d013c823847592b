import { textOf } from '../cells/value-text.ts';
import { OpenedText } from '../cells/opened-text.tsx';
import { labelOf } from '../schema/use-schema.ts';
import { cut, isCut, shortKey } from './cut.ts';
import { durationInputText, enteredDuration } from './duration-entry.ts';
import { durationText } from './duration-text.ts';
import { EnteredInput } from './entered-input.tsx';
import { textEntry } from './entry.ts';
import { identifierOperators, textOperators, wordOperators } from './operators.ts';
import { type FieldKind, type KindCellProps, type KindInputProps, plainColumn } from './field-kind.ts';
import { TextInput } from './text-input.tsx';

/** An input of a text of one line, with the keys of a touch screen that suit it. */
export function inputOf(keys?: 'email' | 'url' | 'tel') {
  return function OneLine({ field, common }: KindInputProps) {
    return <TextInput field={field} common={common} {...(keys === undefined ? {} : { keys })} />;
  };
}

function Cell({ field, value, row, isWhole, canOpen = false }: KindCellProps) {
  const text = textOf(value);
  if (isWhole) return <bdi>{text}</bdi>;
  // The service adds the key to each row under this name.
  const shown = row['id'] === value ? shortKey(text) : cut(text);
  return <Shown field={field} text={text} shown={shown} canOpen={canOpen} />;
}

interface ShownProps extends Pick<KindCellProps, 'field' | 'canOpen'> {
  readonly text: string;
  /** What fits into the line of a list. */
  readonly shown: string;
}

function Shown({ field, text, shown, canOpen = false }: ShownProps) {
  // In a page that is read in the other direction, a text keeps the order of its own words and marks.
  if (shown === text || !canOpen) return <bdi title={shown === text ? undefined : text}>{shown}</bdi>;
  return <OpenedText text={text} label={labelOf(field)} {...(isCut(text) ? {} : { closedText: shown })} />;
}

/** A text of one line; also the kind of all fields that no other kind fits. */
export const text: FieldKind = {
  Cell,
  Input: inputOf(),
  entry: textEntry,
  operators: textOperators,
  column: plainColumn,
  isWide: false,
  holds: 'text',
};

/** A value that is written as a text and is none: an address of a network, a duration. */
export const word: FieldKind = { ...text, operators: wordOperators, entry: { ...textEntry, isText: undefined } };

/** A UUID, of which a list shows the beginning. */
export const identifier: FieldKind = {
  ...word,
  operators: identifierOperators,
  Cell: ({ field, value, isWhole, canOpen }) => {
    const whole = textOf(value);
    return <Shown field={field} text={whole} shown={isWhole ? whole : shortKey(whole)} canOpen={canOpen === true} />;
  },
};

function DurationInput({ common }: KindInputProps) {
  return <EnteredInput common={common} textOf={(value) => durationInputText(textOf(value))} read={enteredDuration} />;
}

/** A length of time, shown and entered in words. */
export const duration: FieldKind = {
  ...word,
  Cell: ({ value }) => <>{durationText(textOf(value))}</>,
  Input: DurationInput,
  entry: { write: (_field, value) => durationInputText(textOf(value)), read: (_field, entered) => enteredDuration(entered) },
  totals: { offered: ['sum', 'avg', 'min', 'max'] },
};
