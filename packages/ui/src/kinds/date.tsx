import { DateInput, TextInput } from 'react-admin';
import type { FieldKind, KindInputProps } from './field-kind.ts';
import { calendarOperators } from './operators.ts';
import { dayText, hourText } from '../cells/day-text.ts';
import { textOf } from '../cells/value-text.ts';
import { text } from './text.tsx';
import { useTimeStep } from './time-step.ts';

const shrunk = { inputLabel: { shrink: true } };

function DayInput({ common }: KindInputProps) {
  return <DateInput {...common} parse={(value: string) => value || null} />;
}

function HourInput({ common }: KindInputProps) {
  const step = useTimeStep(common.source, hasSeconds);
  return <TextInput {...common} type="time" slotProps={{ ...shrunk, htmlInput: { step } }} />;
}

function hasSeconds(value: unknown): boolean {
  return typeof value === 'string' && /^\d+:\d+:(?!00(\.0*)?$)/.test(value);
}

/** A day. */
export const date: FieldKind = {
  ...text,
  Cell: ({ value }) => <time dateTime={textOf(value)}>{dayText(textOf(value))}</time>,
  Input: DayInput,
  totals: { offered: ['min', 'max'] },
  operators: calendarOperators('day'),
};

/** A time of any day. */
export const time: FieldKind = {
  ...text,
  Cell: ({ value }) => <time dateTime={textOf(value)}>{hourText(textOf(value))}</time>,
  Input: HourInput,
  operators: calendarOperators('time'),
};
