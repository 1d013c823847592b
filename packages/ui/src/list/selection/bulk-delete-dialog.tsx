import { ApiError } from '@grimoire/client';
import type { RelatedRows } from '@grimoire/protocol';
import Alert from '@mui/material/Alert';
import { useQuery } from '@tanstack/react-query';
import { useNotify, useRefresh, useUnselectAll } from 'react-admin';
import { leaveForContent } from '../../layout/focus.ts';
import { messageOf } from '../../layout/trouble.tsx';
import { type Consequences, DeleteDialog } from '../../actions/delete-dialog.tsx';
import { consequencesOf, sumOf } from '../../actions/consequences.ts';
import { useModels } from '../../schema/use-schema.ts';
import { useService } from '../../session/service.ts';
import { rowsText } from '../../texts/count-text.ts';
import { useTellWritten } from '../../undo/message.tsx';
import { demandsReason, type Reason, useReason } from '../../undo/reason.tsx';
import { type Trial, useTrial } from '../../undo/trial.ts';
import { Written } from '../../undo/written.ts';
import { useSelection } from '../../actions/selection-context.ts';
import { useSelectedRows } from './selected-keys.ts';
import { t } from '../../texts/text.ts';

/** The number of rows for which the effects of their delete are requested, where it can not be tried. */
const mostAsked = 50;

/** What a delete of the selected rows takes along, before it is made. */
export function BulkDeleteDialog({ onClose }: { readonly onClose: () => void }) {
  const { client } = useService();
  const { schema } = useSelection();
  const { count, isExact, keys } = useSelectedRows();
  const notify = useNotify();
  const tell = useTellWritten();
  const refresh = useRefresh();
  const unselect = useUnselectAll(schema.model);
  const reason = useReason(demandsReason(schema, 'delete'));
  const rows = client.model(schema.model);
  const { trial, consequences } = useConsequences(reason.ofTrial);

  async function remove(): Promise<void> {
    const written = new Written();
    let deleted = 0;
    let remaining = 0;
    try {
      const ids = await keys();
      const isDone = await trial.carryOut(async (ifPreview) => {
        deleted = await rows.deleteMany(ids, { ...ifPreview, ...reason.options, ...written.options });
      });
      if (!isDone) return;
      remaining = ids.length - deleted;
    } catch (error) {
      if (!reason.isAskedBy(error)) notify(messageOf(error), { type: 'error', autoHideDuration: 10_000 });
      return;
    }
    const texts = [
      ...(deleted > 0 || remaining === 0 ? [t('%{rows} deleted.', { rows: rowsText(schema, deleted) })] : []),
      ...(remaining > 0 ? [t('The database has kept %{rows}, and changed them instead.', { rows: rowsText(schema, remaining) })] : []),
    ];
    tell(texts.join(' '), written.changeSet, { isWarning: remaining > 0 });
    leaveForContent(() => {
      onClose();
      unselect();
    });
    refresh();
  }

  return (
    <DeleteDialog
      title={t('Delete %{rows}?', { rows: rowsText(schema, count, isExact) })}
      model={schema.model}
      isMany={count !== 1}
      consequences={consequences}
      reason={reason}
      onClose={onClose}
      onDelete={remove}
    >
      {!consequences.isTried && consequences.rows && count > mostAsked && (
        <Alert severity="info" sx={{ mb: 1 }}>
          {t('What goes along is that of the first %{number} rows; the others may take more.', { number: mostAsked })}
        </Alert>
      )}
    </DeleteDialog>
  );
}

/** What the delete of the selected rows does to others: what points to the first of them, and then a dry run of all. */
function useConsequences(options: Reason['ofTrial']): { readonly trial: Trial; readonly consequences: Consequences } {
  const { client, dataProvider } = useService();
  const { schema } = useSelection();
  const { count, keys } = useSelectedRows();
  const models = useModels();
  const related = useQuery({
    queryKey: ['what a bulk delete takes along', schema.model, count],
    queryFn: async () => {
      const ids = (await keys()).slice(0, mostAsked);
      return sumOf(await Promise.all(ids.map((id) => dataProvider.related(schema.model, id))));
    },
    gcTime: 0,
    // After the delete, the effects are not requested again.
    staleTime: 'static',
    retry: false,
  });
  const { data } = related;
  const isBlocked = data !== undefined && data.blocked_by.length > 0 && data.may_be_kept !== true;
  const isOn = related.isFetched && !isBlocked;
  const trial = useTrial(async () => client.model(schema.model).preview.deleteMany(await keys(), options), { isOn });
  const blockers = blockersIn(trial.error);
  const preview = trial.tried?.preview ?? null;
  const shown = preview && { ...consequencesOf(preview, { model: schema.model, count }, models), ...moreIn(data) };
  const isTrying = trial.isPending || (isOn && !trial.tried && !trial.error);
  const consequences = {
    rows: blockers && data ? { ...data, blocked_by: blockers } : (shown ?? data),
    error: blockers ? null : (trial.error ?? related.error),
    isPending: related.isPending || isTrying,
    isTried: preview !== null,
    notRun: preview?.not_run ?? [],
    note: trial.note ?? trial.tried?.why ?? null,
  };
  return { trial, consequences };
}

function moreIn(related: RelatedRows | undefined): Pick<RelatedRows, 'may_be_more'> {
  return related?.may_be_more === true ? { may_be_more: true } : {};
}

/** The rows that forbid the delete, if a dry run has failed for them. */
function blockersIn(error: Error | null): RelatedRows['blocked_by'] | undefined {
  if (!(error instanceof ApiError) || error.problem.kind !== 'protected') return undefined;
  return error.problem.blockedBy;
}
