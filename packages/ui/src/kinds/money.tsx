import type { FieldSchema } from '@grimoire/protocol';
import InputAdornment from '@mui/material/InputAdornment';
import { useWatch } from 'react-hook-form';
import { textOf } from '../cells/value-text.ts';
import { formName } from '../inputs/form-names.ts';
import { inputText, ownStyle } from './entered-number.ts';
import type { FieldKind, KindCellProps, KindInputProps, Operator, ReadValues } from './field-kind.ts';
import { readNumbers } from './read-values.ts';
import { amountOf, minorOf } from './minor-units.ts';
import { number } from './number.tsx';
import { numberEntry } from './number-entry.ts';
import { NumberInput } from './number-input.tsx';
import { moneyText } from './number-text.ts';
import { numberOperators } from './operators.ts';

type Currency = string | { readonly field: string };

function currencyOf({ widget }: Pick<FieldSchema, 'widget'>): Currency {
  return widget?.kind === 'money' ? widget.currency : '';
}

/** The places of an amount that is stored as a whole number. */
function placesOf({ widget }: Pick<FieldSchema, 'widget'>): number {
  return widget?.kind === 'money' ? (widget.minorUnits ?? 0) : 0;
}

function Cell({ field, value, row }: KindCellProps) {
  const currency = currencyOf(field);
  const amount = amountOf(textOf(value), placesOf(field));
  return <span className="number">{moneyText(amount, typeof currency === 'string' ? currency : textOf(row[currency.field]))}</span>;
}

function Input({ field, common }: KindInputProps) {
  const currency = currencyOf(field);
  const unit =
    typeof currency === 'string' ? <Unit text={currency} /> : <WatchedUnit source={besideOf(common.source, formName(currency.field))} />;
  return <NumberInput common={common} isWhole={false} unit={unit} places={placesOf(field)} />;
}

/** The name of another field of the same row of a form. */
function besideOf(source: string, name: string): string {
  return source.replace(/[^.]*$/, () => name);
}

function WatchedUnit({ source }: { readonly source: string }) {
  return <Unit text={textOf(useWatch({ name: source }))} />;
}

function Unit({ text }: { readonly text: string }) {
  return text === '' ? null : <InputAdornment position="end">{text}</InputAdornment>;
}

/** Filters have whole numbers, and are entered as amounts. */
function operators(field: FieldSchema): readonly Operator[] {
  const places = placesOf(field);
  if (places === 0) return numberOperators(field);
  const inAmounts = { parse: (entered: string) => minorOf(entered, places), format: (value: string) => amountOf(value, places) };
  const readAll = (entered: string): ReadValues => {
    const { values, leftOut } = readNumbers(false)(entered);
    return { values: values.map((value) => minorOf(value, places)), leftOut };
  };
  return numberOperators(field).map((operator) => {
    if (operator.asks === 'number') return { ...operator, ...inAmounts };
    return operator.asks === 'texts'
      ? { ...operator, format: (value: string) => inputText(amountOf(value, places), ownStyle()), readAll }
      : operator;
  });
}

/** A number with its currency. */
export const money: FieldKind = {
  ...number,
  Cell,
  Input,
  operators,
  entry: numberEntry(false, placesOf),
  totals: { offered: ['sum', 'avg', 'min', 'max'], usual: 'sum' },
};
