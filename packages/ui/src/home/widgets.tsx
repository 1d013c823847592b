import type { WidgetSummary } from '@grimoire/protocol';
import Box from '@mui/material/Box';
import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useLayoutEffect, useRef } from 'react';
import { Trouble } from '../layout/trouble.tsx';
import { failureOf } from '../session/failure.ts';
import { lasting } from '../session/schema-query.ts';
import { useService } from '../session/service.ts';
import { t } from '../texts/text.ts';
import { type Heights, useHeights } from './heights.ts';
import { WidgetData } from './widget-data.tsx';
import { WidgetSkeleton, WidgetTitle } from './widget-skeleton.tsx';

/** The widgets that the current user may request, one below the other. */
export function Widgets() {
  const { client } = useService();
  const query = useQuery({ queryKey: ['widgets'], queryFn: async ({ signal }) => shown(await client.widgets({ signal })), ...lasting });
  const { data: widgets, refetch } = query;
  const error = failureOf(query);
  if (error) return <Trouble error={error} onRetry={() => void refetch()} />;
  return widgets ? <Listed widgets={widgets} /> : <WidgetSkeleton text={t('Loading')} />;
}

/** The widgets that have no required parameter. */
function shown(widgets: readonly WidgetSummary[]): readonly WidgetSummary[] {
  return widgets.filter(({ params = [] }) => !params.some(({ required }) => required));
}

/**
 * A widget keeps its place from the moment at which it is shown. The height of one that is being read is the one that it had the last time; where
 * that is not known, those below wait for it.
 */
function Listed({ widgets }: { readonly widgets: readonly WidgetSummary[] }) {
  const { client } = useService();
  const heights = useHeights();
  const results = useQueries({
    queries: widgets.map(({ name }) => ({
      queryKey: ['widget', name],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => client.widget(name, {}, { signal }),
    })),
  });
  const unknown = widgets.findIndex(({ name }, index) => results[index]?.isPending === true && heights.of(name) === undefined);
  const settled = unknown < 0 ? widgets : widgets.slice(0, unknown);
  const awaited = widgets[unknown];
  return (
    <>
      {settled.map((widget, index) => (
        <Widget key={widget.name} widget={widget} result={results[index]} heights={heights} />
      ))}
      {awaited && (
        <WidgetSkeleton key={`awaited ${awaited.name}`} text={t('Loading %{title}', { title: awaited.title })} title={awaited.title} />
      )}
    </>
  );
}

interface WidgetProps {
  readonly widget: WidgetSummary;
  readonly result: UseQueryResult | undefined;
  readonly heights: Heights;
}

function Widget({ widget: { name, title }, result, heights }: WidgetProps) {
  const box = useRef<HTMLElement>(null);
  const { data, error, isPending = true, refetch } = result ?? {};
  useLayoutEffect(() => {
    if (box.current && data !== undefined) heights.remember(name, box.current.offsetHeight);
  }, [name, data, heights]);
  if (isPending) return <WidgetSkeleton text={t('Loading %{title}', { title })} title={title} height={heights.of(name)} />;
  return (
    <Box ref={box} component="section" aria-label={title}>
      <WidgetTitle title={title} />
      {error && <Trouble error={error} onRetry={() => void refetch?.()} />}
      {!failureOf({ data, error }) && <WidgetData data={data} label={title} />}
    </Box>
  );
}
