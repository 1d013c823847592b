import Box from '@mui/material/Box';
import { sizes } from '../theme/tokens.ts';
import { Bar } from './bar.tsx';
import { Skeleton } from './skeleton.tsx';
import { t } from '../texts/text.ts';

/** An input with its label, and the buttons below it. */
export function InputSkeleton() {
  return (
    <Skeleton text={t('Loading')} sx={{ mt: 1 }}>
      <Box sx={{ pt: 1, pb: 0.5, display: 'grid', gap: '9px' }}>
        <Bar width={80} height={10} />
        <Bar height={sizes.control} />
      </Box>
      <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 1, mt: 1 }}>
        <Bar width={64} height={sizes.control} />
        <Bar width={56} height={sizes.control} />
      </Box>
    </Skeleton>
  );
}
