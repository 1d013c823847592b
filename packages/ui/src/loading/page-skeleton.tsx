import Box from '@mui/material/Box';
import { Bar } from './bar.tsx';
import { Skeleton } from './skeleton.tsx';
import { t } from '../texts/text.ts';

/** A page of which nothing is known yet: the way to it, its heading, and what it is about. */
export function PageSkeleton() {
  return (
    <Skeleton text={t('Loading')} title={t('The page is loading')} sx={{ pt: '14px' }}>
      <Box sx={{ height: 24, display: 'grid', alignItems: 'center' }}>
        <Bar width={120} height={10} />
      </Box>
      <Box sx={{ height: 36, mb: '12px', display: 'grid', alignItems: 'center' }}>
        <Bar width={200} height={18} />
      </Box>
      <Box sx={{ height: 36, mb: 2, display: 'flex', gap: 2, alignItems: 'center', borderBottom: 1, borderColor: 'divider' }}>
        <Bar width={72} />
        <Bar width={56} />
        <Bar width={64} />
      </Box>
      {Array.from({ length: 8 }, (_, line) => (
        <Box key={line} sx={{ height: 41, display: 'grid', alignItems: 'center' }}>
          <Bar width={`${86 - ((line * 13) % 31)}%`} />
        </Box>
      ))}
    </Skeleton>
  );
}
