import Chip from '@mui/material/Chip';
import type { FieldSchema } from '@grimoire/protocol';
import { AutocompleteInput, SelectArrayInput, SelectInput } from 'react-admin';
import { textOf } from '../cells/value-text.ts';
import { type FieldKind, type KindCellProps, type KindInputProps, plainColumn } from './field-kind.ts';

function Cell({ field, value, row }: KindCellProps) {
  const display = row[`${field.name}_display`];
  return <Chip size="small" variant="outlined" label={textOf(display ?? value)} />;
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

/** An address may name one value, or several. */
function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return value === undefined || value === null || value === '' ? [] : [value];
}

/** One of a fixed set of values, each with a label. */
export const choice: FieldKind = {
  Cell,
  Input,
  filters: ({ path, label, field }) => [
    <SelectArrayInput key={path} source={path} label={label} choices={choicesOf(field)} format={listOf} sx={{ minWidth: 160 }} />,
  ],
  column: plainColumn,
  isWide: false,
  holds: 'text',
};
