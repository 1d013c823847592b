import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Bar } from '../loading/bar.tsx';
import { Skeleton } from '../loading/skeleton.tsx';

/** The heading of a widget. */
export function WidgetTitle({ title }: { readonly title: ReactNode }) {
  return (
    <Typography component="h2" variant="subtitle1" sx={{ fontWeight: 600, mb: 1 }}>
      {title}
    </Typography>
  );
}

interface WidgetSkeletonProps {
  /** What screen readers say. */
  readonly text: string;
  readonly title?: string;
  /** Pixels. */
  readonly height?: number | undefined;
}

/** A widget that is being read. */
export function WidgetSkeleton({ text, title, height = 150 }: WidgetSkeletonProps) {
  return (
    <Skeleton text={text} sx={{ height, overflow: 'hidden' }}>
      <WidgetTitle title={title ?? <Bar width={140} />} />
      <Box sx={cards}>
        {Array.from({ length: 6 }, (_, card) => (
          <Box key={card} sx={box}>
            <Bar width={80} height={10} />
            <Bar width={56} height={20} />
          </Box>
        ))}
      </Box>
    </Skeleton>
  );
}

const cards = { display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fill, minmax(150px, 1fr))' } as const;

const box = {
  p: 2,
  display: 'grid',
  gap: 1.5,
  border: 1,
  borderColor: 'divider',
  borderRadius: '12px',
  bgcolor: 'background.paper',
} as const;
