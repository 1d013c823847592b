import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { hidden } from '../theme/hidden.ts';

interface SkeletonProps {
  /** What screen readers say; a part of something that says it has none. */
  readonly text?: string;
  /** Of a whole page: its heading for screen readers, until it is known. */
  readonly title?: string;
  readonly sx?: object;
  /** The shapes, which screen readers do not read. */
  readonly children: ReactNode;
}

/** The place of something that is being loaded, with its shapes. */
export function Skeleton({ text, title, sx, children }: SkeletonProps) {
  return (
    <Box className="skeleton" aria-busy sx={{ minWidth: 0, ...sx }}>
      {title !== undefined && (
        <Box component="h1" sx={hidden}>
          {title}
        </Box>
      )}
      {text !== undefined && (
        <Box component="output" sx={hidden}>
          {text}
        </Box>
      )}
      <Box aria-hidden inert sx={{ display: 'contents' }}>
        {children}
      </Box>
    </Box>
  );
}
