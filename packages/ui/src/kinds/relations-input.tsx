import type { Key, ModelSummary } from '@grimoire/protocol';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { AutocompleteArrayInput, ReferenceArrayInput, useGetMany } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { OptionsSkeleton } from '../loading/options-skeleton.tsx';
import type { InputProps, KindOf } from './field-kind.ts';
import { PickerChoices } from '../inputs/picker-choices.tsx';
import { TypedText } from '../inputs/typed-text.tsx';
import { optionLabel } from '../inputs/picker-text.ts';
import { PickerOption } from './picker-option.tsx';
import { quietPicker } from './quiet-picker.ts';
import { pickerBox, RelatedRowTools } from './related-row-tools.tsx';

interface RelationsInputProps {
  readonly common: Pick<InputProps, 'source' | 'label' | 'helperText' | 'validate'>;
  readonly target: ModelSummary;
  readonly kindOf: KindOf;
}

/** Picks rows of another model. Keys of rows that the user may not see, or that do not exist yet, are kept. */
export function RelationsInput({ common, target, kindOf }: RelationsInputProps) {
  const { source, label, helperText, validate } = common;
  const [isUsed, setUsed] = useState(false);
  // The input keeps what is typed: a new row was typed in vain.
  const [version, setVersion] = useState(0);
  const { getValues } = useFormContext();
  const keysOf = (value: unknown): readonly Key[] => (Array.isArray(value) ? (value as readonly Key[]) : []);
  const ids = keysOf(useWatch({ name: source }));
  const { data = [] } = useGetMany(target.model, { ids: [...ids] }, { enabled: ids.length > 0 });
  const visibleKeys = new Set(data.flatMap((row) => (row ? [String(row.id)] : [])));
  // The picker returns only the rows that it could show.
  const parse = (shown: readonly Key[] | null): readonly Key[] => {
    const picked = keysOf(shown);
    const names = new Set(picked.map(String));
    return [...keysOf(getValues(source)).filter((id) => !visibleKeys.has(String(id)) && !names.has(String(id))), ...picked];
  };
  return (
    <Box sx={pickerBox} onFocusCapture={(event) => event.target instanceof HTMLInputElement && setUsed(true)}>
      <ReferenceArrayInput
        key={version}
        source={source}
        reference={target.model}
        queryOptions={{ meta: { autocomplete: true } }}
        perPage={20}
      >
        <PickerChoices source={source} isUsed={isUsed}>
          {(said) => (
            <TypedText source={source} areSeveral>
              <AutocompleteArrayInput
                {...quietPicker}
                label={label}
                helperText={helperText}
                validate={validate}
                optionText={<PickerOption kindOf={kindOf} />}
                inputText={optionLabel}
                filterToQuery={(q: string) => ({ q })}
                loadingText={<OptionsSkeleton />}
                TextFieldProps={{ name: source }}
                parse={parse}
                fullWidth
                {...said}
              />
            </TypedText>
          )}
        </PickerChoices>
      </ReferenceArrayInput>
      <RelatedRowTools common={common} target={target} areSeveral onChanged={() => setVersion(version + 1)} />
    </Box>
  );
}
