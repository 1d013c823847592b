import type { FieldSchema } from '@grimoire/protocol';
import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import { AutocompleteInput } from 'react-admin';
import { textOf } from '../cells/value-text.ts';
import { cut } from './cut.ts';
import { type FieldKind, type KindCellProps, type KindInputProps, plainColumn } from './field-kind.ts';
import { ListInput } from './list-input.tsx';

function Cell({ field, value }: KindCellProps) {
  if (!Array.isArray(value)) return <>{cut(textOf(value))}</>;
  return (
    <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 0.5 }}>
      {value.map((word, index) => (
        // A list may contain the same text twice.
        // oxlint-disable-next-line react/no-array-index-key
        <Chip key={index} size="small" label={cut(elementText(field, word))} />
      ))}
    </Stack>
  );
}

/** An element as people read it: the label of a choice, otherwise the value. */
function elementText({ item_choices: choices }: FieldSchema, element: unknown): string {
  return choices?.find(([one]) => one === element)?.[1] ?? textOf(element);
}

function Input({ field, common }: KindInputProps) {
  const { item_choices: choices } = field;
  if (!choices) return <ListInput {...common} isNullable={field.null} />;
  return (
    <AutocompleteInput
      multiple
      {...common}
      choices={choices.map(([id, name]) => ({ id, name }))}
      format={(value: unknown) => value ?? []}
    />
  );
}

/** A list of texts or numbers. */
export const list: FieldKind = {
  Cell,
  Input,
  operators: () => [],
  column: plainColumn,
  isWide: true,
  holds: 'block',
  Version: ({ field, value }) => <>{Array.isArray(value) ? value.map((one) => elementText(field, one)).join(', ') : textOf(value)}</>,
  ignoresChoices: true,
  mayBeEmpty: true,
  // A required list may be empty.
  initial: (field) => (field.null || field.has_default ? undefined : []),
};
