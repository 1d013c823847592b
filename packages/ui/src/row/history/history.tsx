import type { HistoryEntry, Key, ModelSchema, RowHistory } from '@grimoire/protocol';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { Avatar } from '../../cells/avatar.tsx';
import { Moment } from '../../cells/moment.tsx';
import { DiffTable } from '../../kinds/diff-table.tsx';
import { LinesSkeleton } from '../../loading/lines-skeleton.tsx';
import { kindOf } from '../../kinds/registry.ts';
import { Panel } from '../../layout/panel.tsx';
import { Trouble } from '../../layout/trouble.tsx';
import { capitalized, useModelSchemas } from '../../schema/use-schema.ts';
import { useService } from '../../session/service.ts';
import { UndoButton } from '../../undo/undo-button.tsx';
import { changeWords } from './change-words.ts';
import { t } from '../../texts/text.ts';

interface HistoryProps {
  readonly schema: ModelSchema;
  readonly id: Key;
}

/** The changes of a row and of the rows of its inlines, newest first, field by field. */
export function History({ schema, id }: HistoryProps) {
  const { dataProvider } = useService();
  const { data, error, isPending, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: ['history', schema.model, id],
    queryFn: ({ pageParam }): Promise<RowHistory> => dataProvider.history(schema.model, { id, page: pageParam }),
    initialPageParam: 1,
    getNextPageParam: (last, _all, page) => (last.next === null ? undefined : page + 1),
    gcTime: 0,
  });
  const entries = data?.pages.flatMap(({ results }) => results) ?? [];
  const lines = useModelSchemas(schema.inlines.map(({ model }) => model));
  const schemaOf = (entry: HistoryEntry): ModelSchema | undefined =>
    entry.model_label === schema.model ? schema : lines.get(entry.model_label);
  return (
    <Panel title={t('History')} label={t('History')}>
      {isPending && <LinesSkeleton text={t('Loading the history')} count={6} />}
      {error && <Trouble error={error} onRetry={() => void refetch()} />}
      {data && entries.length === 0 && <Typography sx={{ color: 'text.secondary' }}>{t('Nothing was recorded yet.')}</Typography>}
      {entries.map((entry) => (
        <Entry key={entry.id} entry={entry} schema={schemaOf(entry)} isOfLine={entry.model_label !== schema.model} />
      ))}
      {hasNextPage && <Button onClick={() => void fetchNextPage()}>{t('Earlier')}</Button>}
    </Panel>
  );
}

interface EntryProps {
  readonly entry: HistoryEntry;
  /** The schema of the entry's model. */
  readonly schema: ModelSchema | undefined;
  /** Whether the entry is about a row of an inline. */
  readonly isOfLine: boolean;
}

function Entry({ entry, schema, isOfLine }: EntryProps) {
  const count = entry.targets_count;
  const who = entry.actor_repr;
  const { did } = changeWords(entry, schema, isOfLine);
  const model = capitalized(schema?.verbose_name ?? entry.model_label);
  return (
    <Box component="article" sx={article}>
      <Avatar name={who} size={28} />
      <Box sx={{ minWidth: 0, flex: 1 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: '0 12px', alignItems: 'baseline', minHeight: 28, pt: '3px' }}>
          <span>
            <b>{who}</b> {did}
            {isOfLine && ` ${nameOfLine(model, entry.object_repr)}`}
            {failureOf(entry)}
          </span>
          <Box component="span" sx={{ ml: 'auto', color: 'text.secondary', fontSize: 12.5 }}>
            <Moment value={entry.created_at} />
          </Box>
          {entry.change_set !== null && <SetTools changeSet={entry.change_set} what={did} />}
        </Box>
        {count > 1 && <Box sx={{ color: 'text.secondary' }}>{t('With one other |||| With %{count} others', { count: count - 1 })}</Box>}
        <DiffTable diff={entry.diff} schema={schema} kindOf={kindOf} />
      </Box>
    </Box>
  );
}

/** The way to everything that was changed together, and back. */
function SetTools({ changeSet, what }: { readonly changeSet: number; readonly what: string }) {
  return (
    <Box component="span" sx={{ display: 'inline-flex', gap: 0.5, alignItems: 'baseline' }}>
      <MuiLink component={Link} to={`/changes/${changeSet}`} sx={{ fontSize: 12.5 }}>
        {t('Change %{id}', { id: String(changeSet) })}
      </MuiLink>
      <UndoButton changeSet={changeSet} label={t('Undo “%{what}”', { what })} />
    </Box>
  );
}

const article = {
  display: 'flex',
  gap: 1.5,
  py: 2,
  borderBottom: 1,
  borderColor: 'divider',
  '&:first-of-type': { pt: 0 },
  '&:last-of-type': { pb: 0, borderBottom: 0 },
} as const;

/** A row's label, after the name of its model; a row without its own label already has the model's name in it. */
function nameOfLine(model: string, name: string): string {
  return name.toLowerCase().startsWith(`${model.toLowerCase()} `) ? capitalized(name) : `${model} ${name}`;
}

/** Whether the action of an entry failed, as a whole or on this row. */
function failureOf(entry: HistoryEntry): string {
  if (entry.status === 'failed') return ` ${t('(failed)')}`;
  return entry.failed ? ` ${t('(failed on this row)')}` : '';
}
