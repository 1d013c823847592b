import type { Key } from '@grimoire/protocol';
import { AutocompleteInput, ReferenceInput, TextInput } from 'react-admin';
import { RowLink } from '../cells/row-link.tsx';
import { RowNames } from '../cells/row-names.tsx';
import { textOf } from '../cells/value-text.ts';
import { useModel } from '../schema/use-schema.ts';
import { type FieldKind, type KindCellProps, type KindInputProps, plainColumn } from './field-kind.ts';
import { rowOperators } from './operators.ts';

function Cell({ field, value, row }: KindCellProps) {
  return <RowLink model={field.related_model} id={value} text={textOf(row[`${field.name}_label`] ?? value)} />;
}

/** A picker that searches the model by the text entered. Without the right to view the model, an input for the key. */
function Input({ field, common }: KindInputProps) {
  const target = useModel(field.related_model);
  if (!target?.permissions.view)
    return <TextInput {...common} format={textOf} helperText={common.helperText || `The key of the ${target?.verbose_name ?? 'row'}.`} />;
  return (
    <ReferenceInput source={common.source} reference={target.model} queryOptions={{ meta: { autocomplete: true } }} perPage={20}>
      <AutocompleteInput {...common} optionText="_label" filterToQuery={(q: string) => ({ q })} />
    </ReferenceInput>
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
