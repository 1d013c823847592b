import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Popover from '@mui/material/Popover';
import TextField from '@mui/material/TextField';
import { useId, useState } from 'react';
import { AutocompleteArrayInput, CheckboxGroupInput, Form, ReferenceArrayInput } from 'react-admin';
import { periodNames } from '@grimoire/client/react-admin';
import { textOf } from '../../cells/value-text.ts';
import type { Operator } from '../../kinds/field-kind.ts';
import { optionLabel, PickerOption } from '../../kinds/picker-option.tsx';
import { kindOf } from '../../kinds/registry.ts';
import { focusWhenShown } from '../../layout/focus.ts';
import { labelOf } from '../../schema/use-schema.ts';
import type { Filters, Told } from './conditions.ts';
import type { Filterable } from './filterable.ts';

interface ConditionEditorProps {
  readonly anchor: HTMLElement;
  readonly filterable: Filterable;
  /** The condition that is changed; undefined for a new one. */
  readonly condition: Told | undefined;
  readonly onClose: () => void;
  /** Receives the filters that the condition is made of. */
  readonly onApply: (filters: Filters) => void;
}

/** What is entered: a value for each end of a range, or a list of choices or keys. */
interface Entered {
  readonly ends: readonly string[];
  readonly list: readonly unknown[];
}

function enteredOf(condition: Told | undefined): Entered {
  const { known, values = [] } = condition ?? {};
  const format = known?.operator.format ?? ((value: string) => value);
  const isList = known?.operator.asks === 'texts';
  return { ends: isList ? [values.flat().map(textOf).join(', ')] : values.map((value) => format(textOf(value))), list: values.flat() };
}

/** The filters of what was entered; undefined while something lacks. */
function filtersOf({ path }: Filterable, operator: Operator, { ends, list }: Entered): Filters | undefined {
  const { suffixes, asks, value, parse = (entered: string) => entered } = operator;
  const [first = ''] = suffixes;
  if (value !== undefined) return { [path + first]: value };
  if (asks === 'choices' || asks === 'rows') return list.length === 0 ? undefined : { [path + first]: list };
  if (asks === 'texts') {
    const texts = (ends[0] ?? '').split(',').map((one) => one.trim());
    const given = texts.filter(Boolean);
    return given.length === 0 ? undefined : { [path + first]: given };
  }
  const parts = suffixes.map((suffix, index) => [path + suffix, parse(ends[index]?.trim() ?? '', suffix) ?? ''] as const);
  const given = parts.filter(([, part]) => part !== '');
  if (given.length < parts.length) return undefined;
  return Object.fromEntries(given);
}

/** Asks for the operator and the value of a condition. */
export function ConditionEditor({ anchor, filterable, condition, onClose, onApply }: ConditionEditorProps) {
  const { operators, label } = filterable;
  const [words, setWords] = useState(condition?.words ?? operators[0]?.words ?? '');
  const [entered, setEntered] = useState(() => enteredOf(condition));
  const titleId = useId();
  const operator = operators.find((one) => one.words === words) ?? operators[0];
  if (!operator) return null;
  const filters = filtersOf(filterable, operator, entered);
  const apply = (): void => {
    if (filters) onApply(filters);
  };
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{ paper: { role: 'dialog', 'aria-labelledby': titleId, sx: { p: 2, width: 320, mt: 0.5 } } as object }}
    >
      <Form onSubmit={apply} defaultValues={{ list: [...entered.list] }} warnWhenUnsavedChanges={false}>
        <Box sx={{ display: 'grid', gap: 1 }}>
          <Box id={titleId} sx={{ fontWeight: 600 }}>
            {label}
          </Box>
          {operators.length > 1 && (
            <TextField
              select
              value={operator.words}
              onChange={(event) => {
                setWords(event.target.value);
                setEntered({ ends: [], list: [] });
              }}
              slotProps={{ select: { native: true }, htmlInput: { 'aria-label': 'Operator' } }}
            >
              {operators.map((one) => (
                <option key={one.words} value={one.words}>
                  {one.words}
                </option>
              ))}
            </TextField>
          )}
          <Values key={operator.words} filterable={filterable} operator={operator} entered={entered} onEnter={setEntered} />
          <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 1, mt: 1 }}>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" variant="contained" disabled={!filters}>
              Apply
            </Button>
          </Box>
        </Box>
      </Form>
    </Popover>
  );
}

interface ValuesProps {
  readonly filterable: Filterable;
  readonly operator: Operator;
  readonly entered: Entered;
  readonly onEnter: (entered: Entered) => void;
}

const inputTypes: Partial<Record<Operator['asks'], string>> = { day: 'date', time: 'time', number: 'number', days: 'number' };

const yesOrNo = [
  ['true', 'Yes'],
  ['false', 'No'],
] as const;

interface PickedRowsProps {
  readonly label: string;
  readonly model: string;
  readonly onPick: (keys: unknown) => void;
}

function PickedRows({ label, model, onPick }: PickedRowsProps) {
  return (
    <ReferenceArrayInput source="list" reference={model} queryOptions={{ meta: { autocomplete: true } }}>
      <AutocompleteArrayInput
        label={label}
        optionText={<PickerOption kindOf={kindOf} />}
        inputText={optionLabel}
        helperText={false}
        onChange={onPick}
      />
    </ReferenceArrayInput>
  );
}

function Values({ filterable: { field, label }, operator, entered, onEnter }: ValuesProps) {
  const { asks, suffixes } = operator;
  const setList = (list: unknown): void => onEnter({ ends: [], list: Array.isArray(list) ? list : [] });
  if (asks === 'nothing') return null;
  if (asks === 'choices') {
    const choices = (field.choices ?? []).map(([id, name]) => ({ id, name }));
    return (
      <CheckboxGroupInput
        source="list"
        label={labelOf(field)}
        choices={choices}
        row={false}
        helperText={false}
        onChange={setList}
        sx={scrolling}
      />
    );
  }
  if (asks === 'rows') return <PickedRows label={label} model={field.related_model ?? ''} onPick={setList} />;
  if (asks === 'yes or no')
    return (
      <Box component="fieldset" aria-label={label} sx={{ display: 'flex', gap: 1, border: 0, p: 0, m: 0 }}>
        {yesOrNo.map(([value, name]) => (
          <Button
            key={value}
            aria-pressed={entered.ends[0] === value}
            variant={entered.ends[0] === value ? 'contained' : 'outlined'}
            onClick={() => onEnter({ ends: [value], list: [] })}
          >
            {name}
          </Button>
        ))}
      </Box>
    );
  if (asks === 'period')
    return (
      <Box component="fieldset" aria-label={label} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, border: 0, p: 0, m: 0 }}>
        {periodNames.map((name) => (
          <Button
            key={name}
            size="small"
            aria-pressed={entered.ends[0] === name}
            variant={entered.ends[0] === name ? 'contained' : 'outlined'}
            onClick={() => onEnter({ ends: [name], list: [] })}
          >
            {name}
          </Button>
        ))}
      </Box>
    );
  const ends = suffixes.length > 1 ? ['From', 'Until'] : [asks === 'days' ? 'Days' : 'Value'];
  return ends.map((name, index) => (
    <TextField
      key={name}
      label={name}
      type={inputTypes[asks] ?? 'text'}
      value={entered.ends[index] ?? ''}
      onChange={(event) => onEnter({ list: [], ends: ends.map((_, at) => (at === index ? event.target.value : (entered.ends[at] ?? ''))) })}
      helperText={asks === 'texts' ? 'Separated by commas.' : undefined}
      inputRef={index === 0 ? focusWhenShown : undefined}
      slotProps={{ htmlInput: asks === 'number' ? { step: 'any' } : asks === 'days' ? { min: 1, step: 1 } : {} }}
    />
  ));
}

const scrolling = { maxHeight: 300, overflowY: 'auto', flexWrap: 'nowrap' } as const;
