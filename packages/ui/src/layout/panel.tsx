import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

interface PanelProps {
  /** The heading; without one, the panel is a box. */
  readonly title?: ReactNode;
  /** The name for screen readers of a panel that is a section. */
  readonly label?: string;
  readonly action?: ReactNode;
  /** Whether the content reaches the edges, as a table does. */
  readonly isFlush?: boolean;
  readonly children: ReactNode;
}

/** A box with what belongs together. */
export function Panel({ title, label, action, isFlush = false, children }: PanelProps) {
  return (
    <Card component={label === undefined ? 'div' : 'section'} aria-label={label} sx={{ overflow: 'visible', minWidth: 0 }}>
      {(title || action) && (
        <Box sx={head}>
          <Typography component="h2" variant="subtitle1">
            {title}
          </Typography>
          <Box sx={{ ml: 'auto' }}>{action}</Box>
        </Box>
      )}
      <Box sx={isFlush ? {} : { p: 2 }}>{children}</Box>
    </Card>
  );
}

const head = { display: 'flex', alignItems: 'center', gap: 1, minHeight: 44, px: 2, borderBottom: 1, borderColor: 'divider' } as const;
