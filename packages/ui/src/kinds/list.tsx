import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import { textOf } from '../cells/value-text.ts';
import { cut } from './cut.ts';
import { type FieldKind, type KindCellProps, plainColumn } from './field-kind.ts';
import { ListInput } from './list-input.tsx';

function Cell({ value }: KindCellProps) {
  if (!Array.isArray(value)) return <>{cut(textOf(value))}</>;
  return (
    <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 0.5 }}>
      {value.map((word, index) => (
        // A list may contain the same text twice.
        // oxlint-disable-next-line react/no-array-index-key
        <Chip key={index} size="small" label={cut(textOf(word))} />
      ))}
    </Stack>
  );
}

/** A list of texts or numbers. */
export const list: FieldKind = {
  Cell,
  Input: ({ field, common }) => <ListInput {...common} isNullable={field.null} />,
  operators: () => [],
  column: plainColumn,
  isWide: true,
  holds: 'block',
  Version: ({ value }) => <>{textOf(value)}</>,
  ignoresChoices: true,
  mayBeEmpty: true,
  // A required list may be empty.
  initial: (field) => (field.null || field.has_default ? undefined : []),
};
