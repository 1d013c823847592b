import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Popover from '@mui/material/Popover';
import TextField from '@mui/material/TextField';
import { useId, useState } from 'react';
import { Form } from 'react-admin';
import { KeptBeside, useKeptInput } from '../../form/kept-input.tsx';
import { textOf } from '../../cells/value-text.ts';
import type { Operator } from '../../kinds/field-kind.ts';
import { fitting } from '../../inputs/pasted-values.ts';
import { readAllOf } from './value-list.tsx';
import { type CountedList, useChoiceCounts } from './choice-counts.ts';
import { ConditionValues, type Entered, isAnsweredAtOnce } from './condition-values.tsx';
import type { Filters, Told } from './conditions.ts';
import type { Filterable } from './filterable.ts';
import { t } from '../../texts/text.ts';

interface ConditionEditorProps {
  readonly anchor: HTMLElement;
  readonly filterable: Filterable;
  /** The list whose rows are counted beside the values; undefined for no counts. */
  readonly counted: CountedList | undefined;
  /** The condition that is changed; undefined for a new one. */
  readonly condition: Told | undefined;
  readonly onClose: () => void;
  /** Receives the filters that the condition is made of. */
  readonly onApply: (filters: Filters) => void;
}

function enteredOf(condition: Told | undefined): Entered {
  const { known, values = [] } = condition ?? {};
  const format = known?.operator.format ?? ((value: string) => value);
  const isList = known?.operator.asks === 'texts';
  const texts = values.flat().map((value) => format(textOf(value)));
  // A column stays one, and a value may have a comma.
  const separator = texts.length > 5 || texts.some((text) => /[,;]/.test(text)) ? '\n' : ', ';
  return { ends: isList ? [texts.join(separator)] : texts, list: values.flat() };
}

/** The filters of what was entered; undefined while something lacks. */
function filtersOf({ path }: Filterable, operator: Operator, { ends, list }: Entered): Filters | undefined {
  const { suffixes, asks, value, parse = (entered: string) => entered } = operator;
  const [first = ''] = suffixes;
  if (value !== undefined) return { [path + first]: value };
  if (asks === 'choices' || asks === 'rows') return list.length === 0 ? undefined : { [path + first]: list };
  if (asks === 'texts') {
    const { values } = readAllOf(operator, ends[0]);
    return values.length === 0 || fitting(values) < values.length ? undefined : { [path + first]: values };
  }
  const parts = suffixes.map((suffix, index) => [path + suffix, parse(ends[index]?.trim() ?? '', suffix) ?? ''] as const);
  const filters = parts.filter(([, part]) => part !== '');
  if (filters.length < parts.length) return undefined;
  return Object.fromEntries(filters);
}

/** What was entered as one text, by which two of them are compared. */
function comparable({ ends, list }: Entered): string {
  return JSON.stringify([ends.join('\n').trimEnd(), list.map(textOf)]);
}

function offeredOf({ operators }: Filterable, condition: Told | undefined): readonly Operator[] {
  return operators.filter(({ isOnlyTold, words }) => isOnlyTold !== true || words === condition?.words);
}

/** Asks for the operator and the value of a condition. */
export function ConditionEditor({ anchor, filterable, counted, condition, onClose, onApply }: ConditionEditorProps) {
  const { label } = filterable;
  const operators = offeredOf(filterable, condition);
  const [words, setWords] = useState<string>(condition?.words ?? operators[0]?.words ?? '');
  const [before] = useState(() => enteredOf(condition));
  const [entered, setEntered] = useState(before);
  const guard = useKeptInput(onClose);
  const countOf = useChoiceCounts(counted, filterable);
  const titleId = useId();
  const operator = operators.find((one) => one.words === words) ?? operators[0];
  if (!operator) return null;
  const filters = filtersOf(filterable, operator, entered);
  const apply = (made: Filters | undefined): void => {
    if (made) onApply(made);
  };
  return (
    <Popover
      open
      anchorEl={anchor}
      {...guard.ofWindow}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{ paper: { role: 'dialog', 'aria-labelledby': titleId, sx: { p: 2, width: 320, mt: 0.5 } } as object }}
    >
      <Form onSubmit={() => apply(filters)} defaultValues={{ list: [...entered.list] }} warnWhenUnsavedChanges={false}>
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
              slotProps={{ select: { native: true }, htmlInput: { 'aria-label': t('Operator') } }}
            >
              {operators.map((one) => (
                <option key={one.words} value={one.words}>
                  {t(one.words)}
                </option>
              ))}
            </TextField>
          )}
          <ConditionValues
            key={operator.words}
            filterable={filterable}
            operator={operator}
            entered={entered}
            onEnter={setEntered}
            onAnswer={(answer) => apply(filtersOf(filterable, operator, answer))}
            countOf={countOf}
            schema={counted?.schema}
          />
          <KeptBeside kept={guard} isEntered={comparable(entered) !== comparable(before)} />
          <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 1, mt: 1 }}>
            <Button onClick={onClose}>{t('Cancel')}</Button>
            {!isAnsweredAtOnce(operator) && (
              <Button type="submit" variant="contained" disabled={!filters}>
                {t('Apply')}
              </Button>
            )}
          </Box>
        </Box>
      </Form>
    </Popover>
  );
}
