import type { ServedRecord } from '@grimoire/client/react-admin';
import type { ModelSchema } from '@grimoire/protocol';
import { useQueryClient } from '@tanstack/react-query';
import { useContext, useEffect, useMemo, useRef, useState } from 'react';
import { Edit, Loading, useEditContext, useNotify, useRedirect } from 'react-admin';
import { ApiError } from '@grimoire/client';
import { messageOf, Trouble } from '../layout/trouble.tsx';
import { WithSchema } from '../schema/with-schema.tsx';
import { dataProvider } from '../service.ts';
import { useChildren } from './children.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import { EditingPageContext, type FormReport } from './page-context.ts';
import { type After, RowForm } from './row-form.tsx';
import { RowHeader, RowTitle } from './row-header.tsx';
import { type RowValues, type Save, saveErrors, saveRow } from './save-row.ts';

/**
 * How a row is read that is to be edited: alone, with its ETag, and not again while somebody fills in the form. (A list's
 * rows are no beginning: they have neither ETag nor every field; the `meta` keeps them out.)
 */
const fresh = { meta: { isForEditing: true }, gcTime: 0, staleTime: 'static' } as const;

/** The page on which a row of any model is changed. */
export function RowEdit() {
  return <WithSchema>{(schema) => <EditingPage key={schema.model} schema={schema} />}</WithSchema>;
}

function EditingPage({ schema }: { readonly schema: ModelSchema }) {
  const said = useRef<FormReport>({});
  const page = useMemo(
    () => ({
      isDirty: () => said.current.isDirty ?? false,
      reload: async () => said.current.reload?.(),
      report: (next: FormReport) => {
        said.current = { ...said.current, ...next };
      },
    }),
    [],
  );
  return (
    <EditingPageContext value={page}>
      <Edit
        mutationMode="pessimistic"
        queryOptions={fresh}
        title={<RowTitle schema={schema} />}
        actions={<RowHeader schema={schema} />}
        error={<EditTrouble />}
      >
        <Editing schema={schema} />
      </Edit>
    </EditingPageContext>
  );
}

function EditTrouble() {
  const { error, refetch } = useEditContext();
  return <Trouble error={error} onRetry={() => void refetch()} />;
}

/** Two who changed one row. */
interface Conflict {
  readonly mine: Save;
  readonly theirs: ServedRecord;
  readonly after: After;
}

function Editing({ schema }: { readonly schema: ModelSchema }) {
  const { record, refetch } = useEditContext<ServedRecord>();
  const loaded = useChildren(schema, record?.id);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const notify = useNotify();
  const redirect = useRedirect();
  const queryClient = useQueryClient();
  const page = useContext(EditingPageContext);
  const { children } = loaded;
  const reload = (): Promise<unknown> => Promise.all([refetch(), loaded.refetch()]);
  useEffect(() => page?.report({ reload }));
  if (!record || !children) return <Loading />;

  async function save(mine: Save, after: After): Promise<Record<string, unknown> | undefined> {
    try {
      await saveRow(mine);
    } catch (error) {
      if (error instanceof ApiError && error.problem.kind === 'conflict') {
        const { data } = await dataProvider.getOne(schema.model, { id: record?.id ?? '' });
        setConflict({ mine, theirs: data as ServedRecord, after });
        return { root: { serverError: error.problem.detail } };
      }
      return saveErrors(error, mine) ?? { root: { serverError: messageOf(error) } };
    }
    setConflict(null);
    notify(`The ${schema.verbose_name} is saved.`, { type: 'success' });
    await Promise.all(
      [schema.model, ...schema.inlines.map(({ model }) => model)].map((model) =>
        queryClient.invalidateQueries({ queryKey: [model, 'getList'] }),
      ),
    );
    if (after === 'list') redirect('list', schema.model);
    else await reload();
    return undefined;
  }

  return (
    <>
      <RowForm
        schema={schema}
        record={record}
        inlines={children}
        onSave={(values: RowValues, after) => save({ schema, values, previous: record, children }, after)}
      />
      {conflict && (
        <ConflictDialog
          schema={schema}
          base={record}
          mine={conflict.mine.values}
          theirs={conflict.theirs}
          onClose={() => setConflict(null)}
          onSave={async (values) => {
            const errors = await save({ ...conflict.mine, values, previous: conflict.theirs }, conflict.after);
            const { root } = (errors ?? {}) as { root?: { serverError: string } };
            if (errors) notify(root?.serverError ?? 'It could not be saved: look at the fields.', { type: 'error' });
          }}
        />
      )}
    </>
  );
}
