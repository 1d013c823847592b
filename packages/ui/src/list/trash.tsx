import { type ModelSchema, trashParameter } from '@grimoire/protocol';
import DeleteSweepIcon from '@mui/icons-material/DeleteSweep';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { useId, useState } from 'react';
import { useListContext, useNotify, useRefresh, useUnselectAll } from 'react-admin';
import { leaveForContent } from '../layout/focus.ts';
import { messageOf } from '../layout/trouble.tsx';
import { useService } from '../service.ts';
import { rowsText } from './count-text.ts';
import { useSelection } from './selection-context.ts';
import { useSelectedRows } from './selected-keys.ts';
import { t } from '../texts/text.ts';

/** Whether the list shows the rows in the trash. */
export function useIsTrash(): boolean {
  const { filterValues } = useListContext();
  return (filterValues as Readonly<Record<string, unknown>>)[trashParameter] === 'only';
}

/** Whether the user may see the trash of a model. */
export function hasTrash({ soft_delete: trash, permissions }: ModelSchema): boolean {
  return trash !== undefined && permissions.view && (trash.restore || trash.purge);
}

/** Switches between the rows and those in the trash. */
export function TrashButton() {
  const { filterValues, displayedFilters, setFilters } = useListContext();
  const isTrash = useIsTrash();
  const { [trashParameter]: _shown, ...others } = filterValues as Readonly<Record<string, unknown>>;
  return (
    <Button
      size="small"
      startIcon={<DeleteSweepIcon />}
      aria-pressed={isTrash}
      variant={isTrash ? 'contained' : 'text'}
      onClick={() => setFilters(isTrash ? others : { ...others, [trashParameter]: 'only' }, displayedFilters)}
    >
      {t('Trash')}
    </Button>
  );
}

/** What can be done with selected rows of the trash. */
export function TrashActions() {
  const { schema } = useSelection();
  return (
    <>
      {schema.soft_delete?.restore && <Restore />}
      {schema.soft_delete?.purge && <Purge />}
    </>
  );
}

function Restore() {
  const { dataProvider } = useService();
  const { run, isRunning } = useTrashJob(
    (model, ids) => dataProvider.restoreMany(model, ids),
    (rows) => t('%{rows} restored.', { rows }),
  );
  return (
    <Button size="small" disabled={isRunning} onClick={() => void run()}>
      {t('Restore')}
    </Button>
  );
}

function Purge() {
  const { dataProvider } = useService();
  const { schema } = useSelection();
  const { count, isExact } = useSelectedRows();
  const [isOpen, setOpen] = useState(false);
  const titleId = useId();
  const close = (): void => setOpen(false);
  const { run, isRunning } = useTrashJob(
    (model, ids) => dataProvider.purgeMany(model, ids),
    (rows) => t('%{rows} deleted for good.', { rows }),
    close,
  );
  return (
    <>
      <Button size="small" color="error" onClick={() => setOpen(true)}>
        {t('Delete for good')}
      </Button>
      <Dialog open={isOpen} onClose={close} fullWidth maxWidth="sm" aria-labelledby={titleId}>
        <DialogTitle id={titleId}>{t('Delete %{rows} for good?', { rows: rowsText(schema, count, isExact) })}</DialogTitle>
        <DialogContent>
          <DialogContentText>{t('The rows, and those that belong to them, can not be restored.')}</DialogContentText>
        </DialogContent>
        <DialogActions>
          <Button onClick={close}>{t('Cancel')}</Button>
          <Button variant="contained" color="error" disabled={isRunning} onClick={() => void run().finally(close)}>
            {t('Delete for good')}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}

/** Runs a job on the selected rows, all or none, and says what was done. */
function useTrashJob(
  job: (model: string, ids: readonly (string | number)[]) => Promise<number>,
  done: (rows: string) => string,
  onDone?: () => void,
) {
  const { schema } = useSelection();
  const { keys } = useSelectedRows();
  const notify = useNotify();
  const refresh = useRefresh();
  const unselect = useUnselectAll(schema.model);
  const [isRunning, setRunning] = useState(false);
  const run = async (): Promise<void> => {
    setRunning(true);
    try {
      const count = await job(schema.model, await keys());
      notify(done(rowsText(schema, count)), { type: 'success' });
      leaveForContent(() => {
        onDone?.();
        unselect();
      });
      refresh();
    } catch (error) {
      notify(messageOf(error), { type: 'error', autoHideDuration: 10_000 });
    } finally {
      setRunning(false);
    }
  };
  return { run, isRunning };
}
