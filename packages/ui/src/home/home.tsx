import type { WidgetSummary } from '@grimoire/protocol';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useGetIdentity } from 'react-admin';
import { useSeen } from '../help/seen.ts';
import { TourCard } from '../help/tour-card.tsx';
import { PageHead } from '../layout/page-head.tsx';
import { Trouble } from '../layout/trouble.tsx';
import { Bar } from '../loading/bar.tsx';
import { Skeleton } from '../loading/skeleton.tsx';
import { lasting } from '../schema/schema-query.ts';
import { useService } from '../service.ts';
import { type Heights, useHeights } from './heights.ts';
import { WidgetData } from './widget-data.tsx';
import { t } from '../texts/text.ts';

/** The home page: the widgets that the current user may request. */
export function Home() {
  const { client, settings } = useService();
  const { identity, isPending: isWho } = useGetIdentity();
  const [seen, see] = useSeen();
  const {
    data: widgets,
    error,
    refetch,
  } = useQuery({ queryKey: ['widgets'], queryFn: async ({ signal }) => shown(await client.widgets({ signal })), ...lasting });
  const isOffered = identity?.['is_superuser'] === true && seen !== null && seen.tour !== true;
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <PageHead title={settings.brand.name} />
      {error && <Trouble error={error} onRetry={() => void refetch()} />}
      {isOffered && <TourCard onDismiss={() => see({ tour: true })} />}
      {widgets && !isWho ? <Widgets widgets={widgets} /> : !error && <WidgetSkeleton text={t('Loading')} />}
    </Box>
  );
}

/** The widgets that have no required parameter. */
function shown(widgets: readonly WidgetSummary[]): readonly WidgetSummary[] {
  return widgets.filter(({ params = [] }) => !params.some(({ required }) => required));
}

/**
 * A widget keeps its place from the moment at which it is shown. The height of one that is being read is the one that it had the last time; where
 * that is not known, those below wait for it.
 */
function Widgets({ widgets }: { readonly widgets: readonly WidgetSummary[] }) {
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
      {error ? <Trouble error={error} onRetry={() => void refetch?.()} /> : <WidgetData data={data} />}
    </Box>
  );
}

function WidgetTitle({ title }: { readonly title: ReactNode }) {
  return (
    <Typography component="h2" variant="subtitle1" sx={{ fontWeight: 600, mb: 1 }}>
      {title}
    </Typography>
  );
}

interface WidgetSkeletonProps {
  readonly text: string;
  readonly title?: string;
  /** Pixels. */
  readonly height?: number | undefined;
}

function WidgetSkeleton({ text, title, height = 150 }: WidgetSkeletonProps) {
  return (
    <Skeleton text={text} sx={{ height, overflow: 'hidden' }}>
      {title === undefined ? <WidgetTitle title={<Bar width={140} />} /> : <WidgetTitle title={title} />}
      <Box sx={cards}>
        {Array.from({ length: 6 }, (_, card) => (
          <Box
            key={card}
            sx={{ p: 2, display: 'grid', gap: 1.5, border: 1, borderColor: 'divider', borderRadius: '12px', bgcolor: 'background.paper' }}
          >
            <Bar width={80} height={10} />
            <Bar width={56} height={20} />
          </Box>
        ))}
      </Box>
    </Skeleton>
  );
}

const cards = { display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fill, minmax(150px, 1fr))' } as const;
