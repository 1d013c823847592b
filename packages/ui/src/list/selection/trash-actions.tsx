import type { WriteOptions } from '@grimoire/client';
import type { Key } from '@grimoire/protocol';
import { useState } from 'react';
import { useNotify, useRefresh, useUnselectAll } from 'react-admin';
import { leaveForContent } from '../../layout/focus.ts';
import { messageOf } from '../../layout/trouble.tsx';
import { useService } from '../../session/service.ts';
import { rowsText } from '../../texts/count-text.ts';
import { useTellWritten } from '../../undo/message.tsx';
import { demandsReason, useReason } from '../../undo/reason.tsx';
import { useTrial } from '../../undo/trial.ts';
import { type IfPreview, isStale } from '../../undo/tried.ts';
import { Written } from '../../undo/written.ts';
import { RowsButton } from './rows-button.tsx';
import { PurgeDialog } from './purge-dialog.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
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
  const { client } = useService();
  const { schema } = useSelection();
  const { count, isExact } = useSelectedRows();
  const [isOpen, setOpen] = useState(false);
  const reason = useReason(demandsReason(schema, 'restore'));
  const close = (): void => setOpen(false);
  const { run, isRunning } = useTrashJob(
    (ids, options) => client.model(schema.model).restoreMany(ids, { ...options, ...reason.options }),
    (rows) => t('%{rows} restored.', { rows }),
    close,
  );
  return (
    <>
      <RowsButton isRunning={isRunning} onClick={() => (reason.field ? setOpen(true) : void run())}>
        {t('Restore')}
      </RowsButton>
      {isOpen && (
        <ReasonDialog
          title={t('Restore %{rows}?', { rows: rowsText(schema, count, isExact) })}
          deed={t('Restore')}
          reason={reason}
          isRunning={isRunning}
          onClose={close}
          onGo={() => void run()}
        />
      )}
    </>
  );
}

function Purge() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <RowsButton isDangerous onClick={() => setOpen(true)}>
        {t('Delete for good')}
      </RowsButton>
      {isOpen && <PurgeWindow onClose={() => setOpen(false)} />}
    </>
  );
}

function PurgeWindow({ onClose }: { readonly onClose: () => void }) {
  const { client } = useService();
  const { schema } = useSelection();
  const { count, isExact, keys } = useSelectedRows();
  const reason = useReason(demandsReason(schema, 'purge'));
  const rows = client.model(schema.model);
  const trial = useTrial(async () => rows.preview.purgeMany(await keys(), reason.ofTrial));
  const { run, isRunning } = useTrashJob(
    (ids, options) => rows.purgeMany(ids, { ...options, ...reason.options }),
    (purged) => t('%{rows} deleted for good.', { rows: purged }),
    onClose,
  );
  const purge = async (): Promise<void> => {
    if (reason.isMissing()) return;
    const isDone = await trial.carryOut(run);
    if (isDone) onClose();
  };
  return (
    <PurgeDialog
      rows={rowsText(schema, count, isExact)}
      trial={trial}
      reason={reason}
      isRunning={isRunning}
      onClose={onClose}
      onPurge={() => void purge()}
    />
  );
}

/** Runs a job on the selected rows, all or none, and says what was done. */
function useTrashJob(
  job: (ids: readonly Key[], options: WriteOptions) => Promise<number>,
  done: (rows: string) => string,
  onDone?: () => void,
) {
  const { schema } = useSelection();
  const { keys } = useSelectedRows();
  const notify = useNotify();
  const tell = useTellWritten();
  const refresh = useRefresh();
  const unselect = useUnselectAll(schema.model);
  const [isRunning, setRunning] = useState(false);
  /** Throws what a job throws whose dry run no longer holds. */
  const run = async (ifPreview: IfPreview = {}): Promise<void> => {
    const written = new Written();
    setRunning(true);
    try {
      const count = await job(await keys(), { ...ifPreview, ...written.options });
      tell(done(rowsText(schema, count)), written.changeSet);
      leaveForContent(() => {
        onDone?.();
        unselect();
      });
      refresh();
    } catch (error) {
      if (isStale(error)) throw error;
      notify(messageOf(error), { type: 'error', autoHideDuration: 10_000 });
    } finally {
      setRunning(false);
    }
  };
  return { run, isRunning };
}
