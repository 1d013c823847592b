import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Title } from 'react-admin';
import { Trouble } from '../layout/trouble.tsx';
import { capitalized, lasting } from '../schema/use-schema.ts';
import { client } from '../service.ts';
import { pageSettings } from '../settings.ts';
import { WidgetData } from './widget-data.tsx';

const builtIn = ['model-counts', 'recent-audit'];

/** The first page: the widgets that the service says this user may ask for. */
export function Home() {
  const { data: names, error, refetch } = useQuery({ queryKey: ['widgets'], queryFn: widgetNames, ...lasting });
  return (
    <Box sx={{ display: 'grid', gap: 2, mt: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Title title={pageSettings.brand.name} />
      {error && <Trouble error={error} onRetry={() => void refetch()} />}
      {names?.map((name) => (
        <Widget key={name} name={name} />
      ))}
    </Box>
  );
}

/** Of the document that says what one may ask for: a host's own first, then those that every service has. */
async function widgetNames({ signal }: { signal: AbortSignal }): Promise<readonly string[]> {
  const { paths } = await client.openApi({ signal });
  const names = Object.keys(paths).flatMap((path) => /\/widgets\/([^/{}]+)\/$/.exec(path)?.[1] ?? []);
  const own = names.filter((name) => !builtIn.includes(name));
  return [...own, ...builtIn.filter((name) => names.includes(name))].map(decodeURIComponent);
}

function Widget({ name }: { readonly name: string }) {
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['widget', name],
    queryFn: ({ signal }) => client.widget(name, {}, { signal }),
  });
  const heading = capitalized(name.replaceAll(/[-_]/g, ' '));
  return (
    <Box component="section" aria-label={heading} aria-busy={isPending} sx={{ minHeight: isPending ? 120 : 0 }}>
      <Typography component="h2" variant="subtitle1" sx={{ fontWeight: 600, mb: 1 }}>
        {heading}
      </Typography>
      {error ? <Trouble error={error} onRetry={() => void refetch()} /> : <WidgetData data={data} />}
    </Box>
  );
}
