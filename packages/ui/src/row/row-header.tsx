import type { ServedRecord } from '@grimoire/client/react-admin';
import type { ModelSchema } from '@grimoire/protocol';
import HistoryIcon from '@mui/icons-material/History';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { RowActions } from '../actions/action-buttons.tsx';
import { DeleteRow } from './delete-row.tsx';
import { HistoryDrawer } from './history.tsx';

interface RowHeaderProps {
  readonly schema: ModelSchema;
  readonly record: ServedRecord;
}

/** The operations on the row of a page. */
export function RowHeader({ schema, record }: RowHeaderProps) {
  const [isOpen, setOpen] = useState(false);
  const { id } = record;
  return (
    <>
      <RowActions schema={schema} id={id} />
      <Button size="small" startIcon={<HistoryIcon />} onClick={() => setOpen(true)}>
        History
      </Button>
      {schema.permissions.delete && <DeleteRow schema={schema} record={record} />}
      {isOpen && <HistoryDrawer schema={schema} id={id} onClose={() => setOpen(false)} />}
    </>
  );
}
