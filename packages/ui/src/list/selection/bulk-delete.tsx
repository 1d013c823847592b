import Alert from '@mui/material/Alert';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify, useRefresh, useUnselectAll } from 'react-admin';
import { leaveForContent } from '../../layout/focus.ts';
import { messageOf } from '../../layout/trouble.tsx';
import { DeleteWindow } from '../../actions/delete-window.ts';
import { sumOf } from '../../actions/consequences.ts';
import { useService } from '../../session/service.ts';
import { rowsText } from '../../texts/count-text.ts';
import { RowsButton } from './rows-button.tsx';
import { useSelection } from '../../actions/selection-context.ts';
import { useSelectedRows } from './selected-keys.ts';
import { t } from '../../texts/text.ts';

/** The number of rows for which the effects of their delete are requested. */
const mostAsked = 50;

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

function BulkDeleteDialog({ onClose }: { readonly onClose: () => void }) {
  const { client, dataProvider } = useService();
  const { schema, isAll } = useSelection();
  const { count, isExact, keys } = useSelectedRows();
  const notify = useNotify();
  const refresh = useRefresh();
  const unselect = useUnselectAll(schema.model);
  const consequences = useQuery({
    queryKey: ['what a bulk delete takes along', schema.model, isAll, count],
    queryFn: async () => {
      const ids = (await keys()).slice(0, mostAsked);
      return sumOf(await Promise.all(ids.map((id) => dataProvider.related(schema.model, id))));
    },
    gcTime: 0,
    // After the delete, the effects are not requested again.
    staleTime: 'static',
    retry: false,
  });

  async function remove(): Promise<void> {
    let deleted = 0;
    let remaining = 0;
    try {
      const ids = [...(await keys())];
      deleted = await client.model(schema.model).deleteMany(ids);
      remaining = ids.length - deleted;
    } catch (error) {
      notify(messageOf(error), { type: 'error', autoHideDuration: 10_000 });
      return;
    }
    const texts = [
      ...(deleted > 0 || remaining === 0 ? [t('%{rows} deleted.', { rows: rowsText(schema, deleted) })] : []),
      ...(remaining > 0 ? [t('The database has kept %{rows}, and changed them instead.', { rows: rowsText(schema, remaining) })] : []),
    ];
    notify(texts.join(' '), remaining > 0 ? { type: 'warning', autoHideDuration: 10_000 } : { type: 'success' });
    leaveForContent(() => {
      onClose();
      unselect();
    });
    refresh();
  }

  return (
    <DeleteWindow
      title={t('Delete %{rows}?', { rows: rowsText(schema, count, isExact) })}
      model={schema.model}
      isMany={count !== 1}
      consequences={consequences}
      onClose={onClose}
      onDelete={remove}
    >
      {count > mostAsked && (
        <Alert severity="info" sx={{ mb: 1 }}>
          {t('What goes along is that of the first %{number} rows; the others may take more.', { number: mostAsked })}
        </Alert>
      )}
    </DeleteWindow>
  );
}
