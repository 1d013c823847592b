import type { ServedRecord } from '@grimoire/client/react-admin';
import type { FieldSchema } from '@grimoire/protocol';
import { RecordContextProvider } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { textOf } from '../../cells/value-text.ts';
import { formName } from '../../inputs/form-names.ts';
import { ShownField } from './shown-field.tsx';

interface FixedFieldProps {
  readonly field: FieldSchema;
  /** The row; undefined for a new one. */
  readonly record: ServedRecord | undefined;
  /** The name under which the form keeps the value. */
  readonly source?: string;
}

/** A field among the inputs that takes no input now, with its value in the form. */
export function FixedField({ field, record, source = formName(field.name) }: FixedFieldProps) {
  const value: unknown = useWatch({ name: source });
  const isStored = record && textOf(record[field.name]) === textOf(value);
  // The label that the row came with is that of the stored value.
  const shown = isStored ? record : { ...record, id: record?.id ?? '', [field.name]: value, [`${field.name}_label`]: undefined };
  return (
    <RecordContextProvider value={shown}>
      <ShownField field={field} />
    </RecordContextProvider>
  );
}
