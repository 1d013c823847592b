import CheckIcon from '@mui/icons-material/Check';
import CloseIcon from '@mui/icons-material/Close';
import { BooleanInput, SelectInput } from 'react-admin';
import { textOf } from '../cells/value-text.ts';
import { optionsEntry } from './entry.ts';
import { booleanOperators } from './operators.ts';
import { type FieldKind, type KindCellProps, type KindInputProps, plainColumn } from './field-kind.ts';
import { useLeavesOut } from '../inputs/left-out.ts';
import { t } from '../texts/text.ts';

/** The choices of a boolean. */
function yesOrNo() {
  return [
    { id: 'true', name: t('Yes') },
    { id: 'false', name: t('No') },
  ];
}

function Cell({ value }: KindCellProps) {
  const isYes = value === true;
  return (
    <span className={isYes ? 'dash-boolean-mark is-true' : 'dash-boolean-mark'}>
      {isYes ? <CheckIcon /> : <CloseIcon />}
      {isYes ? t('Yes') : t('No')}
    </span>
  );
}

function Input({ field, common }: KindInputProps) {
  // A switch has no third position for the default.
  const leavesOut = useLeavesOut(field, common.source);
  if (!field.null && !leavesOut) return <BooleanInput {...common} validate={undefined} />;
  return <SelectInput {...common} choices={yesOrNo()} parse={booleanOf} format={textOf} />;
}

function booleanOf(text: string): boolean | null {
  return text === '' ? null : text === 'true';
}

/** What spreadsheets write. */
const words = {
  true: true,
  false: false,
  1: true,
  0: false,
  wahr: true,
  falsch: false,
  vrai: true,
  faux: false,
  verdadero: true,
  falso: false,
};

/** A boolean. */
export const boolean: FieldKind = {
  Cell,
  Input,
  entry: optionsEntry(() => yesOrNo().map(({ id, name }) => ({ value: id === 'true', label: name })), words),
  operators: booleanOperators,
  column: plainColumn,
  isWide: false,
  holds: 'text',
  isSwitch: true,
  initial: (field) => (field.null || field.has_default ? undefined : false),
};
