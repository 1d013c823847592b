import type { ChangeSet } from '@grimoire/protocol';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router-dom';
import { Moment } from '../cells/moment.tsx';
import { PageHead } from '../layout/page-head.tsx';
import { Trouble } from '../layout/trouble.tsx';
import { LinesSkeleton } from '../loading/lines-skeleton.tsx';
import { capitalized, useModel, useModels } from '../schema/use-schema.ts';
import { failureOf } from '../session/failure.ts';
import { useService } from '../session/service.ts';
import { listText, t } from '../texts/text.ts';
import { useSetTitle } from '../undo/set-words.ts';
import { UndoButton } from '../undo/undo-button.tsx';
import { ChangedRowsPanel } from './changed-rows.tsx';

/** The page of a change set: who has changed what, all its rows, and the way back. */
export function ChangePage() {
  const id = Number(useParams()['id']);
  const { client } = useService();
  const { data, error, refetch } = useQuery({
    queryKey: ['changes', id],
    queryFn: ({ signal }) => client.changes.get(id, { signal }),
    retry: false,
  });
  const title = useSetTitle(data);
  const failure = failureOf({ data, error });
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)', alignContent: 'start' }}>
      <PageHead
        crumbs={[{ text: t('Changes'), to: '/changes' }, { text: t('Change %{id}', { id: String(id) }) }]}
        title={title === '' ? t('Change %{id}', { id: String(id) }) : title}
        actions={data && canBeUndone(data) && <UndoButton changeSet={data.id} variant="outlined" />}
      />
      {failure && <Trouble error={failure} onRetry={() => void refetch()} />}
      {!data && !failure && <LinesSkeleton text={t('Loading')} count={6} />}
      {data && !failure && (
        <>
          <Facts set={data} />
          <Gaps set={data} />
          <ChangedRowsPanel key={data.id} set={data} />
        </>
      )}
    </Box>
  );
}

/** Whether an undo is offered. The service decides. */
export function canBeUndone({ reversible, undone_by: undoneBy }: ChangeSet): boolean {
  return reversible === 'yes' && undoneBy === null;
}

function Facts({ set }: { readonly set: ChangeSet }) {
  const model = useModel(set.model ?? undefined);
  return (
    <Box component="dl" sx={facts}>
      <Fact name={t('Done by')}>{set.actor_repr}</Fact>
      <Fact name={t('When')}>
        <Moment value={set.created_at} />
      </Fact>
      {set.model !== null && (
        <Fact name={t('Model')}>
          {model?.permissions.view ? (
            <MuiLink component={Link} to={`/${set.model}`}>
              {capitalized(model.verbose_name_plural)}
            </MuiLink>
          ) : (
            (model?.verbose_name_plural ?? set.model)
          )}
        </Fact>
      )}
      <Fact name={t('Rows')}>{t('%{count} row |||| %{count} rows', { count: set.rows })}</Fact>
      {set.reason !== null && <Fact name={t('Reason')}>{set.reason}</Fact>}
      {set.undo_of !== null && (
        <Fact name={t('Takes back')}>
          <ChangeLink id={set.undo_of} />
        </Fact>
      )}
      {set.undone_by !== null && (
        <Fact name={t('Taken back by')}>
          <ChangeLink id={set.undone_by} />
        </Fact>
      )}
    </Box>
  );
}

const facts = { display: 'flex', flexWrap: 'wrap', gap: '10px 32px', m: 0 } as const;

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <Box sx={{ minWidth: 0, maxWidth: 480 }}>
      <Box component="dt" sx={{ color: 'text.secondary', fontSize: 12 }}>
        {name}
      </Box>
      <Box component="dd" sx={{ m: 0, fontWeight: 550, overflowWrap: 'anywhere' }}>
        {children}
      </Box>
    </Box>
  );
}

function ChangeLink({ id }: { readonly id: number }) {
  return (
    <MuiLink component={Link} to={`/changes/${id}`}>
      {t('Change %{id}', { id: String(id) })}
    </MuiLink>
  );
}

/** Where not every change could be recorded, and why there is no way back. */
function Gaps({ set: { complete, gaps, reversible, why, undone_by: undoneBy } }: { readonly set: ChangeSet }) {
  const models = useModels();
  const names = gaps.map((gap) => capitalized(models.find(({ model }) => model === gap)?.verbose_name_plural ?? gap));
  if (!complete)
    return (
      <Alert severity="warning">
        {t('Not every change could be recorded, so it can’t be undone. Missing: %{names}', { names: listText(names, 'comma') })}
      </Alert>
    );
  if (reversible === 'yes' || undoneBy !== null) return null;
  return <Alert severity="info">{why === null ? t('It can’t be undone.') : t('It can’t be undone: %{why}', { why })}</Alert>;
}
