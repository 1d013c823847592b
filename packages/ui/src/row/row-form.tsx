import { rowOf, type ServedRecord } from '@grimoire/client/react-admin';
import type { FieldSchema, ModelSchema } from '@grimoire/protocol';
import Box from '@mui/material/Box';
import { type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { RecordContextProvider, SaveButton, SimpleForm, Toolbar } from 'react-admin';
import { useFormContext, useFormState } from 'react-hook-form';
import { defaultsOf } from '../form/defaults.ts';
import { FieldInput, useHasInput } from '../form/field-input.tsx';
import { formName, fromForm, toForm } from '../form/form-names.ts';
import { kindOf } from '../kinds/registry.ts';
import { useService } from '../service.ts';
import type { Children } from './children.ts';
import { childInputs, InlineForm } from './inline-form.tsx';
import { keyFieldsOf } from './key-fields.ts';
import { useLeaveGuard } from './leave-guard.ts';
import { EditingPageContext } from './page-context.ts';
import type { SaveErrors } from './save-errors.ts';
import type { RowValues } from './save-row.ts';
import { ShownField } from './shown-field.tsx';

/** The page to show after a save. */
export type After = 'list' | 'continue';

/** The values to save, and the inputs of the form. */
export interface Submitted {
  readonly values: RowValues;
  readonly after: After;
  /** The names of the inputs in the form; `*` stands for any row of an inline. */
  readonly inputs: ReadonlySet<string>;
}

interface RowFormProps {
  readonly schema: ModelSchema;
  readonly inlines: readonly Children[];
  /** The row as it was read; undefined for a new row. */
  readonly record?: ServedRecord;
  /** How often the row was saved without leaving the page: after each save the form takes the values of the answer. */
  readonly saves?: number;
  readonly onSave: (submitted: Submitted) => Promise<SaveErrors | undefined>;
}

/** The form of a row, with its inlines. */
export function RowForm({ schema, inlines, record, saves = 0, onSave }: RowFormProps) {
  const hasInput = useHasInput();
  const after = useRef<After>('list');
  const running = useRef<Promise<SaveErrors | undefined> | null>(null);
  const [isSaving, setSaving] = useState(false);
  const whole = useMemo(() => {
    const _inlines = inlines.map(({ rows }) => ({ rows: rows.map((row) => ({ ...toForm(rowOf(row)), _pk: row.id })) }));
    return { ...toForm(record ? rowOf(record) : defaultsOf(schema.fields)), _inlines };
  }, [schema, record, inlines]);
  const fixed = record ? keyFieldsOf(schema) : none;
  const isOpen = (field: FieldSchema): boolean => hasInput(field) && !fixed.has(field.name);
  const inputs = new Set([
    ...schema.fields.filter(isOpen).map(({ name }) => formName(name)),
    ...inlines.flatMap((child, index) => childInputs(child, hasInput).map((name) => `_inlines.${index}.rows.*.${formName(name)}`)),
  ]);
  // A second click returns the promise of the first.
  const submit = (values: Record<string, unknown>): Promise<SaveErrors | undefined> => {
    if (running.current) return running.current;
    setSaving(true);
    running.current = onSave({ values: valuesOf(values), after: after.current, inputs }).finally(() => {
      running.current = null;
      setSaving(false);
    });
    return running.current;
  };
  const fields = record ? schema.fields : schema.fields.filter(isOpen);
  return (
    <SimpleForm
      onSubmit={submit}
      defaultValues={record ? undefined : whole}
      record={record ? { id: record.id, ...whole } : undefined}
      noValidate
      toolbar={<FormToolbar onChoose={(chosen) => (after.current = chosen)} />}
    >
      <Held isHeld={isSaving}>
        <Box sx={grid}>
          {fields.map((field) => (
            <Box key={field.name} sx={kindOf(field).isWide ? { gridColumn: '1 / -1' } : {}}>
              {isOpen(field) ? (
                <FieldInput field={field} />
              ) : (
                <RecordContextProvider value={record}>
                  <ShownField field={field} />
                </RecordContextProvider>
              )}
            </Box>
          ))}
        </Box>
        {inlines.map((child, index) => (
          <InlineForm key={`${child.inline.model} ${child.inline.fk_field}`} child={child} path={`_inlines.${index}.rows`} />
        ))}
      </Held>
      <FormState saves={saves} whole={whole} />
    </SimpleForm>
  );
}

/**
 * Makes the form inert during a save, until it has the values of the answer: input during that time would be lost. (The form
 * itself stops submitting as soon as the row is read again, before its inlines are.) The input that had the focus gets it back.
 */
function Held({ isHeld, children }: { readonly isHeld: boolean; readonly children: ReactNode }) {
  const held = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isHeld || !held.current) return undefined;
    const [box, active] = [held.current, document.activeElement];
    const wasInside = active instanceof HTMLElement && box.contains(active);
    box.inert = true;
    return () => {
      box.inert = false;
      if (wasInside && active.isConnected) active.focus();
    };
  }, [isHeld]);
  return (
    <Box ref={held} sx={{ width: '100%' }}>
      {children}
    </Box>
  );
}

const none: ReadonlySet<string> = new Set();

const grid = {
  display: 'grid',
  gap: '0 24px',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
  width: '100%',
} as const;

/** The values of the form, by the names of the fields. */
function valuesOf({ _inlines: inlines, ...values }: Readonly<Record<string, unknown>>): RowValues {
  const lists = (inlines ?? []) as readonly { readonly rows?: readonly Readonly<Record<string, unknown>>[] }[];
  return { ...fromForm(values), _inlines: lists.map(({ rows = [] }) => ({ rows: rows.map(fromForm) })) };
}

interface FormStateProps {
  readonly saves: number;
  readonly whole: object;
}

/** Tells the page whether there is unsaved input, and resets the form after a save. */
function FormState({ saves, whole }: FormStateProps) {
  const page = useContext(EditingPageContext);
  const { unsaved } = useService();
  const { isDirty } = useFormState();
  const { reset } = useFormContext();
  useLeaveGuard(page?.isLeaving !== true);
  useEffect(() => {
    unsaved.set(isDirty);
    return () => unsaved.set(false);
  }, [isDirty, unsaved]);
  const latest = useRef(whole);
  useEffect(() => {
    latest.current = whole;
  });
  useEffect(() => {
    if (saves > 0) reset(latest.current);
  }, [saves, reset]);
  return null;
}

function FormToolbar({ onChoose }: { readonly onChoose: (after: After) => void }) {
  return (
    <Toolbar sx={{ gap: 1 }}>
      <SaveButton alwaysEnable onClick={() => onChoose('list')} />
      <SaveButton alwaysEnable variant="outlined" icon={<></>} label="Save and continue editing" onClick={() => onChoose('continue')} />
    </Toolbar>
  );
}
