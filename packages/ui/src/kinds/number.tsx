import { textOf } from '../cells/value-text.ts';
import { type FieldKind, type KindCellProps, type KindInputProps, numberColumn } from './field-kind.ts';
import { numberEntry } from './number-entry.ts';
import { NumberInput } from './number-input.tsx';
import { numberText } from './number-text.ts';
import { numberOperators, wholeOperators } from './operators.ts';

function Cell({ field, value }: KindCellProps) {
  const text = textOf(value);
  return <span className="number">{field.grouping === false ? text : numberText(text)}</span>;
}

function inputOf(isWhole: boolean) {
  return function Digits({ common }: KindInputProps) {
    return <NumberInput common={common} isWhole={isWhole} />;
  };
}

/** A number with decimal places. It has no total unasked: nothing says that the numbers of two rows are of one unit. */
export const number: FieldKind = {
  Cell,
  Input: inputOf(false),
  entry: numberEntry(false),
  operators: numberOperators,
  column: numberColumn,
  totals: { offered: ['sum', 'avg', 'min', 'max'] },
  isWide: false,
  holds: 'text',
};

/** An integer. */
export const integer: FieldKind = { ...number, Input: inputOf(true), operators: wholeOperators, entry: numberEntry(true) };

/** A key that the database numbers: its digits stand together. */
export const serial: FieldKind = {
  ...integer,
  totals: { offered: [] },
  Cell: ({ value }) => <span className="number">{textOf(value)}</span>,
};
