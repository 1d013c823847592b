import type { Cards, HomeCard, ListLink } from '@grimoire/protocol';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import MuiLink from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { focusPassedOn } from '../layout/focus.ts';
import { Trouble } from '../layout/trouble.tsx';
import { askedAgain } from '../loading/asked-again.ts';
import { failureOf } from '../session/failure.ts';
import { isObject } from '../store/use-stored.ts';
import { useService } from '../session/service.ts';
import { partHeight } from './breakdown-view.tsx';
import { useListAddress } from './use-list-address.ts';
import { linkHeight } from './links-view.tsx';
import { NumberCard, numberHeight } from './number-card.tsx';
import { chartHeight } from './series-view.tsx';
import { useMayOpen } from './use-may-open.ts';
import { WidgetData } from './widget-data.tsx';
import { t } from '../texts/text.ts';

interface HomeCardBoxProps {
  readonly dashboard: string;
  readonly card: HomeCard;
  readonly timeZone: string;
}

/** The height of a row of a table, as of its head. */
const rowHeight = 37;

/** The height that is kept for a widget: what it answers is not known. */
const widgetHeight = 80;

/** The space around the content of a card, above and below it together. */
const padding = 32;

/** The height of the content of a card, which is kept while it loads. */
function heightOf({ kind, rows = 1 }: HomeCard): number {
  if (kind === 'number') return numberHeight - padding;
  if (kind === 'series') return chartHeight;
  if (kind === 'breakdown') return rows * partHeight;
  if (kind === 'links') return rows * linkHeight;
  return kind === 'widget' ? widgetHeight : (rows + 1) * rowHeight;
}

/** A card of the home page, with its data. What stands in it takes the same room before it is there. */
export function HomeCardBox({ dashboard, card, timeZone }: HomeCardBoxProps) {
  const { client } = useService();
  const query = useQuery({
    queryKey: ['home card', dashboard, card.key, timeZone],
    queryFn: ({ signal }) => client.homeCard({ dashboard, card: card.key, timeZone }, { signal }),
    refetchInterval: askedAgain((answer: unknown) => !isLate(answer)),
  });
  const { data, error, isPending, refetch } = query;
  const retry = (): void => void refetch();
  const [number] = card.kind === 'number' && isCards(data) ? data.cards : [];
  if (number && !error) return <NumberCard card={number} />;
  return (
    <Panelled card={card} link={linkOf(data)} isBusy={isPending}>
      {isPending && <Skeleton variant="rounded" height="100%" sx={{ minHeight: heightOf(card) - padding / 2, opacity: 0.5 }} />}
      {error && <Trouble error={error} onRetry={retry} />}
      {isLate(data) && <Late onRetry={retry} />}
      {data !== undefined && !failureOf(query) && !isLate(data) && <WidgetData data={data} label={card.title} isBare />}
    </Panelled>
  );
}

function isCards(data: unknown): data is Cards {
  return isObject(data) && Array.isArray(data['cards']);
}

function isLate(data: unknown): boolean {
  return isObject(data) && data['complete'] === false;
}

function linkOf(data: unknown): ListLink | undefined {
  const link = isObject(data) ? data['link'] : undefined;
  return isObject(link) && typeof link['model'] === 'string' && typeof link['query'] === 'string'
    ? (link as unknown as ListLink)
    : undefined;
}

interface PanelledProps {
  readonly card: HomeCard;
  readonly link: ListLink | undefined;
  readonly isBusy: boolean;
  readonly children: ReactNode;
}

function Panelled({ card, link, isBusy, children }: PanelledProps) {
  const { title, kind } = card;
  const mayOpen = useMayOpen(link);
  const addressOf = useListAddress();
  const isFlush = kind === 'table' || kind === 'view';
  if (kind === 'number')
    return (
      <Card component="section" aria-label={title} aria-busy={isBusy} sx={{ minHeight: numberHeight, p: 2 }}>
        {children}
      </Card>
    );
  return (
    <Card component="section" aria-label={title} aria-busy={isBusy} sx={{ overflow: 'visible', minWidth: 0 }}>
      <Box sx={head}>
        <Typography component="h2" variant="subtitle1" sx={{ overflowWrap: 'anywhere' }}>
          {title}
        </Typography>
        {link && mayOpen && (
          <MuiLink
            component={Link}
            to={addressOf(link)}
            aria-label={t('Open list: %{title}', { title })}
            sx={{ ml: 'auto', whiteSpace: 'nowrap', fontSize: 12.5 }}
          >
            {t('Open list')}
          </MuiLink>
        )}
      </Box>
      <Box sx={{ ...(isFlush ? {} : { p: 2 }), minHeight: heightOf(card) + (isFlush ? 0 : padding) }}>{children}</Box>
    </Card>
  );
}

const head = { display: 'flex', alignItems: 'center', gap: 1, minHeight: 44, px: 2, borderBottom: 1, borderColor: 'divider' } as const;

function Late({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <Typography sx={{ color: 'text.secondary', p: 0.5 }}>
      {t('This took too long.')}{' '}
      <MuiLink ref={focusPassedOn} component="button" type="button" onClick={onRetry} sx={{ font: 'inherit', verticalAlign: 'baseline' }}>
        {t('Try again')}
      </MuiLink>
    </Typography>
  );
}
