import type { WidgetSummary } from '@grimoire/protocol';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { OwnCards } from '../extension/own-cards.tsx';
import { PageHead } from '../layout/page-head.tsx';
import { Trouble } from '../layout/trouble.tsx';
import { lasting } from '../schema/schema-query.ts';
import { useService } from '../service.ts';
import { WidgetData } from './widget-data.tsx';

/** The home page: the widgets that the current user may request. */
export function Home() {
  const { client, settings } = useService();
  const {
    data: widgets,
    error,
    refetch,
  } = useQuery({ queryKey: ['widgets'], queryFn: async ({ signal }) => shown(await client.widgets({ signal })), ...lasting });
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <PageHead title={settings.brand.name} />
      {error && <Trouble error={error} onRetry={() => void refetch()} />}
      {widgets?.map((widget) => (
        <Widget key={widget.name} {...widget} />
      ))}
      <OwnCards />
    </Box>
  );
}

/** The widgets that have no required parameter. */
function shown(widgets: readonly WidgetSummary[]): readonly WidgetSummary[] {
  return widgets.filter(({ params = [] }) => !params.some(({ required }) => required));
}

function Widget({ name, title }: WidgetSummary) {
  const { client } = useService();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['widget', name],
    queryFn: ({ signal }) => client.widget(name, {}, { signal }),
  });
  return (
    <Box component="section" aria-label={title} aria-busy={isPending} sx={{ minHeight: isPending ? 120 : 0 }}>
      <Typography component="h2" variant="subtitle1" sx={{ fontWeight: 600, mb: 1 }}>
        {title}
      </Typography>
      {error ? <Trouble error={error} onRetry={() => void refetch()} /> : <WidgetData data={data} />}
    </Box>
  );
}
