import Box from '@mui/material/Box';
import { Bar } from './bar.tsx';
import { Skeleton } from './skeleton.tsx';

interface LinesSkeletonProps {
  /** What screen readers say. */
  readonly text: string;
  readonly count?: number;
  /** Pixels. */
  readonly height?: number;
}

/** Lines of text that are being loaded. */
export function LinesSkeleton({ text, count = 3, height = 32 }: LinesSkeletonProps) {
  return (
    <Skeleton text={text}>
      {Array.from({ length: count }, (_, line) => (
        <Box key={line} sx={{ height, display: 'grid', alignItems: 'center' }}>
          <Bar width={widths[line % widths.length] ?? '60%'} />
        </Box>
      ))}
    </Skeleton>
  );
}

const widths = ['72%', '54%', '63%', '46%'];
