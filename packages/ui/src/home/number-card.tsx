import type { ListLink, WidgetCard } from '@grimoire/protocol';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import CardActionArea from '@mui/material/CardActionArea';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router-dom';
import { capitalized, useModel } from '../schema/use-schema.ts';
import { useListAddress } from './use-list-address.ts';
import { cappedText, type Change, changeOf, fullText, shortText } from './number-look.ts';
import { useMayOpen } from './use-may-open.ts';
import { t } from '../texts/text.ts';

/** The height of a number in pixels, with its border, also before it is there. Each of its texts has one line, whatever the font is. */
export const numberHeight = 128;

/** One number, which leads to the rows that it is about. */
export function NumberCard({ card }: { readonly card: WidgetCard }) {
  const { key, label, value, delta, before, days, capped, unit, link } = card;
  const change = changeOf(delta, before, unit);
  const address = useAddress(key, link);
  const content = (
    <Box sx={{ p: 2, minHeight: numberHeight - 2, width: '100%' }}>
      <Typography variant="body2" component="p" noWrap title={capitalized(label)} sx={{ color: 'text.secondary' }}>
        {capitalized(label)}
      </Typography>
      <Typography variant="h5" component="p" noWrap title={fullText(value, unit)} sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {capped ? cappedText(value, unit) : shortText(value, unit)}
      </Typography>
      {change && <ChangeText change={change} days={days} />}
    </Box>
  );
  if (address === null) return <Card sx={{ height: '100%' }}>{content}</Card>;
  return (
    <Card sx={{ height: '100%' }}>
      <CardActionArea component={Link} to={address} sx={{ height: '100%', display: 'flex', alignItems: 'flex-start' }}>
        {content}
      </CardActionArea>
    </Card>
  );
}

/** The list of a number: that of its link, or of the model by whose key it goes. */
function useAddress(key: string, link: ListLink | undefined): string | null {
  const model = useModel(key);
  const mayOpen = useMayOpen(link);
  const addressOf = useListAddress();
  if (link) return mayOpen ? addressOf(link) : null;
  return model?.permissions.view ? `/${model.model}` : null;
}

const arrows: Readonly<Record<Change['direction'], string>> = { up: '▲', down: '▼', same: '' };

/** The direction is said by an arrow and a sign: whether more is better, the number does not know. */
function ChangeText({ change: { direction, text }, days }: { readonly change: Change; readonly days: number | undefined }) {
  return (
    <Typography variant="caption" component="div" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
      <Box sx={{ ...line, color: 'text.primary', fontWeight: 600 }}>
        {arrows[direction] !== '' && (
          <Box component="span" aria-hidden sx={{ fontSize: 10, mr: '3px' }}>
            {arrows[direction]}
          </Box>
        )}
        <span dir="ltr">{text}</span>
      </Box>
      {days !== undefined && <Box sx={line}>{t('vs. the day before |||| vs. the %{count} days before', { count: days })}</Box>}
    </Typography>
  );
}

const line = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;
