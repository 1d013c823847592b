import { rowOf, type ServedRecord } from '@grimoire/client/react-admin';
import type { FieldSchema, Key, ModelSchema } from '@grimoire/protocol';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MuiLink from '@mui/material/Link';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { Form, SaveButton } from 'react-admin';
import { useHref } from 'react-router-dom';
import { rowAddress } from '../../cells/row-link.tsx';
import { Attempts } from '../../form/attempt.ts';
import { defaultsOf } from '../../form/defaults.ts';
import { useHasInput } from '../../form/field-input.tsx';
import { FirstInput } from '../../form/first-input.tsx';
import { formName, fromForm, toForm } from '../../inputs/form-names.ts';
import { useService } from '../../session/service.ts';
import { NotSaved } from '../../form/not-saved.tsx';
import { Held } from '../save/held.tsx';
import { keyFieldsOf, madeKeysOf } from '../../schema/key-fields.ts';
import { AwaitedSave } from '../draft/awaited-save.ts';
import { useUnsaved } from '../draft/leave-guard.ts';
import { RowFields } from '../fields/row-fields.tsx';
import { type SaveErrors, saveErrors } from '../save/save-errors.ts';
import { saveRow } from '../save/save-row.ts';
import { useTellWritten } from '../../undo/message.tsx';
import { demandsReason, ReasonField, useReason } from '../../undo/reason.tsx';
import { Written } from '../../undo/written.ts';
import { t } from '../../texts/text.ts';

interface RelatedFormProps {
  readonly schema: ModelSchema;
  /** Undefined for a new row. */
  readonly record: ServedRecord | undefined;
  /** Stands for this form among those with unsaved input. */
  readonly owner: object;
  readonly onClose: () => void;
  readonly onSaved: (id: Key) => void;
}

/** The fields of a row that is opened beside another form; its inlines are on its own page. */
export function RelatedForm({ schema, record, owner, onClose, onSaved }: RelatedFormProps) {
  const hasInput = useHasInput();
  const whole = useMemo(() => toForm(record ? rowOf(record) : defaultsOf(schema.fields)), [record, schema]);
  const fixed = record ? keyFieldsOf(schema) : madeKeysOf(schema);
  const isOpen = (field: FieldSchema): boolean => hasInput(field) && !fixed.has(field.name);
  const inputs = new Set(schema.fields.filter(isOpen).map(({ name }) => formName(name)));
  const [awaited] = useState(() => new AwaitedSave());
  const saved = (id: Key): void => {
    awaited.end(true);
    onSaved(id);
  };
  const { isSaving, submit, reason } = useSave({ schema, record, inputs, onSaved: saved });
  return (
    <Box sx={frame}>
      <Form
        onSubmit={submit}
        defaultValues={record ? undefined : whole}
        record={record ? { id: record.id, ...whole } : undefined}
        noValidate
        disableInvalidFormNotification
        className="related-form"
      >
        <Box sx={{ flex: 1, overflowY: 'auto', p: 2.5 }}>
          <Held isHeld={isSaving}>
            <RowFields schema={schema} record={record} isOpen={isOpen}>
              {null}
            </RowFields>
          </Held>
        </Box>
        <UnsavedInput owner={owner} awaited={awaited} />
        {!record && <FirstInput />}
        <Box sx={{ '&:not(:empty)': { px: 2.5, pt: 1.25 } }}>
          <ReasonField reason={reason} />
        </Box>
        <Box sx={{ '&:not(:empty)': { px: 2.5, pt: 1.25, borderTop: 1, borderColor: 'divider' }, '&:not(:empty) + *': { borderTop: 0 } }}>
          <NotSaved ofInputs={t('The form is not valid. Please check for errors')} />
        </Box>
        <Box sx={bar}>
          {record && <PageLink schema={schema} id={record.id} />}
          <Button onClick={onClose} sx={{ ml: 'auto' }}>
            {t('Cancel')}
          </Button>
          <SaveButton alwaysEnable icon={<></>} />
        </Box>
      </Form>
    </Box>
  );
}

interface SaveParts extends Pick<RelatedFormProps, 'schema' | 'record' | 'onSaved'> {
  /** The names of the inputs of the form. */
  readonly inputs: ReadonlySet<string>;
}

function useSave({ schema, record, inputs, onSaved }: SaveParts) {
  const { client } = useService();
  const queryClient = useQueryClient();
  const tell = useTellWritten();
  const reason = useReason(demandsReason(schema, record ? 'update' : 'create'));
  const attempts = useRef(new Attempts());
  const [isSaving, setSaving] = useState(false);
  async function submit(values: Record<string, unknown>): Promise<SaveErrors | undefined> {
    if (reason.isMissing()) return { root: { serverError: t('Say why it is saved.') } };
    const written = new Written();
    const options = { ...reason.options, ...written.options };
    const save = {
      schema,
      values: fromForm(values),
      ...(record ? { previous: record } : {}),
      children: [],
      attempts: attempts.current,
      options,
    };
    setSaving(true);
    try {
      const id = await saveRow(client, save);
      // Lists and pickers may show its label.
      await queryClient.invalidateQueries({ queryKey: [schema.model] });
      tell(
        record ? t('The %{model} is saved.', { model: schema.verbose_name }) : t('The %{model} is made.', { model: schema.verbose_name }),
        written.changeSet,
      );
      onSaved(id);
      return undefined;
    } catch (error) {
      return saveErrors(error, save, inputs);
    } finally {
      setSaving(false);
    }
  }
  return { isSaving, submit, reason };
}

/** Within the context of the form. */
function UnsavedInput({ owner, awaited }: Pick<RelatedFormProps, 'owner'> & { readonly awaited: AwaitedSave }) {
  const place = useRef<HTMLElement>(null);
  useUnsaved(owner, place, awaited);
  return <span hidden ref={place} />;
}

/** The page of the row, in another tab: the form below keeps what was entered. */
function PageLink({ schema, id }: { readonly schema: ModelSchema; readonly id: Key }) {
  return (
    <MuiLink href={useHref(rowAddress(schema, id))} target="_blank" rel="noreferrer">
      {t('Open its page')}
    </MuiLink>
  );
}

const frame = {
  display: 'flex',
  flex: 1,
  minHeight: 0,
  '& .related-form': { display: 'flex', flexDirection: 'column', flex: 1, minWidth: 0 },
  '& .columns-of-page': { gridTemplateColumns: 'minmax(0, 1fr)' },
} as const;

const bar = { display: 'flex', alignItems: 'center', gap: 1, px: 2.5, py: 1.25, borderTop: 1, borderColor: 'divider' } as const;
