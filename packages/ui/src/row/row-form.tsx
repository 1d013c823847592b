import type { FieldSchema, ModelSchema } from '@grimoire/protocol';
import Box from '@mui/material/Box';
import { useContext, useEffect, useMemo, useRef } from 'react';
import { useFormState } from 'react-hook-form';
import { type RaRecord, SaveButton, SimpleForm, Toolbar } from 'react-admin';
import { defaultsOf } from '../form/defaults.ts';
import { fromForm, toForm } from '../form/form-names.ts';
import { FieldInput } from '../form/field-input.tsx';
import { kindOf } from '../schema/kinds.ts';
import type { Children } from './children.ts';
import { InlineForm } from './inline-form.tsx';
import { EditingPageContext } from './page-context.ts';
import type { RowValues } from './save-row.ts';
import { ShownField } from './shown-field.tsx';

/** Where one is after a save. */
export type After = 'list' | 'continue';

interface RowFormProps {
  readonly schema: ModelSchema;
  readonly inlines: readonly Children[];
  /** The row as it was read; a new one has none. */
  readonly record?: RaRecord;
  readonly onSave: (values: RowValues, after: After) => Promise<Record<string, unknown> | undefined>;
}

/** The form of a row, with its inlines. */
export function RowForm({ schema, inlines, record, onSave }: RowFormProps) {
  const after = useRef<After>('list');
  const loaded = useMemo(() => inlines.map(({ rows }) => ({ rows: rows.map((row) => ({ ...toForm(row), _pk: row.id })) })), [inlines]);
  const whole = useMemo(() => ({ ...toForm(record ?? {}), _inlines: loaded }), [record, loaded]);
  const submit = async (values: Record<string, unknown>): Promise<Record<string, unknown> | undefined> => {
    const kept = after.current;
    after.current = 'list';
    return onSave(valuesOf(values), kept);
  };
  const fields = record ? schema.fields : schema.fields.filter(({ editable }) => editable);
  return (
    <SimpleForm
      onSubmit={submit}
      defaultValues={record ? undefined : { ...toForm(defaultsOf(schema.fields)), _inlines: loaded }}
      record={record ? whole : undefined}
      warnWhenUnsavedChanges
      toolbar={<FormToolbar onContinue={() => (after.current = 'continue')} />}
    >
      <Box
        sx={{
          display: 'grid',
          gap: '0 24px',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
          width: '100%',
        }}
      >
        {fields.map((field) => (
          <Box key={field.name} sx={isWide(field) ? { gridColumn: '1 / -1' } : {}}>
            {field.editable && !isKeyOf(schema, field, record) ? <FieldInput field={field} /> : <ShownField field={field} />}
          </Box>
        ))}
      </Box>
      <UnsavedMark />
      {inlines.map((child, index) => (
        <InlineForm key={`${child.inline.model} ${child.inline.fk_field}`} child={child} path={`_inlines.${index}.rows`} />
      ))}
    </SimpleForm>
  );
}

/** What the form holds, by the names of the fields. */
function valuesOf({ _inlines: inlines, ...values }: Readonly<Record<string, unknown>>): RowValues {
  const lists = (inlines ?? []) as readonly { readonly rows?: readonly Readonly<Record<string, unknown>>[] }[];
  return { ...fromForm(values), _inlines: lists.map(({ rows = [] }) => ({ rows: rows.map(fromForm) })) };
}

/** A key is chosen when a row is made, and stays. */
function isKeyOf(schema: ModelSchema, field: FieldSchema, record: RaRecord | undefined): boolean {
  return record !== undefined && field.name === schema.pk_field;
}

const wide: ReadonlySet<string> = new Set(['long-text', 'json', 'relations', 'list']);

function isWide(field: FieldSchema): boolean {
  return wide.has(kindOf(field));
}

/** Tells the page whether there is anything to lose. */
function UnsavedMark() {
  const page = useContext(EditingPageContext);
  const { isDirty } = useFormState();
  useEffect(() => page?.report({ isDirty }), [page, isDirty]);
  return null;
}

function FormToolbar({ onContinue }: { readonly onContinue: () => void }) {
  return (
    <Toolbar sx={{ gap: 1 }}>
      <SaveButton alwaysEnable />
      <SaveButton alwaysEnable variant="outlined" icon={<></>} label="Save and continue editing" onClick={onContinue} />
    </Toolbar>
  );
}
