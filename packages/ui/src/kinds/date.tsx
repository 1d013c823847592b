import { DateInput, TextInput } from 'react-admin';
import type { FieldKind, KindInputProps } from './field-kind.ts';
import { rangeFilters } from './range-filters.tsx';
import { text } from './text.tsx';

const words = ['from', 'until'] as const;
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
  filters: rangeFilters({ words, input: () => ({ type: 'date', slotProps: shrunk }) }),
};

/** A time of any day. */
export const time: FieldKind = {
  ...text,
  Input: HourInput,
  filters: rangeFilters({ words, input: () => ({ type: 'time', slotProps: shrunk }) }),
};
