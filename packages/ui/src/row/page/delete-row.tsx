import type { ServedRecord } from '@grimoire/client/react-admin';
import type { Key, ModelSchema, RelatedRows } from '@grimoire/protocol';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useContext, useState } from 'react';
import { useNotify, useRedirect, useUnselect } from 'react-admin';
import { textOf } from '../../cells/value-text.ts';
import { messageOf } from '../../layout/trouble.tsx';
import { type ShownPage, useShownPage } from '../../list/page/shown-page.ts';
import { useService } from '../../session/service.ts';
import { DeleteWindow } from '../../actions/delete-window.ts';
import { EditingPageContext } from '../../layout/editing-page.ts';
import { t } from '../../texts/text.ts';

interface DeleteRowProps {
  readonly schema: ModelSchema;
  readonly record: ServedRecord;
}

/** Deletes the row of a page, after its effects are shown. */
export function DeleteRow(props: DeleteRowProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" color="error" startIcon={<DeleteIcon />} onClick={() => setOpen(true)}>
        {t('Delete')}
      </Button>
      {isOpen && <DeleteRowDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function DeleteRowDialog({ schema, record, onClose }: DeleteRowProps & { readonly onClose: () => void }) {
  const { id, _label: label } = record;
  const { client, dataProvider } = useService();
  const page = useContext(EditingPageContext);
  const unselect = useUnselect(schema.model);
  const [shown, remember] = useShownPage(schema.model);
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
    let detail: string | undefined;
    try {
      const ifMatch = record._etag === undefined ? {} : { ifMatch: record._etag };
      detail = (await client.model(schema.model).delete(id, ifMatch))?.detail;
    } catch (error) {
      notify(messageOf(error), { type: 'error' });
      void consequences.refetch();
      return;
    }
    // The database may have kept the row, and then says what it has made of the delete.
    if (detail === undefined) notify(t('%{row} is deleted.', { row: textOf(label) }), { type: 'success' });
    else notify(detail, { type: 'warning', autoHideDuration: 10_000 });
    unselect([id]);
    if (shown) remember(openedBeside(shown, id));
    const go = (): void => redirect('list', schema.model);
    if (page) page.leave(go);
    else go();
  }
  return (
    <DeleteWindow
      title={t('Delete %{model} %{row}?', { model: schema.verbose_name, row: textOf(label) })}
      model={schema.model}
      id={id}
      consequences={consequences}
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
