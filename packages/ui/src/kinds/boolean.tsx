import CheckIcon from '@mui/icons-material/Check';
import CloseIcon from '@mui/icons-material/Close';
import { BooleanInput, SelectInput } from 'react-admin';
import { textOf } from '../cells/value-text.ts';
import { type FieldKind, type KindCellProps, type KindInputProps, plainColumn } from './field-kind.ts';

/** The choices of a boolean. */
const yesOrNo = [
  { id: 'true', name: 'Yes' },
  { id: 'false', name: 'No' },
];

function Cell({ value }: KindCellProps) {
  return value === true ? (
    <CheckIcon fontSize="small" titleAccess="yes" />
  ) : (
    <CloseIcon fontSize="small" color="disabled" titleAccess="no" />
  );
}

function Input({ field, common }: KindInputProps) {
  if (!field.null) return <BooleanInput {...common} validate={undefined} />;
  return <SelectInput {...common} choices={yesOrNo} parse={booleanOf} format={textOf} />;
}

function booleanOf(text: string): boolean | null {
  return text === '' ? null : text === 'true';
}

/** A boolean. */
export const boolean: FieldKind = {
  Cell,
  Input,
  filters: ({ path, label }) => [<SelectInput key={path} source={path} label={label} choices={yesOrNo} format={textOf} />],
  column: plainColumn,
  isWide: false,
  holds: 'text',
  initial: (field) => (field.null ? undefined : false),
};
