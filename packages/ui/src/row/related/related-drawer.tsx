import type { ServedRecord } from '@grimoire/client/react-admin';
import type { Key, ModelSchema } from '@grimoire/protocol';
import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { RecordContextProvider, ResourceContextProvider } from 'react-admin';
import { textOf } from '../../cells/value-text.ts';
import { useAskToLeave } from '../../layout/ask-to-leave.ts';
import { useSaveByKey } from '../../layout/save-by-key.ts';
import { Trouble } from '../../layout/trouble.tsx';
import { failureOf, readOnce } from '../../session/failure.ts';
import { LinesSkeleton } from '../../loading/lines-skeleton.tsx';
import { rowTitleOf } from '../../schema/row-title.ts';
import { capitalized, useModelSchema } from '../../schema/use-schema.ts';
import { useService } from '../../session/service.ts';
import { keepPickerRows } from '../../form/picker-rows.ts';
import { RelatedForm } from './related-form.tsx';
import { RowSkeleton } from '../page/row-skeleton.tsx';
import { t } from '../../texts/text.ts';

interface RelatedDrawerProps {
  readonly model: string;
  /** Undefined for a new row. */
  readonly id: Key | undefined;
  /** It is closed without a row that was saved. */
  readonly onClose: () => void;
  readonly onSaved: (id: Key) => void;
}

/** A row of another model, or a new one, beside the form that points to it. */
export function RelatedDrawer({ model, id, onClose, onSaved }: RelatedDrawerProps) {
  const { unsaved } = useService();
  const [form] = useState({});
  const title = useId();
  const saveByKey = useSaveByKey();
  const { data: schema, error, refetch } = useModelSchema(model);
  const row = useRow(schema, id);
  const askToLeave = useAskToLeave();
  const close = async (): Promise<void> => {
    const words = { leave: t('Close without saving'), save: t('Save and close'), form };
    // A form that is saved closes the drawer by itself.
    if (!unsaved.has(form) || (await askToLeave(words)) === 'lost') onClose();
  };
  const failure = failureOf({ data: schema, error });
  const trouble = failure ?? row.error;
  const isRead = id === undefined || row.data !== undefined;
  return (
    <Drawer
      anchor="right"
      open
      onClose={() => void close()}
      onKeyDown={saveByKey}
      slotProps={{ paper: { role: 'dialog', 'aria-labelledby': title, sx: paper } as object }}
    >
      <Box sx={head}>
        <Box id={title} component="h2" sx={{ m: 0, fontSize: 16, fontWeight: 600, minWidth: 0, overflowWrap: 'anywhere' }}>
          {schema ? titleOf(schema, id, row.data) : t('Loading')}
        </Box>
        <IconButton size="small" aria-label={t('Close')} onClick={() => void close()} sx={{ ml: 'auto' }}>
          <CloseIcon fontSize="small" />
        </IconButton>
      </Box>
      {trouble ? (
        <Trouble error={trouble} onRetry={() => void (failure ? refetch() : row.refetch())} />
      ) : schema && isRead ? (
        <ResourceContextProvider value={model}>
          <RecordContextProvider value={row.data}>
            <RelatedForm schema={schema} record={row.data} owner={form} onClose={() => void close()} onSaved={onSaved} />
          </RecordContextProvider>
        </ResourceContextProvider>
      ) : (
        <Box sx={{ p: 2.5 }}>
          {schema ? <RowSkeleton schema={schema} isNew={id === undefined} /> : <LinesSkeleton text={t('Loading')} />}
        </Box>
      )}
    </Drawer>
  );
}

/** The row as it is now, with its ETag. */
function useRow(schema: ModelSchema | undefined, id: Key | undefined) {
  const { dataProvider } = useService();
  const queryClient = useQueryClient();
  return useQuery({
    queryKey: [schema?.model, 'related row', id],
    queryFn: async () => {
      if (!schema || id === undefined) throw new Error('There is no row to read.');
      const { data } = await dataProvider.getOne(schema.model, { id });
      keepPickerRows(queryClient, schema, [data as ServedRecord]);
      return data as ServedRecord;
    },
    enabled: schema !== undefined && id !== undefined,
    gcTime: 0,
    staleTime: readOnce,
    retry: false,
  });
}

function titleOf(schema: ModelSchema, id: Key | undefined, record: ServedRecord | undefined): string {
  if (id === undefined) return t('New %{model}', { model: schema.verbose_name });
  return record ? rowTitleOf(schema, textOf(record['_label'])) : capitalized(schema.verbose_name);
}

const paper = { width: 560, maxWidth: '100vw', display: 'flex', flexDirection: 'column' } as const;

const head = { display: 'flex', alignItems: 'center', gap: 1, px: 2.5, py: 1.5, borderBottom: 1, borderColor: 'divider' } as const;
