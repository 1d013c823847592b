import type { FieldSchema } from '@grimoire/protocol';
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { AutocompleteInput, SelectInput } from 'react-admin';
import { TypedText } from '../inputs/typed-text.tsx';
import { saysStatus, ToneMark, toneOf } from '../cells/tone.tsx';
import { choiceText, textOf } from '../cells/value-text.ts';
import { optionsEntry } from './entry.ts';
import { choiceOperators } from './operators.ts';
import { quietPicker } from './quiet-picker.ts';
import { type FieldKind, type KindCellProps, type KindInputProps, plainColumn } from './field-kind.ts';

function Cell({ field, value, row }: KindCellProps) {
  const text = choiceText(field, row);
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
    <TypedText source={common.source} options={choices.map(({ id, name }) => ({ key: id, text: name }))}>
      <AutocompleteInput {...common} {...quietPicker} choices={choices} />
    </TypedText>
  ) : (
    <SelectInput {...common} choices={choices} optionText={(one: Choice) => optionOf(field, one)} resettable={field.null} />
  );
}

interface Choice {
  readonly id: unknown;
  readonly name: string;
}

/** A choice as lists show it: a status by its tone, too. */
function optionOf(field: FieldSchema, { id, name }: Choice): ReactNode {
  if (!saysStatus(field)) return name;
  return (
    // The mark is higher than text: the input is as high as those beside it.
    <Box component="span" sx={{ display: 'inline-flex', my: '-2px' }}>
      <ToneMark tone={toneOf(textOf(id), name, field)} text={name} />
    </Box>
  );
}

function choicesOf({ choices = [] }: FieldSchema): Choice[] {
  return choices.map(([id, name]) => ({ id, name }));
}

/** One of a fixed set of values, each with a label. */
export const choice: FieldKind = {
  Cell,
  Input,
  entry: optionsEntry(({ choices = [] }) => choices.map(([value, label]) => ({ value, label }))),
  operators: choiceOperators,
  column: plainColumn,
  isWide: false,
  holds: 'text',
};
