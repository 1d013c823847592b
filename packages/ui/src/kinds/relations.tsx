import { ChipField, ReferenceArrayField, SingleFieldList } from 'react-admin';
import { useModel } from '../schema/use-schema.ts';
import { type FieldKind, type KindCellProps, type KindInputProps, plainColumn } from './field-kind.ts';
import { NamedKeys } from './relation.tsx';
import { RelationsInput } from './relations-input.tsx';

function Cell({ field }: KindCellProps) {
  const model = useModel(field.related_model);
  if (!model?.permissions.view || !field.related_model) return null;
  return (
    <ReferenceArrayField source={field.name} reference={field.related_model}>
      <SingleFieldList linkType={false}>
        <ChipField source="_label" size="small" />
      </SingleFieldList>
    </ReferenceArrayField>
  );
}

function Input({ field, common: { source, label, helperText } }: KindInputProps) {
  const target = useModel(field.related_model);
  if (!target?.permissions.view) return null;
  return <RelationsInput source={source} label={label} helperText={helperText} reference={target.model} />;
}

/** The keys of rows of another model. */
export const relations: FieldKind = {
  Cell,
  Input,
  operators: () => [{ words: 'is any of', suffixes: [''], asks: 'rows' }],
  column: { ...plainColumn, isOffered: false },
  isWide: true,
  holds: 'link',
  Version: NamedKeys,
  ignoresChoices: true,
  mayBeEmpty: true,
  canBeEmptied: true,
  needsTarget: true,
};
