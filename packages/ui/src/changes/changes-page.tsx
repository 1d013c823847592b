import type { ChangeSet } from '@grimoire/protocol';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import MuiLink from '@mui/material/Link';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router-dom';
import { Moment } from '../cells/moment.tsx';
import { PageHead } from '../layout/page-head.tsx';
import { Panel } from '../layout/panel.tsx';
import { Trouble } from '../layout/trouble.tsx';
import { LinesSkeleton } from '../loading/lines-skeleton.tsx';
import { capitalized, useModel, useModelSchemas } from '../schema/use-schema.ts';
import { failureOf } from '../session/failure.ts';
import { useService } from '../session/service.ts';
import { numbers } from '../texts/count-text.ts';
import { t } from '../texts/text.ts';
import { setTitle } from '../undo/set-words.ts';
import { UndoButton } from '../undo/undo-button.tsx';
import { canBeUndone } from './change-page.tsx';

/** What was changed, newest first: each request that wrote is one line. The address has the page, and the model that it is limited to. */
export function ChangesPage() {
  const { client } = useService();
  const [parameters, setParameters] = useSearchParams();
  const model = parameters.get('model') ?? undefined;
  const page = Math.max(1, Number(parameters.get('page')) || 1);
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['changes', 'list', model, page],
    queryFn: ({ signal }) => client.changes.list({ page, ...(model === undefined ? {} : { model }) }, { signal }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  const failure = failureOf({ data, error });
  const name = useModel(model)?.verbose_name_plural ?? model;
  const turn = (to: number): void =>
    setParameters((before) => {
      before.set('page', String(to));
      return before;
    });
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)', alignContent: 'start' }}>
      <PageHead
        title={t('Changes')}
        beside={name !== undefined && <Chip size="small" label={capitalized(name)} onDelete={() => setParameters({})} />}
      />
      {failure && <Trouble error={failure} onRetry={() => void refetch()} />}
      {!data && !failure && <LinesSkeleton text={t('Loading')} count={10} height={41} />}
      {data && !failure && (
        <Panel isFlush>
          {data.results.length === 0 ? <Box sx={{ p: 2 }}>{t('Nothing was recorded yet.')}</Box> : <Sets sets={data.results} />}
        </Panel>
      )}
      {data && (data.previous !== null || data.next !== null) && (
        <Box component="nav" aria-label={t('Pages')} sx={{ display: 'flex', gap: 1 }}>
          <Button disabled={data.previous === null || isPlaceholderData} onClick={() => turn(page - 1)}>
            {t('Go to previous page')}
          </Button>
          <Button disabled={data.next === null || isPlaceholderData} onClick={() => turn(page + 1)}>
            {t('Go to next page')}
          </Button>
        </Box>
      )}
    </Box>
  );
}

function Sets({ sets }: { readonly sets: readonly ChangeSet[] }) {
  const schemas = useModelSchemas([...new Set(sets.flatMap(({ model }) => model ?? []))]);
  return (
    <Box sx={{ overflowX: 'auto' }}>
      <Table size="small">
        <TableHead>
          <TableRow>
            <TableCell>{t('When')}</TableCell>
            <TableCell>{t('Done by')}</TableCell>
            <TableCell>{t('What was changed')}</TableCell>
            <TableCell align="right">{t('Rows')}</TableCell>
            <TableCell />
          </TableRow>
        </TableHead>
        <TableBody>
          {sets.map((set) => (
            <SetLine key={set.id} set={set} title={setTitle(set, schemas.get(set.model ?? ''))} />
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}

function SetLine({ set, title }: { readonly set: ChangeSet; readonly title: string }) {
  return (
    <TableRow>
      <TableCell sx={{ whiteSpace: 'nowrap' }}>
        <Moment value={set.created_at} isWhole={false} />
      </TableCell>
      <TableCell>{set.actor_repr}</TableCell>
      <TableCell sx={{ overflowWrap: 'anywhere' }}>
        <MuiLink component={Link} to={`/changes/${set.id}`}>
          {title}
        </MuiLink>
        {set.reason !== null && <Box sx={{ color: 'text.secondary', fontSize: 12.5 }}>{set.reason}</Box>}
      </TableCell>
      <TableCell align="right">{numbers.format(set.rows)}</TableCell>
      <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
        {set.undone_by !== null && (
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {t('Undone')}
          </Box>
        )}
        {canBeUndone(set) && <UndoButton changeSet={set.id} label={t('Undo “%{what}”', { what: title })} />}
      </TableCell>
    </TableRow>
  );
}
