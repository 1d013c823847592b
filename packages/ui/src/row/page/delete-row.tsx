import type { ServedRecord } from '@grimoire/client/react-admin';
import type { ModelSchema } from '@grimoire/protocol';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { loadedWindow } from '../../loading/loaded-window.tsx';
import { t } from '../../texts/text.ts';

const DeleteRowDialog = loadedWindow(async () => (await import('./delete-row-dialog.tsx')).DeleteRowDialog);

interface DeleteRowProps {
  readonly schema: ModelSchema;
  readonly record: ServedRecord;
}

/** Deletes the row of a page, after its effects are shown. */
export function DeleteRow(props: DeleteRowProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" color="error" startIcon={<DeleteIcon />} onClick={() => setOpen(true)}>
        {t('Delete')}
      </Button>
      {isOpen && <DeleteRowDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}
