import type { ModelSchema } from '@grimoire/protocol';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { AutocompleteArrayInput, CheckboxGroupInput, ReferenceArrayInput } from 'react-admin';
import type { Operator } from '../../kinds/field-kind.ts';
import { PickerChoices } from '../../inputs/picker-choices.tsx';
import { optionLabel } from '../../inputs/picker-text.ts';
import { FirstInput } from '../../form/first-input.tsx';
import { focusWhenShown } from '../../layout/focus.ts';
import { hidden } from '../../theme/hidden.ts';
import { labelOf } from '../../schema/use-schema.ts';
import type { CountOf } from './choice-counts.ts';
import { CountedName, CountedRow } from './counted-name.tsx';
import type { Filterable } from './filterable.ts';
import { periods } from './period-text.ts';
import { t } from '../../texts/text.ts';

/** What is entered: a value for each end of a range, or a list of choices or keys. */
export interface Entered {
  readonly ends: readonly string[];
  readonly list: readonly unknown[];
}

interface ConditionValuesProps {
  readonly filterable: Filterable;
  readonly operator: Operator;
  readonly entered: Entered;
  readonly onEnter: (entered: Entered) => void;
  /** Receives the only thing that is asked for. */
  readonly onAnswer: (entered: Entered) => void;
  readonly countOf: CountOf;
  /** The model whose rows are counted. */
  readonly schema: ModelSchema | undefined;
  /** Whether days that are to come are offered first. */
  readonly isForward: boolean;
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
      return <Answers {...props} answers={periods(props.isForward)} size="small" />;
    case 'text':
    case 'texts':
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

function PickedRows({ filterable: { field, label }, onEnter, countOf, schema }: ConditionValuesProps) {
  return (
    <Box>
      <ReferenceArrayInput source="list" reference={field.related_model ?? ''} queryOptions={{ meta: { autocomplete: true } }}>
        <PickerChoices source="list" isUsed>
          {(said) => (
            <AutocompleteArrayInput
              label={label}
              optionText={<CountedRow countOf={countOf} schema={schema} />}
              inputText={optionLabel}
              matchSuggestion={() => true}
              helperText={false}
              onChange={listed(onEnter)}
              {...said}
            />
          )}
        </PickerChoices>
      </ReferenceArrayInput>
      <FirstInput isOnly />
    </Box>
  );
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
      helperText={asks === 'texts' ? t('Separated by commas.') : undefined}
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
