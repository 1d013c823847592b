import type { ServedRecord } from '@grimoire/client/react-admin';
import type { FieldSchema, ModelSchema } from '@grimoire/protocol';
import Alert from '@mui/material/Alert';
import type { ReactNode } from 'react';
import { FieldInput } from '../../form/field-input.tsx';
import { useFieldStates } from '../../form/field-states.ts';
import { layoutOf } from '../../form/form-layout.ts';
import { FormSections } from '../../form/form-sections.tsx';
import { useSuggestedValues } from '../../form/suggested-values.ts';
import { MarkedInput } from '../../form/marked-input.tsx';
import { labelOf } from '../../schema/use-schema.ts';
import { About } from '../page/about.tsx';
import { ColumnsOfPage } from '../page/columns-of-page.tsx';
import { FixedField } from './fixed-field.tsx';
import { labelled } from '../../texts/text.ts';

interface RowFieldsProps {
  readonly schema: ModelSchema;
  /** The row; undefined for a new one. */
  readonly record: ServedRecord | undefined;
  /** Whether a field is edited here, whatever its conditions. */
  readonly isOpen: (field: FieldSchema) => boolean;
  /** What follows beside the fields, after those that stand there. */
  readonly beside?: ReactNode;
  /** What follows below the fields. */
  readonly children: ReactNode;
}

/** The fields of a form in their places, as their conditions let them be shown. */
export function RowFields({ schema, record, isOpen, beside, children }: RowFieldsProps) {
  const states = useFieldStates(schema.fields);
  useSuggestedValues(schema);
  const layout = layoutOf(schema, isOpen);
  const aside = layout.aside.filter((field) => states.of(field) !== 'hidden');
  const isOpenNow = (field: FieldSchema): boolean => isOpen(field) && states.of(field) === 'open';
  const hasAside = aside.some((field) => isOpenNow(field) || (record && !field.write_only));
  return (
    <ColumnsOfPage
      aside={
        (hasAside || beside) && (
          <>
            {hasAside && <About record={record} fields={aside} isOpen={isOpenNow} />}
            {beside}
          </>
        )
      }
    >
      {states.refused.length > 0 && (
        <Alert severity="error">{states.refused.map(({ field, message }) => labelled(labelOf(field), message)).join(' ')}</Alert>
      )}
      <FormSections layout={layout}>
        {({ field }) => {
          if (states.of(field) === 'hidden') return null;
          if (isOpenNow(field)) return record ? <MarkedInput field={field} /> : <FieldInput field={field} />;
          if (field.write_only || (!record && !isOpen(field))) return null;
          return <FixedField field={field} record={record} />;
        }}
      </FormSections>
      {children}
    </ColumnsOfPage>
  );
}
