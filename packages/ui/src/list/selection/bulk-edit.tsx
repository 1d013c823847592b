import type { FieldSchema } from '@grimoire/protocol';
import { useState } from 'react';
import { useHasInput } from '../../form/field-input.tsx';
import { loadedWindow } from '../../loading/loaded-window.tsx';
import { RowsButton } from './rows-button.tsx';
import { useSelection } from '../../actions/selection-context.ts';
import { t } from '../../texts/text.ts';

const BulkEditDialog = loadedWindow(async () => (await import('./bulk-edit-dialog.tsx')).BulkEditDialog);

/** Sets one field of all selected rows to the same value. */
export function BulkEdit() {
  const [isOpen, setOpen] = useState(false);
  const { schema } = useSelection();
  const hasInput = useHasInput();
  const fields = schema.fields.filter((field) => hasInput(field) && canBeAlike(field) && field.name !== schema.pk_field);
  if (fields.length === 0) return null;
  return (
    <>
      <RowsButton onClick={() => setOpen(true)}>{t('Edit')}</RowsButton>
      {isOpen && <BulkEditDialog fields={fields} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Whether many rows may be given the same value: it is not unique, and no condition closes the field in some of them. */
function canBeAlike({ unique, visible_when: visible, readonly_when: fixed }: FieldSchema): boolean {
  return !unique && !visible && !fixed;
}
