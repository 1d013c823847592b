import type { HomeCard, HomeDashboard } from '@grimoire/protocol';
import Box from '@mui/material/Box';
import { useEffect } from 'react';
import { HomeCardBox } from './home-card.tsx';
import { Chart } from './series-view.tsx';

/** How many of twelve columns a card takes: on a wide screen, and on one that has room for two numbers beside each other. */
const spans: Readonly<Record<HomeCard['width'], readonly [wide: number, narrow: number]>> = {
  quarter: [3, 6],
  third: [4, 12],
  half: [6, 12],
  'two-thirds': [8, 12],
  full: [12, 12],
};

interface CardGridProps {
  readonly dashboard: HomeDashboard;
  readonly timeZone: string;
}

/** The cards of a dashboard. */
export function CardGrid({ dashboard: { name, cards }, timeZone }: CardGridProps) {
  const hasChart = cards.some(({ kind }) => kind === 'series');
  // While the cards ask for their data.
  useEffect(() => {
    if (hasChart) Chart.load();
  }, [hasChart]);
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(12, minmax(0, 1fr))', pb: 3 }}>
      {cards.map((card) => {
        // A newer service may know other widths.
        const [wide, narrow] = spans[card.width] ?? spans.full;
        return (
          <Box key={card.key} sx={{ gridColumn: { xs: `span ${narrow}`, md: `span ${wide}` }, display: 'grid', minWidth: 0 }}>
            <HomeCardBox dashboard={name} card={card} timeZone={timeZone} />
          </Box>
        );
      })}
    </Box>
  );
}
