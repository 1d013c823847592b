import { ApiError } from '@grimoire/client';
import type { ServedRecord } from '@grimoire/client/react-admin';
import type { ModelSchema } from '@grimoire/protocol';
import Box from '@mui/material/Box';
import { useQueryClient } from '@tanstack/react-query';
import { useContext, useEffect, useRef, useState } from 'react';
import { EditBase, useEditContext, useEvent, useRedirect } from 'react-admin';
import { useKeyOfPage } from '../../cells/row-link.tsx';
import { Attempts } from '../../form/attempt.ts';
import { messageOf, Trouble } from '../../layout/trouble.tsx';
import { readOnce } from '../../session/failure.ts';
import { WithSchema } from '../../layout/with-schema.tsx';
import { useService } from '../../session/service.ts';
import { type Children, useChildren } from '../lines/children.ts';
import { EditingPageProvider } from './editing-page.tsx';
import { EditingPageContext } from '../../layout/editing-page.ts';
import { keepPickerRows } from '../../form/picker-rows.ts';
import { RelatedRowsProvider } from '../related/related-row.tsx';
import { RowForm, type Submitted } from '../fields/row-form.tsx';
import { RowPage } from './row-page.tsx';
import { type Step, useStep } from './use-step.ts';
import { RowSkeleton } from './row-skeleton.tsx';
import { RowTrouble } from './row-trouble.tsx';
import { goneText, type SaveErrors, saveErrors } from '../save/save-errors.ts';
import { type RowValues, type Save, saveRow } from '../save/save-row.ts';
import { labelled, t } from '../../texts/text.ts';
import { loadedWindow } from '../../loading/loaded-window.tsx';
import { useTaken } from '../save/use-taken.ts';
import { useReloadPage } from '../../layout/reload-page.ts';
import { useTellWritten } from '../../undo/message.tsx';
import { Written } from '../../undo/written.ts';

const ConflictDialog = loadedWindow(async () => (await import('../../conflict/conflict-dialog.tsx')).ConflictDialog);

/**
 * Options of the query for a row that will be edited: it is read alone, with its ETag, and not again while the user edits the
 * form. (Rows of a list are not used as initial data, because they have neither an ETag nor every field; the `meta` excludes
 * them.)
 */
const fresh = { meta: { isForEditing: true }, gcTime: 0, staleTime: readOnce, onError: () => undefined };

/** As high as the window at least, so that the bar that saves is at its end. */
export const rowPage = {
  display: 'flex',
  flexDirection: 'column',
  flex: 1,
  minWidth: 0,
  '& .row-form': { display: 'flex', flexDirection: 'column', flex: 1, gap: 2 },
} as const;

/** The page that edits a row of any model. */
export function RowEdit() {
  const id = useKeyOfPage();
  return (
    <WithSchema>
      {(schema) => (
        <EditingPageProvider key={schema.model}>
          <EditBase id={id} mutationMode="pessimistic" queryOptions={fresh}>
            <RelatedRowsProvider>
              <Box className="row-page" sx={rowPage}>
                <Page schema={schema} />
              </Box>
            </RelatedRowsProvider>
          </EditBase>
        </EditingPageProvider>
      )}
    </WithSchema>
  );
}

function Page({ schema }: { readonly schema: ModelSchema }) {
  const { error, refetch } = useEditContext();
  return (
    <RowPage schema={schema} hasFailed={error !== null}>
      {error && <RowTrouble schema={schema} error={error} onRetry={() => void refetch()} />}
      <Loaded schema={schema} />
    </RowPage>
  );
}

function Loaded({ schema }: { readonly schema: ModelSchema }) {
  const queryClient = useQueryClient();
  const { record, refetch, error: failure } = useEditContext<ServedRecord>();
  // After the row: its ETag must be older than its children, or a change of them in between would be overwritten without a conflict.
  const { children, error, refetch: refetchChildren } = useChildren(schema, record?.id);
  // The page says that the row can not be read. It is said once, also where nothing can be read.
  if (failure) return null;
  if (record && error) return <Trouble error={error} onRetry={() => void refetchChildren()} />;
  if (!record || !children) return <RowSkeleton schema={schema} />;
  for (const child of [{ schema, rows: [record] }, ...children]) keepPickerRows(queryClient, child.schema, child.rows);
  const reload = (): Promise<unknown> => Promise.all([refetch(), refetchChildren()]);
  return <Editing key={record.id} schema={schema} record={record} inlines={children} reload={reload} />;
}

interface EditingProps {
  readonly schema: ModelSchema;
  readonly record: ServedRecord;
  readonly inlines: readonly Children[];
  readonly reload: () => Promise<unknown>;
}

/** Two users who changed one row. */
interface Conflict {
  readonly mine: Save;
  readonly theirs: ServedRecord;
  readonly submitted: Submitted;
}

function Editing({ schema, record, inlines, reload }: EditingProps) {
  const { client, dataProvider } = useService();
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [saves, setSaves] = useState(0);
  const attempts = useRef(new Attempts());
  const next = useStep(schema, record.id, 1);
  const finish = useFinish(schema, next, async () => {
    setConflict(null);
    await reload();
    // Queries publish their results in a separate task.
    await new Promise((done) => void setTimeout(done));
    setSaves((before) => before + 1);
  });
  const wasTaken = useTaken(schema);
  useReloads(reload);

  /** @returns the errors, or `conflict` if another user changed the row first: the dialog then shows both versions. */
  async function save(mine: Save, submitted: Submitted): Promise<SaveErrors | 'conflict' | undefined> {
    const written = new Written();
    try {
      await saveRow(client, { ...mine, options: { ...submitted.reason, ...written.options } });
    } catch (error) {
      if (wasTaken(error)) return undefined;
      if (!(error instanceof ApiError) || error.problem.kind !== 'conflict') return saveErrors(error, mine, submitted.inputs);
      return show(mine, submitted);
    }
    await finish(submitted, written.changeSet);
    return undefined;
  }

  async function show(mine: Save, submitted: Submitted): Promise<SaveErrors | 'conflict'> {
    try {
      const { data } = await dataProvider.getOne(schema.model, { id: record.id });
      // Who waited to leave the page stays: they have to choose first.
      const after = typeof submitted.after === 'function' ? 'continue' : submitted.after;
      setConflict({ mine, theirs: data as ServedRecord, submitted: { ...submitted, after } });
      return 'conflict';
    } catch (error) {
      const isGone = error instanceof ApiError && error.problem.kind === 'not found';
      return { root: { serverError: isGone ? goneText(schema) : messageOf(error) } };
    }
  }

  async function resolve({ mine, theirs, submitted }: Conflict, values: RowValues): Promise<string | undefined> {
    const errors = await save({ ...mine, values, previous: theirs }, submitted);
    return errors && errors !== 'conflict' ? textOfErrors(errors) : undefined;
  }

  return (
    <>
      <RowForm
        schema={schema}
        record={record}
        inlines={inlines}
        saves={saves}
        nextText={next.isThere ? t('Save and next') : undefined}
        onSave={async (submitted) => {
          const mine = { schema, values: submitted.values, previous: record, children: inlines, attempts: attempts.current };
          const errors = await save(mine, submitted);
          return errors === 'conflict' ? { root: { serverError: t('This row has been changed since you opened it.') } } : errors;
        }}
      />
      {conflict && (
        <ConflictDialog
          key={conflict.theirs._etag}
          schema={schema}
          base={conflict.mine.previous ?? record}
          mine={conflict.mine.values}
          theirs={conflict.theirs}
          onClose={() => setConflict(null)}
          onSave={(values) => resolve(conflict, values)}
        />
      )}
    </>
  );
}

/** Lets the page, and what takes back a write, read the row again. */
function useReloads(reload: () => Promise<unknown>): void {
  const { undos } = useService();
  const page = useContext(EditingPageContext);
  useEffect(() => page?.setReload(reload));
  const reloadPage = useEvent(useReloadPage());
  useEffect(() => undos.onChange(reloadPage), [undos, reloadPage]);
}

/** The steps after a save: the lists that show the row are read again, and the user gets to the page they chose. */
function useFinish(
  schema: ModelSchema,
  next: Step,
  stay: () => Promise<void>,
): (submitted: Submitted, changeSet: number | undefined) => Promise<void> {
  const tell = useTellWritten();
  const redirect = useRedirect();
  const queryClient = useQueryClient();
  const page = useContext(EditingPageContext);
  return async ({ after, lastInput }, changeSet) => {
    void queryClient.invalidateQueries({ queryKey: [schema.model, 'activity'] });
    // Lists are not waited for: those that can not be read are held.
    for (const { model } of [schema, ...schema.inlines]) void queryClient.invalidateQueries({ queryKey: [model, 'getList'] });
    if (typeof after === 'function') after();
    else if (after === 'list') page?.leave(() => redirect('list', schema.model));
    else if (after === 'next')
      page?.leave(async () => {
        if (!(await next.go(lastInput === undefined ? {} : { input: lastInput }))) await stay();
      });
    else await stay();
    // Only after the form has the saved values: the user can then continue to edit without losing input.
    tell(t('The %{model} is saved.', { model: schema.verbose_name }), changeSet);
  };
}

function textOfErrors({ root, ...errors }: SaveErrors): string {
  const own = Object.entries(errors).map(([input, text]) => labelled(input, String(text)));
  return [...Object.values(root ?? {}), ...own].join(' ');
}
