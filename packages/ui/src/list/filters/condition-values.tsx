import type { Key, ModelSchema } from '@grimoire/protocol';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { CheckboxGroupInput, useListContext } from 'react-admin';
import { textOf } from '../../cells/value-text.ts';
import type { Operator } from '../../kinds/field-kind.ts';
import { FirstInput } from '../../form/first-input.tsx';
import { focusWhenShown } from '../../layout/focus.ts';
import { hidden } from '../../theme/hidden.ts';
import { labelOf } from '../../schema/use-schema.ts';
import type { CountOf } from './choice-counts.ts';
import { CountedName } from './counted-name.tsx';
import type { Filterable } from './filterable.ts';
import { ValueList } from './value-list.tsx';
import { PickedRows } from './picked-rows.tsx';
import { periods } from './period-text.ts';
import { t } from '../../texts/text.ts';

/** What is entered: a value for each end of a range, or a list of choices or keys. */
export interface Entered {
  readonly ends: readonly string[];
  readonly list: readonly unknown[];
}

/** What a condition is asked for with. */
export interface ConditionValuesProps {
  readonly filterable: Filterable;
  readonly operator: Operator;
  readonly entered: Entered;
  readonly onEnter: (entered: Entered) => void;
  /** Receives the only thing that is asked for. */
  readonly onAnswer: (entered: Entered) => void;
  readonly countOf: CountOf;
  /** The model whose rows are counted. */
  readonly schema: ModelSchema | undefined;
}

/** Asks for the values of a condition, by its operator. */
export function ConditionValues(props: ConditionValuesProps) {
  switch (props.operator.asks) {
    case 'nothing':
      return null;
    case 'choices':
      return <Choices {...props} />;
    case 'rows':
      return <PickedRows {...props} />;
    case 'yes or no':
      return <Answers {...props} answers={yesOrNo()} />;
    case 'period':
      return <Periods {...props} />;
    case 'texts':
      return <ValueList {...props} />;
    case 'text':
    case 'number':
    case 'day':
    case 'time':
    case 'days':
      return <Ends {...props} />;
  }
}

function listed(onEnter: ConditionValuesProps['onEnter']): (list: unknown) => void {
  return (list) => onEnter({ ends: [], list: Array.isArray(list) ? list : [] });
}

function Choices({ filterable: { field }, onEnter, countOf, schema }: ConditionValuesProps) {
  const choices = (field.choices ?? []).map(([id, name]): Choice => ({ id, name }));
  return (
    <Box>
      <CheckboxGroupInput
        source="list"
        label={labelOf(field)}
        choices={choices}
        optionText={({ id, name }: Choice) => <CountedName name={name} count={countOf(id)} schema={schema} />}
        row={false}
        helperText={false}
        onChange={listed(onEnter)}
        sx={scrolling}
      />
      <FirstInput isOnly />
    </Box>
  );
}

function Periods(props: ConditionValuesProps) {
  const isForward = useHasFuture(props.filterable);
  return <Answers {...props} answers={periods(isForward)} size="small" />;
}

/** Whether a row of the list has a day in this field that is to come: what people then look for is to come, too. */
function useHasFuture({ path }: Filterable): boolean {
  const { data } = useListContext<Readonly<Record<string, unknown>> & { readonly id: Key }>();
  const [now] = useState(Date.now);
  return data?.some((row) => Date.parse(textOf(row[path])) > now) ?? false;
}

function yesOrNo() {
  return [
    ['true', t('Yes')],
    ['false', t('No')],
  ] as const;
}

interface AnswersProps extends ConditionValuesProps {
  readonly answers: readonly (readonly [value: string, name: string])[];
  readonly size?: 'small';
}

/** Whether a click on one of the values answers all that an operator asks. */
export function isAnsweredAtOnce({ asks }: Operator): boolean {
  return asks === 'yes or no' || asks === 'period';
}

function Answers({ filterable: { label }, entered, onAnswer, countOf, schema, answers, size }: AnswersProps) {
  const first = answers.some(([value]) => value === entered.ends[0]) ? entered.ends[0] : answers[0]?.[0];
  return (
    <Box component="fieldset" aria-label={label} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, border: 0, p: 0, m: 0 }}>
      {answers.map(([value, name]) => (
        <Button
          key={value}
          ref={value === first ? focusWhenShown : undefined}
          {...(size ? { size } : {})}
          aria-pressed={entered.ends[0] === value}
          variant={entered.ends[0] === value ? 'contained' : 'outlined'}
          onClick={() => onAnswer({ ends: [value], list: [] })}
        >
          <CountedName name={name} count={countOf(value)} schema={schema} />
        </Button>
      ))}
    </Box>
  );
}

const inputTypes: Partial<Record<Operator['asks'], string>> = { day: 'date', time: 'time', number: 'number', days: 'number' };

/** One value, or the ends of a range. */
function Ends({ operator: { asks, suffixes }, entered, onEnter }: ConditionValuesProps) {
  const ends = suffixes.length > 1 ? [t('From'), t('Until')] : [asks === 'days' ? t('Days') : t('Value')];
  return ends.map((name, index) => (
    <TextField
      key={name}
      label={name}
      type={inputTypes[asks] ?? 'text'}
      value={entered.ends[index] ?? ''}
      onChange={(event) => onEnter({ list: [], ends: ends.map((_, at) => (at === index ? event.target.value : (entered.ends[at] ?? ''))) })}
      inputRef={index === 0 ? focusWhenShown : undefined}
      slotProps={{ htmlInput: asks === 'number' ? { step: 'any' } : asks === 'days' ? { min: 1, step: 1 } : {} }}
    />
  ));
}

type Choice = Readonly<{ id: unknown; name: string }>;

const scrolling = {
  maxHeight: 300,
  overflowY: 'auto',
  flexWrap: 'nowrap',
  // The heading of the window names it.
  '&.MuiFormControl-root > legend': hidden,
  '&.MuiFormControl-root, & .MuiFormGroup-root': { width: '100%', flexWrap: 'nowrap' },
  '& .MuiFormControlLabel-root': { ml: 0, mr: 0.5 },
  '& .MuiCheckbox-root': { p: '6px', pl: 0 },
  '& .MuiFormControlLabel-label': { flex: 1, minWidth: 0 },
} as const;
