import type { FieldSchema } from '@grimoire/protocol';
import { AutocompleteInput, SelectInput } from 'react-admin';
import { saysStatus, ToneMark, toneOf } from '../cells/tone.tsx';
import { textOf } from '../cells/value-text.ts';
import { choiceOperators } from './operators.ts';
import { type FieldKind, type KindCellProps, type KindInputProps, plainColumn } from './field-kind.ts';

function Cell({ field, value, row }: KindCellProps) {
  const display = row[`${field.name}_display`];
  const text = textOf(display ?? value);
  return saysStatus(field) ? <ToneMark tone={toneOf(textOf(value), text, field)} text={text} /> : <>{text}</>;
}

/** The value of the input that means “no choice”, where the empty text is a choice. */
const nothing = '\u0000';

function Input({ field, common }: KindInputProps) {
  const choices = choicesOf(field);
  // A choice may be the empty text; an emptied input is null.
  if (choices.some(({ id }) => id === ''))
    return (
      <SelectInput
        {...common}
        choices={choices}
        emptyValue={nothing}
        parse={(value: unknown) => (value === nothing ? null : value)}
        format={(value: unknown) => value ?? nothing}
        validate={undefined}
      />
    );
  return choices.length > 12 ? (
    <AutocompleteInput {...common} choices={choices} />
  ) : (
    <SelectInput {...common} choices={choices} resettable={field.null} />
  );
}

function choicesOf({ choices = [] }: FieldSchema) {
  return choices.map(([id, name]) => ({ id, name }));
}

/** One of a fixed set of values, each with a label. */
export const choice: FieldKind = {
  Cell,
  Input,
  operators: choiceOperators,
  column: plainColumn,
  isWide: false,
  holds: 'text',
};
