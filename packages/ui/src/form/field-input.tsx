import type { FieldSchema } from '@grimoire/protocol';
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { kindOf } from '../kinds/registry.ts';
import { labelOf, useModels } from '../schema/use-schema.ts';
import { useEntered } from '../inputs/entered.ts';
import { formName } from '../inputs/form-names.ts';
import { useLeavesOut } from '../inputs/left-out.ts';
import { t } from '../texts/text.ts';
import { useCheck } from '../inputs/checks.ts';

/** Whether a field has an input: it is writable, and the user may see what the input has to show. */
export function useHasInput(): (field: FieldSchema) => boolean {
  const models = useModels();
  return (field) =>
    field.editable &&
    (!kindOf(field).needsTarget || models.some(({ model, permissions }) => model === field.related_model && permissions.view));
}

export interface FieldInputProps {
  readonly field: FieldSchema;
  /** The name under which the form keeps its value; by default the field's name. */
  readonly source?: string;
}

function helpOf({ help_text: text }: FieldSchema, leavesOut: boolean): ReactNode {
  if (!leavesOut) return text === undefined ? false : <bdi>{text}</bdi>;
  const note = t('If it is empty, it gets its default.');
  if (text === undefined) return note;
  return (
    <>
      <bdi>{text}</bdi> {note}
    </>
  );
}

/** The input of a field, by its kind. */
export function FieldInput({ field, source = formName(field.name) }: FieldInputProps): ReactNode {
  const kind = kindOf(field);
  const leavesOut = useLeavesOut(field, source);
  const isRequired = field.required && !kind.mayBeEmpty;
  const { box, validate } = useEntered(source, useCheck(source, { isRequired, maxLength: field.max_length }));
  const common = {
    source,
    label: labelOf(field),
    helperText: helpOf(field, leavesOut),
    validate,
    isRequired,
    fullWidth: true,
  };
  return (
    <Box ref={box} sx={{ display: 'contents' }}>
      <kind.Input field={field} common={common} kindOf={kindOf} />
    </Box>
  );
}
