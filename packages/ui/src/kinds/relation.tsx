import type { Key, ModelSummary } from '@grimoire/protocol';
import Box from '@mui/material/Box';
import { useMemo, useState } from 'react';
import { AutocompleteInput, ReferenceInput, useChoicesContext } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { Person } from '../cells/avatar.tsx';
import { RowLink } from '../cells/row-link.tsx';
import { RowNames } from '../cells/row-names.tsx';
import { textOf } from '../cells/value-text.ts';
import { arePeople } from '../layout/model-icon.tsx';
import { OptionsSkeleton } from '../loading/options-skeleton.tsx';
import { pickerMeta } from '../schema/picker-meta.ts';
import { useModel } from '../schema/use-schema.ts';
import { type FieldKind, type KindCellProps, type KindInputProps, plainColumn } from './field-kind.ts';
import { rowOperators } from './operators.ts';
import { pickedText } from './picked-text.ts';
import { PickerChoices } from '../inputs/picker-choices.tsx';
import { TypedText } from '../inputs/typed-text.tsx';
import { optionLabel } from '../inputs/picker-text.ts';
import { PickerOption } from './picker-option.tsx';
import { quietPicker } from './quiet-picker.ts';
import { pickerBox, RelatedRowTools } from './related-row-tools.tsx';
import { TextInput } from './text-input.tsx';
import { t } from '../texts/text.ts';

function Cell({ field, value, row, isWhole }: KindCellProps) {
  const label = row[`${field.name}_label`];
  const target = useModel(field.related_model);
  const link = <RowLink model={field.related_model} id={value} text={textOf(label ?? value)} />;
  const shown = target && label !== undefined && arePeople(target) ? <Person name={textOf(label)}>{link}</Person> : link;
  const details = isWhole ? pickedText(row[`${field.name}_fields`]) : '';
  if (details === '') return shown;
  return (
    <>
      {shown}{' '}
      <Box component="span" sx={{ color: 'text.secondary', fontSize: 12.5 }}>
        {details}
      </Box>
    </>
  );
}

/** A picker that searches the model by the text entered. Without the right to view the model, an input for the key. */
function Input({ field, common, kindOf }: KindInputProps) {
  const target = useModel(field.related_model);
  if (!target?.permissions.view)
    return (
      <TextInput
        field={field}
        common={{
          ...common,
          helperText:
            common.helperText || (target ? t('The key of the %{model}.', { model: target.verbose_name }) : t('The key of the row.')),
        }}
      />
    );
  return <Picker common={common} target={target} kindOf={kindOf} />;
}

/** Asks for rows once it is used: a form has many pickers, of which few are opened. */
function Picker({ common, target, kindOf }: Omit<KindInputProps, 'field'> & { readonly target: ModelSummary }) {
  const [isUsed, setUsed] = useState(false);
  // The input of react-admin keeps the label of a key once it has one.
  const [version, setVersion] = useState(0);
  return (
    <Box sx={pickerBox} onFocusCapture={(event) => event.target instanceof HTMLInputElement && setUsed(true)}>
      <ReferenceInput
        key={version}
        source={common.source}
        reference={target.model}
        queryOptions={{ meta: pickerMeta }}
        perPage={20}
        enableGetChoices={() => isUsed}
      >
        <Picked common={common} kindOf={kindOf} isUsed={isUsed} />
      </ReferenceInput>
      <RelatedRowTools common={common} target={target} onChanged={() => setVersion(version + 1)} />
    </Box>
  );
}

/** The input of a picker, with what tells the picked row from others of its name. */
function Picked({ common, kindOf, isUsed }: Omit<KindInputProps, 'field'> & { readonly isUsed: boolean }) {
  const { allChoices } = useChoicesContext();
  const value: unknown = useWatch({ name: common.source });
  const picked = allChoices?.find((row) => textOf(row.id) === textOf(value) && row['_fields'] !== undefined);
  const text = pickedText(picked?.['_fields']);
  // With another element, the input of react-admin would replace what is typed by the label of the picked row.
  const option = useMemo(() => <PickerOption kindOf={kindOf} />, [kindOf]);
  return (
    <Box
      sx={
        text === ''
          ? undefined
          : { ...besideTold, '& .MuiAutocomplete-inputRoot::after': { ...detailStyle, content: JSON.stringify(text) } }
      }
    >
      <PickerChoices source={common.source} isUsed={isUsed}>
        {(said) => (
          <TypedText source={common.source}>
            <AutocompleteInput
              {...common}
              {...quietPicker}
              optionText={option}
              inputText={optionLabel}
              filterToQuery={(q: string) => ({ q })}
              loadingText={<OptionsSkeleton />}
              TextFieldProps={{ name: common.source }}
              {...said}
            />
          </TypedText>
        )}
      </PickerChoices>
    </Box>
  );
}

/** The label takes the room of its text where the browser can do that, and the rest is for what is told beside it. */
const besideTold = {
  '@supports (field-sizing: content)': {
    '& .MuiAutocomplete-inputRoot .MuiAutocomplete-input': { fieldSizing: 'content', width: 'auto', flexGrow: 0 },
    '& .MuiAutocomplete-inputRoot::after': { maxWidth: 'none !important', flex: '1 1 0 !important' },
  },
} as const;

/** Behind the label, which is a text that can be changed; both are cut where there is little room. */
const detailStyle = {
  flex: '0 1 auto',
  maxWidth: '52%',
  ml: 1,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  color: 'text.disabled',
  fontSize: 12.5,
  pointerEvents: 'none',
} as const;

/** One key or several, shown as the labels of their rows. */
export const NamedKeys: NonNullable<FieldKind['Version']> = ({ field, value }) => {
  const keys = (Array.isArray(value) ? value : [value]) as readonly Key[];
  return field.related_model === undefined ? <>{textOf(value)}</> : <RowNames model={field.related_model} ids={keys} />;
};

/** The key of a row of another model. */
export const relation: FieldKind = {
  Cell,
  Input,
  operators: rowOperators,
  column: plainColumn,
  isWide: false,
  holds: 'link',
  Version: NamedKeys,
  ignoresChoices: true,
  isForeignKey: true,
};
