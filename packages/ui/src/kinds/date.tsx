import { DateInput, TextInput } from 'react-admin';
import type { FieldKind, KindInputProps } from './field-kind.ts';
import { calendarOperators } from './operators.ts';
import { text } from './text.tsx';

const shrunk = { inputLabel: { shrink: true } };

function DayInput({ common }: KindInputProps) {
  return <DateInput {...common} parse={(value: string) => value || null} />;
}

function HourInput({ common }: KindInputProps) {
  return <TextInput {...common} type="time" slotProps={{ ...shrunk, htmlInput: { step: 1 } }} />;
}

/** A day. */
export const date: FieldKind = {
  ...text,
  Input: DayInput,
  totals: { offered: ['min', 'max'] },
  operators: calendarOperators('day'),
};

/** A time of any day. */
export const time: FieldKind = {
  ...text,
  Input: HourInput,
  operators: calendarOperators('time'),
};
