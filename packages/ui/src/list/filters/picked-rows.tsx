import type { Key } from '@grimoire/protocol';
import { useQueryClient } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import { type ClipboardEvent, useEffect, useRef, useState } from 'react';
import { AutocompleteArrayInput, ReferenceArrayInput } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { FirstInput } from '../../form/first-input.tsx';
import { PickerChoices } from '../../inputs/picker-choices.tsx';
import { optionLabel } from '../../inputs/picker-text.ts';
import { fitting, pastedColumn } from '../../inputs/pasted-values.ts';
import { messageOf } from '../../layout/trouble.tsx';
import { useSchemaQuery } from '../../schema/use-schema.ts';
import { useService } from '../../session/service.ts';
import type { ConditionValuesProps } from './condition-values.tsx';
import { CountedRow } from './counted-name.tsx';
import { rowsOfPaste } from './look-up.ts';
import { missingText, tooManyText } from './value-list.tsx';
import { t } from '../../texts/text.ts';

/** Asks for rows that a field points to: by a picker, or by their names and keys, pasted as a column. */
export function PickedRows({ filterable: { field, label }, onEnter, countOf, schema }: ConditionValuesProps) {
  const listed = (list: unknown): void => onEnter({ ends: [], list: Array.isArray(list) ? list : [] });
  const { place, hint, onPaste } = useRowsOfPaste(field.related_model ?? '', listed);
  return (
    <Box ref={place} onPasteCapture={onPaste}>
      <ReferenceArrayInput source="list" reference={field.related_model ?? ''} queryOptions={{ meta: { autocomplete: true } }}>
        <PickerChoices source="list" isUsed>
          {(said) => (
            <AutocompleteArrayInput
              label={label}
              optionText={<CountedRow countOf={countOf} schema={schema} />}
              inputText={optionLabel}
              matchSuggestion={() => true}
              helperText={false}
              limitTags={12}
              onChange={listed}
              {...said}
            />
          )}
        </PickerChoices>
      </ReferenceArrayInput>
      <FormHelperText component="output">{hint}</FormHelperText>
      <FirstInput isOnly />
    </Box>
  );
}

/** Picks the rows that a pasted column names, and says what names none. */
function useRowsOfPaste(model: string, onPick: (list: readonly Key[]) => void) {
  const { client } = useService();
  const schemaQuery = useSchemaQuery();
  const queries = useQueryClient();
  const { getValues, setValue } = useFormContext<{ list?: readonly Key[] }>();
  const [hint, setHint] = useState('');
  const place = useRef<HTMLDivElement>(null);
  const [pastes, setPastes] = useState(0);
  // The rows are picked: the options of the picker would cover the button that applies them.
  useEffect(() => {
    if (pastes > 0) place.current?.closest('form')?.querySelector<HTMLElement>('button[type=submit]')?.focus();
  }, [pastes]);
  const pick = async (values: readonly string[]): Promise<string> => {
    const { keys, missing } = await rowsOfPaste(client, await queries.fetchQuery(schemaQuery(model)), values);
    const list = [...new Set([...(getValues('list') ?? []), ...keys])];
    setValue('list', list, { shouldDirty: true });
    onPick(list);
    setPastes((count) => count + 1);
    return missing.length === 0 ? '' : missingText(missing, values);
  };
  const onPaste = (event: ClipboardEvent): void => {
    const values = pastedColumn(event.clipboardData.getData('text/plain'));
    if (!values) return;
    event.preventDefault();
    if (fitting(values) < values.length) return setHint(tooManyText(values));
    setHint(t('Looking for %{count} values …', { count: values.length }));
    void pick(values).catch(messageOf).then(setHint);
  };
  return { place, hint, onPaste };
}
