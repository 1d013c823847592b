import { useState } from 'react';
import { loadedWindow } from '../../loading/loaded-window.tsx';
import { RowsButton } from './rows-button.tsx';
import { t } from '../../texts/text.ts';

const BulkDeleteDialog = loadedWindow(async () => (await import('./bulk-delete-dialog.tsx')).BulkDeleteDialog);

/** Deletes all selected rows, or none. */
export function BulkDelete() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <RowsButton isDangerous onClick={() => setOpen(true)}>
        {t('Delete')}
      </RowsButton>
      {isOpen && <BulkDeleteDialog onClose={() => setOpen(false)} />}
    </>
  );
}
