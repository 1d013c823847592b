import type { HistoryEntry, Key, ModelSchema } from '@grimoire/protocol';
import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { type RefCallback, useCallback, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { Avatar } from '../../cells/avatar.tsx';
import { Moment } from '../../cells/moment.tsx';
import { Side } from '../../kinds/diff-table.tsx';
import { kindOf } from '../../kinds/registry.ts';
import { Panel } from '../../layout/panel.tsx';
import { failureOf } from '../../session/failure.ts';
import { useModelSchemas } from '../../schema/use-schema.ts';
import { useService } from '../../session/service.ts';
import { changeWords, type ShownChange } from './change-words.ts';
import { shownIn, t } from '../../texts/text.ts';

interface ActivityProps {
  readonly schema: ModelSchema;
  readonly id: Key;
}

/** The key of the query for what happened to a row last. */
export function activityKey({ model }: Pick<ModelSchema, 'model'>, id: Key | undefined): readonly unknown[] {
  return [model, 'activity', String(id)];
}

/** The most entries that stand beside a form. */
const most = 4;

/** What happened to a row last, with the way to its history. It is asked for once it is in sight; nothing where it can not be had. */
export function Activity({ schema, id }: ActivityProps) {
  const { dataProvider } = useService();
  const [box, isSeen] = useSeen();
  const { data, error } = useQuery({
    queryKey: activityKey(schema, id),
    queryFn: () => dataProvider.history(schema.model, { id }),
    enabled: isSeen,
    retry: false,
    gcTime: 0,
  });
  const lines = useModelSchemas(schema.inlines.map(({ model }) => model));
  if (failureOf({ data, error })) return null;
  const entries = data?.results.slice(0, most) ?? [];
  const schemaOf = (entry: HistoryEntry): ModelSchema | undefined =>
    entry.model_label === schema.model ? schema : lines.get(entry.model_label);
  return (
    <Box ref={box}>
      <Panel title={t('Activity')} label={t('Activity')} action={data && data.count > 0 && <ToHistory count={data.count} />}>
        {!data && <Waiting />}
        {data && entries.length === 0 && <Box sx={{ color: 'text.secondary' }}>{t('No changes yet.')}</Box>}
        <Box component="ul" sx={list}>
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} schema={schemaOf(entry)} isOfLine={entry.model_label !== schema.model} />
          ))}
        </Box>
      </Panel>
    </Box>
  );
}

/** Whether an element has been in sight, with what is given to it as its `ref`. */
function useSeen(): readonly [RefCallback<Element>, boolean] {
  const [isSeen, setSeen] = useState(false);
  const watch = useCallback((element: Element | null) => {
    if (!element) return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      setSeen(true);
      observer.disconnect();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [watch, isSeen];
}

const list = { display: 'grid', gap: 1.75, listStyle: 'none', m: 0, p: 0 } as const;

/** The tab is part of the address; the rest of the address stays. */
function ToHistory({ count }: { readonly count: number }) {
  const { search } = useLocation();
  const parameters = new URLSearchParams(search);
  parameters.set('tab', 'history');
  return (
    <MuiLink component={Link} to={{ search: `?${parameters.toString()}` }} replace sx={{ fontSize: 12.5 }}>
      {count > most ? t('All %{number}', { number: count }) : t('History')}
    </MuiLink>
  );
}

function Waiting() {
  return (
    <Box aria-hidden sx={{ display: 'flex', gap: 1.25, alignItems: 'center' }}>
      <Skeleton animation={false} variant="circular" width={24} height={24} />
      <Skeleton animation={false} variant="text" sx={{ flex: 1 }} />
    </Box>
  );
}

interface EntryProps {
  readonly entry: HistoryEntry;
  readonly schema: ModelSchema | undefined;
  readonly isOfLine: boolean;
}

function Entry({ entry, schema, isOfLine }: EntryProps) {
  const who = entry.actor_repr;
  const { deed, change } = changeWords(entry, schema, isOfLine);
  const hasFailed = entry.status === 'failed' || entry.failed;
  return (
    <Box component="li" sx={{ display: 'flex', gap: 1.25, minWidth: 0 }}>
      <Avatar name={who} />
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere', lineHeight: 1.45 }}>
        <b>{who}</b> {deed}
        {change && schema && <Values change={change} schema={schema} />}
        {hasFailed && (
          <Box component="span" sx={{ color: 'error.main' }}>
            {` · ${t('failed')}`}
          </Box>
        )}
        <Box sx={{ color: 'text.disabled', fontSize: 12 }}>
          <Moment value={entry.created_at} isWhole={false} />
        </Box>
      </Box>
    </Box>
  );
}

function Values({ change: { field, before, after }, schema }: { readonly change: ShownChange; readonly schema: ModelSchema }) {
  return (
    <>
      {': '}
      <Box component="span" sx={{ color: 'text.secondary' }}>
        <Side schema={schema} name={field.name} value={before} kindOf={kindOf} isWhole={false} />
      </Box>
      {shownIn().direction === 'rtl' ? ' ← ' : ' → '}
      <Box component="span" sx={{ fontWeight: 550 }}>
        <Side schema={schema} name={field.name} value={after} kindOf={kindOf} isWhole={false} />
      </Box>
    </>
  );
}
