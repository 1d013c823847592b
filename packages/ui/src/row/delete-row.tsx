import type { Key, ModelSchema, RelatedRows } from '@grimoire/protocol';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify, useRedirect } from 'react-admin';
import { messageOf } from '../layout/trouble.tsx';
import { dataProvider } from '../service.ts';
import { DeleteDialog } from './delete-dialog.tsx';

interface DeleteRowProps {
  readonly schema: ModelSchema;
  readonly id: Key;
  readonly label: string;
}

/** Deletes the row of a page, once it is clear what goes along. */
export function DeleteRow(props: DeleteRowProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" color="error" startIcon={<DeleteIcon />} onClick={() => setOpen(true)}>
        Delete
      </Button>
      {isOpen && <DeleteRowDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function DeleteRowDialog({ schema, id, label, onClose }: DeleteRowProps & { readonly onClose: () => void }) {
  const notify = useNotify();
  const redirect = useRedirect();
  const consequences = useQuery<RelatedRows>({
    queryKey: ['what a delete takes along', schema.model, id],
    queryFn: () => dataProvider.related(schema.model, id),
    gcTime: 0,
    staleTime: 'static',
    retry: false,
  });
  async function remove(): Promise<void> {
    try {
      await dataProvider.delete(schema.model, { id });
    } catch (error) {
      notify(messageOf(error), { type: 'error' });
      void consequences.refetch();
      return;
    }
    notify(`${label} is deleted.`, { type: 'success' });
    redirect('list', schema.model);
  }
  return (
    <DeleteDialog
      title={`Delete ${schema.verbose_name} ${label}?`}
      model={schema.model}
      id={id}
      consequences={consequences}
      onClose={onClose}
      onDelete={remove}
    />
  );
}
