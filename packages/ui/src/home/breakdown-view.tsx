import type { Breakdown, BreakdownPart } from '@grimoire/protocol';
import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import { useTheme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router-dom';
import { formatOf } from '../kinds/number-text.ts';
import { colors } from '../theme/tokens.ts';
import { fullText, shortText } from './number-look.ts';
import { useListAddress } from './use-list-address.ts';
import { useMayOpen } from './use-may-open.ts';
import { t } from '../texts/text.ts';

/** The height of a part. */
export const partHeight = 38;

/** Numbers that are parts of a whole: each with a bar, its value and its share. */
export function BreakdownView({ shown: { parts, unit } }: { readonly shown: Breakdown['breakdown'] }) {
  if (parts.length === 0) return <Typography sx={{ color: 'text.secondary' }}>{t('Nothing yet.')}</Typography>;
  const most = Math.max(...parts.map(sizeOf), 0);
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {parts.map((part) => (
        <Part key={part.key} part={part} unit={unit} width={most > 0 ? sizeOf(part) / most : 0} />
      ))}
    </Box>
  );
}

function sizeOf({ value }: BreakdownPart): number {
  const size = Math.abs(Number(value));
  return Number.isFinite(size) ? size : 0;
}

/** A small share is not none. */
function shareText(share: number): string {
  const percent = formatOf({ style: 'percent', maximumFractionDigits: 0 });
  return share > 0 && share < 0.01 ? `<${percent.format(0.01)}` : percent.format(share);
}

interface PartProps {
  readonly part: BreakdownPart;
  readonly unit: string | undefined;
  /** Of its bar, from 0 to 1. */
  readonly width: number;
}

function Part({ part: { label, value, share, tone, link }, unit, width }: PartProps) {
  const { palette } = useTheme();
  const mayOpen = useMayOpen(link);
  const addressOf = useListAddress();
  const color = tone === undefined ? palette.primary.main : colors[palette.mode].tones[tone].text;
  return (
    <Box component="li" sx={{ minHeight: partHeight }}>
      <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'baseline', minWidth: 0 }}>
        <Box component="span" sx={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
          {link && mayOpen ? (
            <MuiLink component={Link} to={addressOf(link)} color="inherit">
              {label}
            </MuiLink>
          ) : (
            label
          )}
        </Box>
        <Box
          component="span"
          title={fullText(value, unit)}
          sx={{ ml: 'auto', fontWeight: 600, fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}
        >
          {shortText(value, unit)}
        </Box>
        {share !== undefined && (
          <Box component="span" sx={{ minWidth: 36, textAlign: 'right', color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
            <span dir="ltr">{shareText(share)}</span>
          </Box>
        )}
      </Box>
      <Box aria-hidden sx={{ mt: '4px', height: 6, borderRadius: 99, bgcolor: 'action.hover', overflow: 'hidden' }}>
        <Box style={{ width: `${width * 100}%`, backgroundColor: color }} sx={{ height: '100%', borderRadius: 99 }} />
      </Box>
    </Box>
  );
}
