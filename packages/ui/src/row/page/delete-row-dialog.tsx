import type { ServedRecord } from '@grimoire/client/react-admin';
import type { Key, ModelSchema, RelatedRows } from '@grimoire/protocol';
import { useQuery } from '@tanstack/react-query';
import { useContext } from 'react';
import { useNotify, useRedirect, useUnselect } from 'react-admin';
import { textOf } from '../../cells/value-text.ts';
import { messageOf } from '../../layout/trouble.tsx';
import { type ShownPage, useShownPage } from '../../list/page/shown-page.ts';
import { useService } from '../../session/service.ts';
import { consequencesOf } from '../../actions/consequences.ts';
import { type Consequences, DeleteDialog } from '../../actions/delete-dialog.tsx';
import { rowAddress } from '../../cells/row-link.tsx';
import { useModels } from '../../schema/use-schema.ts';
import { EditingPageContext } from '../../layout/editing-page.ts';
import { useTellWritten } from '../../undo/message.tsx';
import { demandsReason, useReason } from '../../undo/reason.tsx';
import { useTrial } from '../../undo/trial.ts';
import { Written } from '../../undo/written.ts';
import { t } from '../../texts/text.ts';

interface DeleteRowDialogProps {
  readonly schema: ModelSchema;
  readonly record: ServedRecord;
  readonly onClose: () => void;
}

/** What the delete of a row takes along, before it is made. */
export function DeleteRowDialog({ schema, record, onClose }: DeleteRowDialogProps) {
  const { id, _label: label } = record;
  const { client, dataProvider } = useService();
  const page = useContext(EditingPageContext);
  const unselect = useUnselect(schema.model);
  const [shown, remember] = useShownPage(schema.model);
  const notify = useNotify();
  const tell = useTellWritten();
  const reason = useReason(demandsReason(schema, 'delete'));
  const models = useModels();
  const redirect = useRedirect();
  const rows = client.model(schema.model);
  const ifMatch = record._etag === undefined ? {} : { ifMatch: record._etag };
  // It says what no dry run does: which rows forbid the delete, and whether the database has foreign keys at all.
  const related = useQuery<RelatedRows>({
    queryKey: ['what a delete takes along', schema.model, id],
    queryFn: () => dataProvider.related(schema.model, id),
    gcTime: 0,
    staleTime: 'static',
    retry: false,
  });
  // Where the database may keep the row, it has the last word.
  const isBlocked = (related.data?.blocked_by.length ?? 0) > 0 && related.data?.may_be_kept !== true;
  const trial = useTrial(() => rows.preview.delete(id, { ...ifMatch, ...reason.ofTrial }), { isOn: related.isFetched && !isBlocked });
  async function remove(): Promise<void> {
    const written = new Written();
    let detail: string | undefined;
    try {
      const isDone = await trial.carryOut(async (ifPreview) => {
        detail = (await rows.delete(id, { ...ifMatch, ...ifPreview, ...reason.options, ...written.options }))?.detail;
      });
      if (!isDone) return;
    } catch (error) {
      if (reason.isAskedBy(error)) return;
      notify(messageOf(error), { type: 'error' });
      void trial.again();
      void related.refetch();
      return;
    }
    // The database may have kept the row, and then says what it has made of the delete.
    if (detail === undefined) tell(t('%{row} is deleted.', { row: textOf(label) }), written.changeSet, { opens: rowAddress(schema, id) });
    else tell(detail, written.changeSet, { isWarning: true });
    unselect([id]);
    if (shown) remember(openedBeside(shown, id));
    const go = (): void => redirect('list', schema.model);
    if (page) page.leave(go);
    else go();
  }
  const { preview, why } = trial.tried ?? { preview: null, why: null };
  const consequences: Consequences = {
    rows:
      related.data && (preview ? { ...related.data, ...consequencesOf(preview, { model: schema.model, count: 1 }, models) } : related.data),
    error: related.error ?? trial.error,
    isPending: related.isPending || trial.isPending || (!isBlocked && !trial.tried && !trial.error && !related.error),
    isTried: preview !== null,
    notRun: preview?.not_run ?? [],
    note: trial.note ?? why,
  };
  return (
    <DeleteDialog
      title={t('Delete %{model} %{row}?', { model: schema.verbose_name, row: textOf(label) })}
      model={schema.model}
      id={id}
      consequences={consequences}
      reason={reason}
      onClose={onClose}
      onDelete={remove}
    />
  );
}

/** The page from which the row after this one, or before it, was opened: a list shows a deleted row until it is read again, and would give it the focus. */
function openedBeside({ opened: _deleted, ...page }: ShownPage, id: Key): ShownPage {
  const at = page.ids.indexOf(id);
  const beside = at < 0 ? undefined : (page.ids[at + 1] ?? page.ids[at - 1]);
  return beside === undefined ? page : { ...page, opened: beside };
}
