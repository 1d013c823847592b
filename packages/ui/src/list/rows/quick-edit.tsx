import { ApiError } from '@grimoire/client';
import type { ServedRecord } from '@grimoire/client/react-admin';
import { isSame } from '@grimoire/client/react-admin';
import type { FieldSchema, ModelSchema } from '@grimoire/protocol';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Popover from '@mui/material/Popover';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Form } from 'react-admin';
import { Cell } from '../../kinds/cell.tsx';
import { textOf } from '../../cells/value-text.ts';
import { FieldInput } from '../../form/field-input.tsx';
import { FirstInput } from '../../form/first-input.tsx';
import { formErrors } from '../../form/form-errors.ts';
import { NotSaved } from '../../form/not-saved.tsx';
import { formName } from '../../inputs/form-names.ts';
import { KeptBesideForm, type KeptInput, useKeptInput } from '../../form/kept-input.tsx';
import { useSaveByKey } from '../../layout/save-by-key.ts';
import { messageOf, Trouble } from '../../layout/trouble.tsx';
import { failureOf, readOnce } from '../../session/failure.ts';
import { InputSkeleton } from '../../loading/input-skeleton.tsx';
import { keepPickerRows } from '../../form/picker-rows.ts';
import { labelOf } from '../../schema/use-schema.ts';
import { useService } from '../../session/service.ts';
import { useTellWritten } from '../../undo/message.tsx';
import { demandsReason, ReasonField, useReason } from '../../undo/reason.tsx';
import { Written } from '../../undo/written.ts';
import { t } from '../../texts/text.ts';

interface QuickEditProps {
  readonly schema: ModelSchema;
  readonly record: ServedRecord;
  readonly field: FieldSchema;
  readonly anchor: HTMLElement;
  readonly onClose: () => void;
}

/** Changes one value of a row in its list. The row is read first: a change of somebody else meanwhile is not overwritten. */
export function QuickEdit({ schema, record, field, anchor, onClose }: QuickEditProps) {
  const { client } = useService();
  const queryClient = useQueryClient();
  useState(() => keepPickerRows(queryClient, schema, [record]));
  const guard = useKeptInput(onClose);
  const title = useId();
  const saveByKey = useSaveByKey();
  const { data, error, refetch } = useQuery({
    queryKey: [schema.model, 'quick edit', record.id],
    queryFn: ({ signal }) => client.model(schema.model).get(record.id, { signal }),
    gcTime: 0,
    staleTime: readOnce,
    retry: false,
  });
  const failure = failureOf({ data, error });
  return (
    <Popover
      open
      anchorEl={anchor}
      {...guard.ofWindow}
      onKeyDown={saveByKey}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{ paper: { role: 'dialog', 'aria-labelledby': title, sx: { p: 2, width: 340, maxWidth: '100vw' } } as object }}
    >
      <Box id={title} component="h2" sx={{ m: 0, mb: 1, fontSize: 13.5, fontWeight: 600 }}>
        {t('%{field} of %{row}', { field: labelOf(field), row: textOf(record['_label']) })}
      </Box>
      {failure ? (
        <Trouble error={failure} onRetry={() => void refetch()} />
      ) : !data ? (
        <InputSkeleton />
      ) : (
        <ValueForm {...{ schema, field, kept: guard, onClose }} id={record.id} read={data} onRead={refetch} />
      )}
    </Popover>
  );
}

interface ReadRow {
  readonly row: Readonly<Record<string, unknown>>;
  readonly etag: string;
}

interface ValueFormProps {
  readonly schema: ModelSchema;
  readonly field: FieldSchema;
  readonly id: ServedRecord['id'];
  readonly read: ReadRow;
  readonly kept: KeptInput;
  /** Reads the row again. */
  readonly onRead: () => Promise<unknown>;
  readonly onClose: () => void;
}

function ValueForm({ schema, field, id, read, kept, onRead, onClose }: ValueFormProps) {
  const { client } = useService();
  const queryClient = useQueryClient();
  const tell = useTellWritten();
  const reason = useReason(demandsReason(schema, 'update'));
  const [first] = useState(read);
  const name = formName(field.name);
  async function save(values: Record<string, unknown>): Promise<Record<string, unknown> | undefined> {
    const value = values[name] ?? null;
    if (isSame(value, first.row[field.name])) {
      onClose();
      return undefined;
    }
    if (reason.isMissing()) return undefined;
    const written = new Written();
    try {
      await client.model(schema.model).update(id, { [field.name]: value }, { ifMatch: read.etag, ...reason.options, ...written.options });
    } catch (error) {
      if (error instanceof ApiError && error.problem.kind === 'conflict') void onRead();
      if (reason.isAskedBy(error, new Set([name]))) return undefined;
      return formErrors(error, new Set([name])) ?? { root: { serverError: messageOf(error) } };
    }
    tell(t('%{field} is saved.', { field: labelOf(field) }), written.changeSet);
    onClose();
    void queryClient.invalidateQueries({ queryKey: [schema.model, 'getList'] });
    return undefined;
  }
  const isChanged = read.etag !== first.etag;
  return (
    <Form onSubmit={save} noValidate disableInvalidFormNotification defaultValues={{ [name]: first.row[field.name] }}>
      {isChanged && (
        <Alert severity="warning" sx={{ mb: 1 }}>
          {t('Somebody has changed this row meanwhile. It has now:')} <Cell field={field} record={{ ...read.row, id }} />{' '}
          {t('Save again to replace it.')}
        </Alert>
      )}
      <Box sx={{ mt: 1 }}>
        <FieldInput field={field} />
        <FirstInput isOnly />
        <ReasonField reason={reason} />
      </Box>
      <NotSaved />
      <KeptBesideForm kept={kept} />
      <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 1, mt: 1 }}>
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button type="submit" variant="contained">
          {t('Save')}
        </Button>
      </Box>
    </Form>
  );
}
