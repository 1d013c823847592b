import { exactJson } from '@grimoire/client';
import Box from '@mui/material/Box';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import { FieldInput, type FieldInputProps } from './field-input.tsx';
import { formName } from '../inputs/form-names.ts';
import { storedAt } from '../inputs/checks.ts';
import { t } from '../texts/text.ts';

/** The input of a field of a stored row, marked while its value differs from the stored one: by an edge, and for screen readers by a group. */
export function MarkedInput({ field, source = formName(field.name) }: FieldInputProps) {
  const isChanged = useIsChanged(source);
  return (
    <Box {...(isChanged ? { role: 'group', 'aria-label': t('Changed') } : {})} sx={isChanged ? { ...frame, '&::before': edge } : frame}>
      <FieldInput field={field} source={source} />
    </Box>
  );
}

const frame = { position: 'relative', minWidth: 0 } as const;
const edge = {
  content: '""',
  position: 'absolute',
  left: -9,
  top: 10,
  bottom: 6,
  width: 3,
  borderRadius: 99,
  bgcolor: 'primary.main',
} as const;

/** Whether a value of the form differs from the stored one. */
export function useIsChanged(source: string): boolean {
  const { defaultValues } = useFormState({ name: source });
  const { getValues } = useFormContext();
  const value: unknown = useWatch({ name: source });
  return asText(value) !== asText(storedAt(source, defaultValues, getValues));
}

/** An input that was emptied may hold an empty text where null is stored. */
function asText(value: unknown): string {
  return value === undefined || value === '' ? 'null' : exactJson.stringify(value);
}
