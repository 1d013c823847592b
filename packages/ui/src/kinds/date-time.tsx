import { Moment } from '../cells/moment.tsx';
import { textOf } from '../cells/value-text.ts';
import { DateTimeInput, instantOf, localOf } from './date-time-input.tsx';
import { type FieldKind, plainColumn } from './field-kind.ts';
import { rangeFilters } from './range-filters.tsx';

/** The start and end of a day in the browser's time zone. */
const edges = { gte: 'T00:00:00', lte: 'T23:59:59.999' } as const;

/** A point in time; lists are filtered by days. */
export const dateTime: FieldKind = {
  Cell: ({ value }) => <Moment value={textOf(value)} />,
  Input: ({ common }) => <DateTimeInput {...common} />,
  filters: rangeFilters({
    words: ['from', 'until'],
    input: (end) => ({
      type: 'date',
      slotProps: { inputLabel: { shrink: true } },
      parse: (day: string) => instantOf(`${day}${edges[end]}`) ?? '',
      format: (value: string | undefined) => localOf(value).slice(0, 10),
    }),
  }),
  column: plainColumn,
  isWide: false,
  holds: 'text',
};
