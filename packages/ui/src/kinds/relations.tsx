import type { Key } from '@grimoire/protocol';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import { ChipField, ReferenceArrayField, SingleFieldList, useGetManyAggregate } from 'react-admin';
import { textOf } from '../cells/value-text.ts';
import { useModel } from '../schema/use-schema.ts';
import { type FieldKind, type KindCellProps, type KindInputProps, plainColumn } from './field-kind.ts';
import { NamedKeys } from './relation.tsx';
import { RelationsInput } from './relations-input.tsx';

/** The rows that a list names of each value; the others are counted. */
const fewest = 2;

function Cell({ field, value, isWhole }: KindCellProps) {
  const model = useModel(field.related_model);
  if (!model?.permissions.view || !field.related_model) return null;
  if (!isWhole && Array.isArray(value)) return <Few model={model.model} ids={value as Key[]} />;
  return (
    <ReferenceArrayField source={field.name} reference={field.related_model}>
      <SingleFieldList linkType={false}>
        <ChipField source="_label" size="small" />
      </SingleFieldList>
    </ReferenceArrayField>
  );
}

/** The first of several rows, in one line. */
function Few({ model, ids }: { readonly model: string; readonly ids: readonly Key[] }) {
  const { data = [] } = useGetManyAggregate(model, { ids: ids.slice(0, fewest) }, { enabled: ids.length > 0 });
  return (
    <Box component="span" sx={{ display: 'inline-flex', gap: '4px', alignItems: 'center', verticalAlign: 'middle' }}>
      {data.flatMap((row) => (row ? [<Chip key={row.id} size="small" label={textOf(row['_label'])} />] : []))}
      {ids.length > fewest && (
        <Box component="span" dir="ltr" sx={{ color: 'text.secondary', fontSize: 12 }}>
          {`+${ids.length - fewest}`}
        </Box>
      )}
    </Box>
  );
}

function Input({ field, common, kindOf }: KindInputProps) {
  const target = useModel(field.related_model);
  if (!target?.permissions.view) return null;
  return <RelationsInput common={common} target={target} kindOf={kindOf} />;
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
