import { rowOf, type ServedRecord } from '@grimoire/client/react-admin';
import type { FieldSchema, ModelSchema } from '@grimoire/protocol';
import { type ReactNode, type RefObject, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { Form, useEvent } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { useLocation } from 'react-router-dom';
import { defaultsOf } from '../../form/defaults.ts';
import { useHasInput } from '../../form/field-input.tsx';
import { FirstInput } from '../../form/first-input.tsx';
import { focusInput, useLastInput } from '../../form/last-input.ts';
import { formName, fromForm, toForm } from '../../inputs/form-names.ts';
import { Activity } from '../history/activity.tsx';
import type { Stepped } from '../page/use-step.ts';
import type { Children } from '../lines/children.ts';
import { AwaitedSave } from '../draft/awaited-save.ts';
import { DraftOfForm } from '../draft/draft.tsx';
import { childInputs, InlineForm } from '../lines/inline-form.tsx';
import { Held } from '../save/held.tsx';
import { keyFieldsOf, madeKeysOf } from '../../schema/key-fields.ts';
import { useLeaveGuard, useUnsaved } from '../draft/leave-guard.ts';
import { EditingPageContext } from '../../layout/editing-page.ts';
import { isFocusLost } from '../../layout/focus.ts';
import { RowFields } from './row-fields.tsx';
import { type After, SaveBar } from '../save/save-bar.tsx';
import type { SaveErrors } from '../save/save-errors.ts';
import type { RowValues } from '../save/save-row.ts';
import { demandsReason, ReasonField, useReason } from '../../undo/reason.tsx';
import { t } from '../../texts/text.ts';

/** The values to save, and the inputs of the form. */
export interface Submitted {
  readonly values: RowValues;
  readonly after: After;
  /** The names of the inputs in the form; `*` stands for any row of an inline. */
  readonly inputs: ReadonlySet<string>;
  /** The input that had the keyboard last. */
  readonly lastInput: string | undefined;
  /** Why it is saved, where that was asked for. */
  readonly reason: { readonly reason?: string };
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
  /** The text of the button that goes on with the next row, or with another new one; undefined where there is none. */
  readonly nextText?: string | undefined;
  /** What stands beside that button. */
  readonly besideNext?: ReactNode;
  readonly onSave: (submitted: Submitted) => Promise<SaveErrors | undefined>;
}

/** The form of a row, with its inlines. */
export function RowForm({ schema, inlines, record, given, saves = 0, nextText, besideNext, onSave }: RowFormProps) {
  const hasInput = useHasInput();
  const after = useRef<After>('list');
  const [awaited] = useState(() => new AwaitedSave());
  const place = useRef<HTMLElement>(null);
  const lastInput = useRef<string>(undefined);
  const running = useRef<Promise<SaveErrors | undefined> | null>(null);
  const [isSaving, setSaving] = useState(false);
  const reason = useReason(isReasonDemanded(schema, inlines, record !== undefined));
  const whole = useMemo(() => {
    const { _inlines: added = [], ...values } = given ?? {};
    const _inlines = inlines.map(({ rows }, index) => ({
      rows: [...rows.map((row) => ({ ...toForm(rowOf(row)), _pk: row.id })), ...(added[index]?.rows ?? []).map(toForm)],
    }));
    return { ...toForm(record ? rowOf(record) : { ...defaultsOf(schema.fields), ...values }), _inlines };
  }, [schema, record, inlines, given]);
  const fixed = record ? keyFieldsOf(schema) : madeKeysOf(schema);
  const isOpen = (field: FieldSchema): boolean => hasInput(field) && !fixed.has(field.name);
  const inputs = new Set([
    ...schema.fields.filter(isOpen).map(({ name }) => formName(name)),
    ...inlines.flatMap((child, index) => childInputs(child, hasInput).map((name) => `_inlines.${index}.rows.*.${formName(name)}`)),
  ]);
  // A second click returns the promise of the first.
  const submit = (values: Record<string, unknown>): Promise<SaveErrors | undefined> => {
    if (running.current) return running.current;
    if (reason.isMissing()) return Promise.resolve({ root: { serverError: t('Say why it is saved.') } });
    setSaving(true);
    running.current = onSave({
      values: valuesOf(values),
      after: awaited.isAwaited ? () => awaited.end(true) : after.current,
      inputs,
      lastInput: lastInput.current,
      reason: reason.options,
    }).finally(() => {
      running.current = null;
      setSaving(false);
    });
    return running.current;
  };
  return (
    <Form
      onSubmit={submit}
      defaultValues={record ? undefined : whole}
      record={record ? { id: record.id, ...whole } : undefined}
      noValidate
      // The bar that saves says what is wrong, for as long as it is.
      disableInvalidFormNotification
      className="row-form"
    >
      <DraftOfForm schema={schema} record={record} inlines={inlines} whole={whole} />
      <Held isHeld={isSaving}>
        <RowFields schema={schema} record={record} isOpen={isOpen} beside={record && <Activity schema={schema} id={record.id} />}>
          {inlines.map((child, index) => (
            <InlineForm key={`${child.inline.model} ${child.inline.fk_field}`} child={child} path={`_inlines.${index}.rows`} />
          ))}
        </RowFields>
      </Held>
      <span hidden ref={place} />
      <FormState {...{ saves, whole, place, lastInput, awaited }} onSaved={reason.clear} />
      {!record && <FirstInput key={saves} />}
      {record && <InputOfStep place={place} />}
      <SaveBar isEditing={record !== undefined} nextText={nextText} besideNext={besideNext} onChoose={(chosen) => (after.current = chosen)}>
        <ReasonField reason={reason} />
      </SaveBar>
    </Form>
  );
}

/** Whether the model or that of an inline demands a reason for what the form may do. */
function isReasonDemanded(schema: ModelSchema, inlines: readonly Children[], isEditing: boolean): boolean {
  const deeds = ['create', 'update', 'delete'] as const;
  return (
    demandsReason(schema, isEditing ? 'update' : 'create') ||
    inlines.some((child) => deeds.some((deed) => demandsReason(child.schema, deed)))
  );
}

/** The values of the form, by the names of the fields. */
function valuesOf({ _inlines: inlines, ...values }: Readonly<Record<string, unknown>>): RowValues {
  const lists = (inlines ?? []) as readonly { readonly rows?: readonly Readonly<Record<string, unknown>>[] }[];
  return { ...fromForm(values), _inlines: lists.map(({ rows = [] }) => ({ rows: rows.map(fromForm) })) };
}

interface FormStateProps {
  readonly saves: number;
  readonly whole: object;
  /** An element in the form. */
  readonly place: RefObject<HTMLElement | null>;
  readonly lastInput: RefObject<string | undefined>;
  readonly awaited: AwaitedSave;
  readonly onSaved: () => void;
}

/** Tells the page whether there is unsaved input, and resets the form after a save. */
function FormState({ saves, whole, place, lastInput, awaited, onSaved }: FormStateProps) {
  const page = useContext(EditingPageContext);
  const { reset } = useFormContext();
  const [form] = useState({});
  useUnsaved(form, place, awaited);
  useLastInput(place, lastInput);
  useLeaveGuard(form, page?.isLeaving !== true);
  const latest = useRef(whole);
  useEffect(() => {
    latest.current = whole;
  });
  const saved = useEvent(onSaved);
  useEffect(() => {
    if (saves === 0) return;
    reset(latest.current);
    saved();
  }, [saves, reset, saved]);
  return null;
}

/** Gives the keyboard to the input that had it in the row before, where one goes on from row to row. */
function InputOfStep({ place }: Pick<FormStateProps, 'place'>) {
  const { state } = useLocation() as { readonly state: Stepped | null };
  const input = state?.input;
  useEffect(() => {
    if (input !== undefined && isFocusLost()) focusInput(place.current?.closest('form'), input);
  }, [input, place]);
  return null;
}
