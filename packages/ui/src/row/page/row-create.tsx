import { CreateBase, useRedirect } from 'react-admin';
import type { ModelSchema } from '@grimoire/protocol';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { rowAddress } from '../../cells/row-link.tsx';
import { textOf } from '../../cells/value-text.ts';
import { Attempts } from '../../form/attempt.ts';
import { PageHead } from '../../layout/page-head.tsx';
import { Trouble } from '../../layout/trouble.tsx';
import { useService } from '../../session/service.ts';
import { WithSchema } from '../../layout/with-schema.tsx';
import { useChildren } from '../lines/children.ts';
import { type Copied, useCopied } from './copied-row.ts';
import { KeptFields, keptOf, useKeptFields } from './kept-fields.tsx';
import { parsedJson } from '../../store/parsed-json.ts';
import { isObject } from '../../store/use-stored.ts';
import { RelatedRowsProvider } from '../related/related-row.tsx';
import { RowForm, type Submitted } from '../fields/row-form.tsx';
import { rowPage } from './row-edit.tsx';
import { RowSkeleton } from './row-skeleton.tsx';
import { useListCrumbs } from './row-page.tsx';
import { type SaveErrors, saveErrors } from '../save/save-errors.ts';
import { type RowValues, saveRow } from '../save/save-row.ts';
import { listText, t } from '../../texts/text.ts';
import { useTaken } from '../save/use-taken.ts';
import { useTellWritten } from '../../undo/message.tsx';
import { Written } from '../../undo/written.ts';

/** The page that creates a row of any model. */
export function RowCreate() {
  return (
    <WithSchema>
      {(schema) => (
        <CreateBase>
          <RelatedRowsProvider>
            <Box sx={rowPage}>
              <CreateHead schema={schema} />
              <Creating schema={schema} />
            </Box>
          </RelatedRowsProvider>
        </CreateBase>
      )}
    </WithSchema>
  );
}

function CreateHead({ schema }: { readonly schema: ModelSchema }) {
  return <PageHead crumbs={useListCrumbs(schema)} title={t('New %{model}', { model: schema.verbose_name })} />;
}

/** Another new row on the same page: how many were saved before it, and what is kept of the last one. */
interface Another {
  readonly saves: number;
  readonly values: RowValues;
}

function Creating({ schema }: { readonly schema: ModelSchema }) {
  const { children, error, refetch } = useChildren(schema, undefined);
  const attempts = useRef(new Attempts());
  const { client } = useService();
  const tell = useTellWritten();
  const redirect = useRedirect();
  const queryClient = useQueryClient();
  const wasTaken = useTaken(schema);
  const addressValues = useGiven(schema);
  const [kept, setKept] = useKeptFields(schema);
  const [another, setAnother] = useState<Another>({ saves: 0, values: {} });
  const [parameters] = useSearchParams();
  const copy = parameters.get('copy') ?? undefined;
  const copied = useCopied(schema, children, copy);
  if (error) return <Trouble error={error} onRetry={() => void refetch()} />;
  if (copied.error) return <Trouble error={copied.error} onRetry={() => void copied.refetch()} />;
  if (!children || (copy !== undefined && !copied.data)) return <RowSkeleton schema={schema} isNew />;

  async function save({ values, after, inputs, reason }: Submitted): Promise<SaveErrors | undefined> {
    const written = new Written();
    const options = { ...reason, ...written.options };
    const plan = { schema, values, children: children ?? [], attempts: attempts.current, options };
    try {
      const id = await saveRow(client, plan);
      void queryClient.invalidateQueries({ queryKey: [schema.model, 'getList'] });
      const canBeSeen = schema.permissions.view;
      const stays = (after === 'continue' && canBeSeen) || typeof after === 'function';
      // The filters of the list may not match the new row.
      tell(t('The %{model} is made.', { model: schema.verbose_name }), written.changeSet, {
        link: canBeSeen && !stays ? { to: rowAddress(schema, id), text: t('Open it') } : undefined,
      });
      if (typeof after === 'function') after();
      else if (after === 'next') setAnother(({ saves }) => ({ saves: saves + 1, values: keptOf(values, kept) }));
      else if (stays) redirect(rowAddress(schema, id));
      else redirect(canBeSeen ? 'list' : '/', schema.model);
      return undefined;
    } catch (failure) {
      if (wasTaken(failure)) return undefined;
      return saveErrors(failure, plan, inputs);
    }
  }
  return (
    <>
      {copied.data && <CopyNote copied={copied.data} />}
      <RowForm
        schema={schema}
        inlines={children}
        given={another.saves > 0 ? another.values : (copied.data?.values ?? addressValues)}
        saves={another.saves}
        nextText={t('Save and add another')}
        besideNext={<KeptFields schema={schema} kept={kept} onKeep={setKept} />}
        onSave={save}
      />
    </>
  );
}

/** Says what the form has been filled with. */
function CopyNote({ copied: { label, cut } }: { readonly copied: Copied }) {
  return (
    <Alert severity="info" sx={{ mb: 2, maxWidth: 820 }}>
      {t('A copy of %{row}, not saved yet. What must be unique is left empty.', { row: textOf(label) })}
      {cut.length > 0 && ` ${t('Of its %{lines}, only the first are copied.', { lines: listText(cut) })}`}
    </Alert>
  );
}

/** The values that the address gives to a new row, such as the row that it was added from: `?source={"customer":7}`. */
function useGiven(schema: ModelSchema): RowValues | undefined {
  const [parameters] = useSearchParams();
  const source = parameters.get('source');
  return useMemo(() => {
    const value = parsedJson(source ?? '');
    const values = isObject(value) ? value : {};
    const names = new Set(schema.fields.filter(({ editable }) => editable).map(({ name }) => name));
    const editable = Object.entries(values).filter(([name]) => names.has(name));
    return editable.length === 0 ? undefined : Object.fromEntries(editable);
  }, [source, schema]);
}
