import type { ModelSchema } from '@grimoire/protocol';
import Box from '@mui/material/Box';
import { useRecordContext } from 'react-admin';
import type { ReactNode } from 'react';
import { PickerOption } from '../../kinds/picker-option.tsx';
import { kindOf } from '../../kinds/registry.ts';
import { hidden } from '../../theme/hidden.ts';
import { numbers } from '../../texts/count-text.ts';
import type { CountOf } from './choice-counts.ts';

interface CountedNameProps {
  readonly name: ReactNode;
  readonly count: number | undefined;
  readonly schema: Pick<ModelSchema, 'verbose_name' | 'verbose_name_plural'> | undefined;
}

/** The name of a value that a list is filtered by, with the number of its rows where that is known. */
export function CountedName({ name, count, schema }: CountedNameProps) {
  return (
    <Box sx={line}>
      <Box sx={{ minWidth: 0 }}>{name}</Box>
      {count !== undefined && (
        <Box component="span" sx={{ color: 'text.secondary', fontSize: 12.5, fontWeight: 400, fontVariantNumeric: 'tabular-nums' }}>
          {numbers.format(count)}
          <Box component="span" sx={hidden}>{` ${(count === 1 ? schema?.verbose_name : schema?.verbose_name_plural) ?? ''}`}</Box>
        </Box>
      )}
    </Box>
  );
}

/** The name of a row among those of a picker. */
export function CountedRow({ countOf, schema }: { readonly countOf: CountOf; readonly schema: CountedNameProps['schema'] }) {
  const record = useRecordContext();
  return <CountedName name={<PickerOption kindOf={kindOf} />} count={countOf(record?.id)} schema={schema} />;
}

const line = {
  position: 'relative',
  display: 'flex',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  gap: 1.5,
  width: '100%',
  minWidth: 0,
} as const;
