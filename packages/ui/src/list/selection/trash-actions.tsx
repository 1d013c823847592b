import { useState } from 'react';
import { useNotify, useRefresh, useUnselectAll } from 'react-admin';
import { leaveForContent } from '../../layout/focus.ts';
import { messageOf } from '../../layout/trouble.tsx';
import { useService } from '../../session/service.ts';
import { rowsText } from '../../texts/count-text.ts';
import { RowsButton } from './rows-button.tsx';
import { PurgeDialog } from './purge-dialog.tsx';
import { useSelectedRows } from './selected-keys.ts';
import { useSelection } from '../../actions/selection-context.ts';
import { t } from '../../texts/text.ts';

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
    <RowsButton isRunning={isRunning} onClick={() => void run()}>
      {t('Restore')}
    </RowsButton>
  );
}

function Purge() {
  const { dataProvider } = useService();
  const { schema } = useSelection();
  const { count, isExact } = useSelectedRows();
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  const { run, isRunning } = useTrashJob(
    (model, ids) => dataProvider.purgeMany(model, ids),
    (rows) => t('%{rows} deleted for good.', { rows }),
    close,
  );
  return (
    <>
      <RowsButton isDangerous onClick={() => setOpen(true)}>
        {t('Delete for good')}
      </RowsButton>
      {isOpen && (
        <PurgeDialog
          rows={rowsText(schema, count, isExact)}
          isRunning={isRunning}
          onClose={close}
          onPurge={() => void run().finally(close)}
        />
      )}
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
