import TextField from '@mui/material/TextField';
import type { KeyboardEvent } from 'react';
import type { Operator, ReadValues } from '../../kinds/field-kind.ts';
import { fitting, separated } from '../../inputs/pasted-values.ts';
import { focusWhenShown } from '../../layout/focus.ts';
import type { Entered } from './condition-values.tsx';
import { listText, t } from '../../texts/text.ts';

interface ValueListProps {
  readonly operator: Operator;
  readonly entered: Entered;
  readonly onEnter: (entered: Entered) => void;
}

/** The values of an operator that takes many, by what was entered. */
export function readAllOf({ readAll }: Operator, entered = ''): ReadValues {
  return readAll ? readAll(entered) : { values: separated(entered), leftOut: [] };
}

/** Asks for many values: a column of a spreadsheet, or what separators separate. */
export function ValueList({ operator, entered, onEnter }: ValueListProps) {
  const [text = ''] = entered.ends;
  const read = readAllOf(operator, text);
  const isTooMany = fitting(read.values) < read.values.length;
  return (
    <TextField
      label={t('Value')}
      multiline
      minRows={2}
      maxRows={8}
      value={text}
      onChange={(event) => onEnter({ list: [], ends: [event.target.value] })}
      onKeyDown={applyByEnter}
      error={isTooMany}
      helperText={hintOf(read)}
      inputRef={focusWhenShown}
    />
  );
}

/** `Enter` applies the filter, as it does for other values; with `Shift`, it begins a line. */
function applyByEnter(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.closest('form')?.requestSubmit();
}

function hintOf({ values, leftOut }: ReadValues): string {
  if (fitting(values) < values.length) return tooManyText(values);
  const skipped = leftOut.length > 0 ? t('Left out: %{values}', { values: someText(leftOut) }) : '';
  const count = values.length > 1 ? t('%{count} value |||| %{count} values', { count: values.length }) : '';
  return [count, skipped].filter(Boolean).join(' · ') || t('A column, or separated by commas.');
}

/** Says how many values are too many. */
export function tooManyText(values: readonly string[]): string {
  return t('At most %{most} of these %{all} values can be looked for at once.', { most: fitting(values), all: values.length });
}

/** The first values of many. */
export function someText(values: readonly string[]): string {
  const most = 12;
  return values.length > most ? `${values.slice(0, most).join(', ')}, …` : listText(values, 'comma');
}

/** Says which of many values no row has. */
export function missingText(missing: readonly string[], values: readonly string[]): string {
  return t('%{missing} of %{all} was not found: %{values} |||| %{missing} of %{all} were not found: %{values}', {
    missing: missing.length,
    all: values.length,
    values: someText(missing),
    count: missing.length,
  });
}
