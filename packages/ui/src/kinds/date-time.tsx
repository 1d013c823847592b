import { Moment } from '../cells/moment.tsx';
import { textOf } from '../cells/value-text.ts';
import { momentEntry } from './day-entry.ts';
import { DateTimeInput } from './date-time-input.tsx';
import { type FieldKind, plainColumn } from './field-kind.ts';
import { instantOperators } from './operators.ts';

/** A point in time; lists are filtered by days of the person. */
export const dateTime: FieldKind = {
  Cell: ({ value, isWhole }) => <Moment value={textOf(value)} isWhole={isWhole} />,
  Input: ({ field, common }) => <DateTimeInput field={field} common={common} />,
  entry: momentEntry,
  operators: instantOperators,
  column: plainColumn,
  totals: { offered: ['min', 'max'] },
  isWide: false,
  holds: 'text',
  isMoment: true,
};
