import { TextInput } from 'react-admin';
import { textOf } from '../cells/value-text.ts';
import { type FieldKind, type KindCellProps, type KindInputProps, numberColumn } from './field-kind.ts';
import { numberOperators } from './operators.ts';

function Cell({ value }: KindCellProps) {
  return <span className="number">{textOf(value)}</span>;
}

function inputOf(inputMode: 'numeric' | 'decimal') {
  return function Digits({ common }: KindInputProps) {
    return <TextInput {...common} format={textOf} slotProps={{ htmlInput: { inputMode } }} />;
  };
}

/** A number with decimal places. */
export const number: FieldKind = {
  Cell,
  Input: inputOf('decimal'),
  operators: numberOperators,
  column: numberColumn,
  isWide: false,
  holds: 'text',
};

/** An integer. */
export const integer: FieldKind = { ...number, Input: inputOf('numeric') };
