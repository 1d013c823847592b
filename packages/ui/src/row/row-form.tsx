import { rowOf, type ServedRecord } from '@grimoire/client/react-admin';
import type { FieldSchema, ModelSchema } from '@grimoire/protocol';
import Box from '@mui/material/Box';
import { type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { Form, RecordContextProvider } from 'react-admin';
import { useFormContext, useFormState } from 'react-hook-form';
import { defaultsOf } from '../form/defaults.ts';
import { FieldInput, useHasInput } from '../form/field-input.tsx';
import { formName, fromForm, toForm } from '../form/form-names.ts';
import { kindOf } from '../kinds/registry.ts';
import { Cell } from '../cells/cell.tsx';
import { labelOf } from '../schema/use-schema.ts';
import { Panel } from '../layout/panel.tsx';
import { useService } from '../service.ts';
import type { Children } from './children.ts';
import { DraftOfForm } from './draft.tsx';
import { childInputs, InlineForm } from './inline-form.tsx';
import { keyFieldsOf } from './key-fields.ts';
import { useLeaveGuard } from './leave-guard.ts';
import { EditingPageContext } from './page-context.ts';
import { ColumnsOfPage } from './columns-of-page.tsx';
import { type After, SaveBar } from './save-bar.tsx';
import type { SaveErrors } from './save-errors.ts';
import type { RowValues } from './save-row.ts';

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
  /** Values of a new row and of the rows of its inlines, beside their defaults. */
  readonly given?: RowValues | undefined;
  /** How often the row was saved without leaving the page: after each save the form takes the values of the answer. */
  readonly saves?: number;
  readonly onSave: (submitted: Submitted) => Promise<SaveErrors | undefined>;
}

/** The form of a row, with its inlines. */
export function RowForm({ schema, inlines, record, given, saves = 0, onSave }: RowFormProps) {
  const hasInput = useHasInput();
  const after = useRef<After>('list');
  const running = useRef<Promise<SaveErrors | undefined> | null>(null);
  const [isSaving, setSaving] = useState(false);
  const whole = useMemo(() => {
    const { _inlines: added = [], ...values } = given ?? {};
    const _inlines = inlines.map(({ rows }, index) => ({
      rows: [...rows.map((row) => ({ ...toForm(rowOf(row)), _pk: row.id })), ...(added[index]?.rows ?? []).map(toForm)],
    }));
    return { ...toForm(record ? rowOf(record) : { ...defaultsOf(schema.fields), ...values }), _inlines };
  }, [schema, record, inlines, given]);
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
  const open = schema.fields.filter(isOpen);
  const closed = schema.fields.filter((field) => !isOpen(field) && !field.write_only);
  return (
    <Form
      onSubmit={submit}
      defaultValues={record ? undefined : whole}
      record={record ? { id: record.id, ...whole } : undefined}
      noValidate
      className="row-form"
    >
      <DraftOfForm schema={schema} record={record} inlines={inlines} whole={whole} />
      <Held isHeld={isSaving}>
        <ColumnsOfPage aside={record && closed.length > 0 && <About record={record} fields={closed} />}>
          {open.length > 0 && (
            <Panel>
              <Box sx={grid}>
                {open.map((field) => (
                  <Box key={field.name} sx={kindOf(field).isWide ? { gridColumn: '1 / -1' } : {}}>
                    <FieldInput field={field} />
                  </Box>
                ))}
              </Box>
            </Panel>
          )}
          {inlines.map((child, index) => (
            <InlineForm key={`${child.inline.model} ${child.inline.fk_field}`} child={child} path={`_inlines.${index}.rows`} />
          ))}
        </ColumnsOfPage>
      </Held>
      <FormState saves={saves} whole={whole} />
      <SaveBar isEditing={record !== undefined} onChoose={(chosen) => (after.current = chosen)} />
    </Form>
  );
}

const facts = { display: 'grid', gridTemplateColumns: 'minmax(70px, 96px) minmax(0, 1fr)', gap: '8px 12px', m: 0 } as const;

/** The fields of a row that can not be changed here. */
function About({ record, fields }: { readonly record: ServedRecord; readonly fields: readonly FieldSchema[] }) {
  return (
    <Panel title="About" label="About">
      <RecordContextProvider value={record}>
        <Box component="dl" sx={facts}>
          {fields.map((field) => (
            <Box key={field.name} sx={{ display: 'contents' }}>
              <Box component="dt" sx={{ color: 'text.secondary' }}>
                {labelOf(field)}
              </Box>
              <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere', minWidth: 0 }}>
                <Cell field={field} record={record} isWhole />
              </Box>
            </Box>
          ))}
        </Box>
      </RecordContextProvider>
    </Panel>
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
  gap: '0 16px',
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
