import type { Key, ModelSummary } from '@grimoire/protocol';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { AutocompleteInput, ReferenceInput, TextInput } from 'react-admin';
import { RowLink } from '../cells/row-link.tsx';
import { RowNames } from '../cells/row-names.tsx';
import { textOf } from '../cells/value-text.ts';
import { OptionsSkeleton } from '../loading/options-skeleton.tsx';
import { pickerMeta } from '../schema/picker-meta.ts';
import { useModel } from '../schema/use-schema.ts';
import { type FieldKind, type KindCellProps, type KindInputProps, plainColumn } from './field-kind.ts';
import { rowOperators } from './operators.ts';
import { optionLabel, PickerOption } from './picker-option.tsx';
import { pickerBox, RelatedRowTools } from './related-row-tools.tsx';

function Cell({ field, value, row }: KindCellProps) {
  return <RowLink model={field.related_model} id={value} text={textOf(row[`${field.name}_label`] ?? value)} />;
}

/** A picker that searches the model by the text entered. Without the right to view the model, an input for the key. */
function Input({ field, common, kindOf }: KindInputProps) {
  const target = useModel(field.related_model);
  if (!target?.permissions.view)
    return <TextInput {...common} format={textOf} helperText={common.helperText || `The key of the ${target?.verbose_name ?? 'row'}.`} />;
  return <Picker common={common} target={target} kindOf={kindOf} />;
}

/** Asks for rows once it is used: a form has many pickers, of which few are opened. */
function Picker({ common, target, kindOf }: Omit<KindInputProps, 'field'> & { readonly target: ModelSummary }) {
  const [isUsed, setUsed] = useState(false);
  // The input of react-admin keeps the label of a key once it has one.
  const [version, setVersion] = useState(0);
  return (
    <Box sx={pickerBox} onFocusCapture={() => setUsed(true)}>
      <ReferenceInput
        key={version}
        source={common.source}
        reference={target.model}
        queryOptions={{ meta: pickerMeta }}
        perPage={20}
        enableGetChoices={() => isUsed}
      >
        <AutocompleteInput
          {...common}
          optionText={<PickerOption kindOf={kindOf} />}
          inputText={optionLabel}
          filterToQuery={(q: string) => ({ q })}
          loadingText={<OptionsSkeleton />}
        />
      </ReferenceInput>
      <RelatedRowTools common={common} target={target} onChanged={() => setVersion(version + 1)} />
    </Box>
  );
}

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
