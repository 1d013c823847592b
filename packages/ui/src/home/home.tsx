import type { Home as HomeAnswer, HomeDashboard } from '@grimoire/protocol';
import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useQuery } from '@tanstack/react-query';
import { useGetIdentity } from 'react-admin';
import { OwnCards } from '../own/own-cards.tsx';
import { useSeen } from '../help/seen.ts';
import { TourCard } from '../help/tour-card.tsx';
import { PageHead } from '../layout/page-head.tsx';
import { Trouble } from '../layout/trouble.tsx';
import { failureOf } from '../session/failure.ts';
import { useService } from '../session/service.ts';
import { useStored } from '../store/use-stored.ts';
import { CardGrid } from './card-grid.tsx';
import { homeQueryOf } from './home-query.ts';
import { WidgetSkeleton } from './widget-skeleton.tsx';
import { Widgets } from './widgets.tsx';
import { t } from '../texts/text.ts';

/** The home page: the dashboards of the current user, or the widgets where there are none. */
export function Home() {
  const { client, settings } = useService();
  const { identity, isPending: isIdentityPending } = useGetIdentity();
  const [seen, see] = useSeen();
  const home = useQuery(homeQueryOf(client));
  const { data, refetch } = home;
  const error = failureOf(home);
  const isTourOffered = identity?.['is_superuser'] === true && seen !== null && seen.tour !== true;
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <PageHead title={settings.brand.name} />
      {error && <Trouble error={error} onRetry={() => void refetch()} />}
      {isTourOffered && <TourCard onDismiss={() => see({ tour: true })} />}
      {(!data || isIdentityPending) && !error && <WidgetSkeleton text={t('Loading')} />}
      {data && !isIdentityPending && (data.dashboards.length > 0 ? <Dashboards home={data} /> : <Widgets />)}
      <OwnCards />
    </Box>
  );
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function Dashboards({ home: { dashboards, time_zone: timeZone } }: { readonly home: HomeAnswer }) {
  const [chosen, choose] = useStored('home.dashboard', '', isText);
  const shown = dashboards.find(({ name }) => name === chosen) ?? dashboards[0];
  if (!shown) return null;
  // The time zone of the settings is that of all staff; without one, each has that of their browser.
  const zone = timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const grid = <CardGrid key={shown.name} dashboard={shown} timeZone={zone} />;
  if (dashboards.length === 1) return grid;
  return (
    <>
      <DashboardTabs dashboards={dashboards} shown={shown.name} onChoose={choose} />
      <Box role="tabpanel" id="dashboard" aria-labelledby={`dashboard-${shown.name}`}>
        {grid}
      </Box>
    </>
  );
}

interface DashboardTabsProps {
  readonly dashboards: readonly HomeDashboard[];
  readonly shown: string;
  readonly onChoose: (name: string) => void;
}

function DashboardTabs({ dashboards, shown, onChoose }: DashboardTabsProps) {
  return (
    <Tabs
      value={shown}
      onChange={(_, name: string) => onChoose(name)}
      variant="scrollable"
      aria-label={t('Dashboards')}
      sx={{ mt: -1.5, borderBottom: 1, borderColor: 'divider' }}
    >
      {dashboards.map(({ name, title }) => (
        <Tab key={name} value={name} label={title} id={`dashboard-${name}`} aria-controls="dashboard" />
      ))}
    </Tabs>
  );
}
