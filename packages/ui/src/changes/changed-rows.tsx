import type { ChangedRow, ChangeSet, ModelSchema } from '@grimoire/protocol';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { RowLink } from '../cells/row-link.tsx';
import { DiffTable } from '../kinds/diff-table.tsx';
import { kindOf } from '../kinds/registry.ts';
import { Panel } from '../layout/panel.tsx';
import { Trouble } from '../layout/trouble.tsx';
import { LinesSkeleton } from '../loading/lines-skeleton.tsx';
import { capitalized, useModelSchemas } from '../schema/use-schema.ts';
import { failureOf } from '../session/failure.ts';
import { useService } from '../session/service.ts';
import { t } from '../texts/text.ts';

/** The rows of a change set that the reader may see, page by page, each with its values before and after. */
export function ChangedRowsPanel({ set }: { readonly set: ChangeSet }) {
  const { client } = useService();
  const [page, setPage] = useState(1);
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['changes', set.id, 'rows', page],
    queryFn: ({ signal }) => client.changes.rows(set.id, { page, signal }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  const schemas = useModelSchemas([...new Set(data?.results.map(({ model }) => model))]);
  const failure = failureOf({ data, error });
  return (
    <Panel title={t('Rows')} label={t('Rows')}>
      {failure && <Trouble error={failure} onRetry={() => void refetch()} />}
      {!data && !failure && <LinesSkeleton text={t('Loading')} count={6} />}
      {data?.results.map((row) => (
        <Row key={`${row.model} ${row.pk} ${row.cause}`} row={row} schema={schemas.get(row.model)} />
      ))}
      {data && data.other_records > 0 && (
        <Box sx={{ color: 'text.secondary', py: 1 }}>
          {t('%{count} more row, which you may not see. |||| %{count} more rows, which you may not see.', { count: data.other_records })}
        </Box>
      )}
      {data && data.pruned > 0 && (
        <Box sx={{ color: 'text.secondary', py: 1 }}>
          {t('%{count} more row, whose values are no longer kept. |||| %{count} more rows, whose values are no longer kept.', {
            count: data.pruned,
          })}
        </Box>
      )}
      {data && (data.previous !== null || data.next !== null) && (
        <Box component="nav" aria-label={t('Pages')} sx={{ display: 'flex', gap: 1, pt: 1 }}>
          <Button disabled={data.previous === null || isPlaceholderData} onClick={() => setPage(page - 1)}>
            {t('Go to previous page')}
          </Button>
          <Button disabled={data.next === null || isPlaceholderData} onClick={() => setPage(page + 1)}>
            {t('Go to next page')}
          </Button>
        </Box>
      )}
    </Panel>
  );
}

function Row({ row, schema }: { readonly row: ChangedRow; readonly schema: ModelSchema | undefined }) {
  const { model, pk, label, op, cause, diff } = row;
  return (
    <Box component="article" sx={article}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: '0 8px', alignItems: 'baseline' }}>
        <span>
          {capitalized(schema?.verbose_name ?? model)} <b>{op === 'delete' ? label : <RowLink model={model} id={pk} text={label} />}</b>
        </span>
        <span>{deeds[op]()}</span>
        {cause !== 'request' && <Box sx={{ color: 'text.secondary', fontSize: 12.5 }}>{causes[cause]()}</Box>}
      </Box>
      <DiffTable diff={diff} schema={schema} kindOf={kindOf} />
    </Box>
  );
}

const deeds = { create: () => t('is new'), update: () => t('is changed'), delete: () => t('is deleted') } as const;

const causes = { database: () => t('by the database, along with others'), link: () => t('its links') } as const;

const article = {
  py: 1.5,
  borderBottom: 1,
  borderColor: 'divider',
  overflowWrap: 'anywhere',
  '&:first-of-type': { pt: 0 },
  '&:last-of-type': { borderBottom: 0 },
} as const;
