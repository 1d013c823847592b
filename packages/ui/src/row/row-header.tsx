import type { ServedRecord } from '@grimoire/client/react-admin';
import type { ModelSchema } from '@grimoire/protocol';
import HistoryIcon from '@mui/icons-material/History';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { TopToolbar, useRecordContext } from 'react-admin';
import { RowActions } from '../actions/action-buttons.tsx';
import { capitalized } from '../schema/use-schema.ts';
import { DeleteRow } from './delete-row.tsx';
import { HistoryDrawer } from './history.tsx';

/** The label of a row, for the heading of its page. */
export function RowTitle({ schema }: { readonly schema: ModelSchema }) {
  const record = useRecordContext();
  const label = record ? String(record['_label']) : '';
  // A row without its own label already has its model's name in it.
  const isNamed = !label.toLowerCase().startsWith(schema.verbose_name.toLowerCase());
  return <>{isNamed ? `${capitalized(schema.verbose_name)} ${label}` : capitalized(label)}</>;
}

/** The operations on the row of a page. */
export function RowHeader({ schema }: { readonly schema: ModelSchema }) {
  const record = useRecordContext<ServedRecord>();
  const [isOpen, setOpen] = useState(false);
  if (!record) return <TopToolbar />;
  const id = record.id;
  return (
    <TopToolbar>
      <RowActions schema={schema} id={id} />
      <Button size="small" startIcon={<HistoryIcon />} onClick={() => setOpen(true)}>
        History
      </Button>
      {schema.permissions.delete && <DeleteRow schema={schema} record={record} />}
      {isOpen && <HistoryDrawer schema={schema} id={id} onClose={() => setOpen(false)} />}
    </TopToolbar>
  );
}
