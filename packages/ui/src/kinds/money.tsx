import type { FieldSchema } from '@grimoire/protocol';
import InputAdornment from '@mui/material/InputAdornment';
import { useWatch } from 'react-hook-form';
import { textOf } from '../cells/value-text.ts';
import { formName } from '../form/form-names.ts';
import type { FieldKind, KindCellProps, KindInputProps } from './field-kind.ts';
import { number } from './number.tsx';
import { NumberInput } from './number-input.tsx';
import { moneyText } from './number-text.ts';

type Currency = string | { readonly field: string };

function currencyOf({ widget }: Pick<FieldSchema, 'widget'>): Currency {
  return widget?.kind === 'money' ? widget.currency : '';
}

function Cell({ field, value, row }: KindCellProps) {
  const currency = currencyOf(field);
  return <span className="number">{moneyText(textOf(value), typeof currency === 'string' ? currency : textOf(row[currency.field]))}</span>;
}

function Input({ field, common }: KindInputProps) {
  const currency = currencyOf(field);
  const unit =
    typeof currency === 'string' ? <Unit text={currency} /> : <WatchedUnit source={besideOf(common.source, formName(currency.field))} />;
  return <NumberInput common={common} isWhole={false} unit={unit} />;
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

/** A number with its currency. */
export const money: FieldKind = { ...number, Cell, Input, totals: { offered: ['sum', 'avg', 'min', 'max'], usual: 'sum' } };
