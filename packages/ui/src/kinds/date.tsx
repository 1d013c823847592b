import { DateInput, TextInput as NativeInput } from 'react-admin';
import { useWatch } from 'react-hook-form';
import type { FieldKind, KindInputProps } from './field-kind.ts';
import { dayEntry, hourEntry } from './day-entry.ts';
import { calendarOperators } from './operators.ts';
import { dayText, hourText } from '../cells/day-text.ts';
import { textOf } from '../cells/value-text.ts';
import { text } from './text.tsx';
import { TextInput } from './text-input.tsx';
import { useTimeStep } from './time-step.ts';
import { useOnce } from './use-once.ts';

const shrunk = { inputLabel: { shrink: true } };

/** Whether a value is one that an input of the browser does not show: it is edited as text. */
function useIsText(source: string, shown: RegExp): boolean {
  const value = textOf(useWatch({ name: source }));
  return useOnce(value !== '' && !shown.test(value));
}

const shownDay = /^\d{4}-\d\d-\d\d$/;
const shownHour = /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,3})?)?$/;

function DayInput({ field, common }: KindInputProps) {
  if (useIsText(common.source, shownDay)) return <TextInput field={field} common={common} />;
  return <DateInput {...common} parse={(value: string) => value || null} />;
}

function HourInput({ field, common }: KindInputProps) {
  const step = useTimeStep(common.source, hasSeconds);
  if (useIsText(common.source, shownHour)) return <TextInput field={field} common={common} />;
  return <NativeInput {...common} type="time" slotProps={{ ...shrunk, htmlInput: { step } }} />;
}

function hasSeconds(value: unknown): boolean {
  return typeof value === 'string' && /^\d+:\d+:(?!00(\.0*)?$)/.test(value);
}

/** A day. */
export const date: FieldKind = {
  ...text,
  Cell: ({ value }) => <time dateTime={textOf(value)}>{dayText(textOf(value))}</time>,
  Input: DayInput,
  entry: dayEntry,
  totals: { offered: ['min', 'max'] },
  operators: calendarOperators('day'),
};

/** A time of any day. */
export const time: FieldKind = {
  ...text,
  Cell: ({ value }) => <time dateTime={textOf(value)}>{hourText(textOf(value))}</time>,
  Input: HourInput,
  entry: hourEntry,
  operators: calendarOperators('time'),
};
