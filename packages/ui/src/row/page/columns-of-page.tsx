import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

interface ColumnsOfPageProps {
  /** What one works on, of readable width. */
  readonly children: ReactNode;
  /** Beside it on a wide screen, below it otherwise. */
  readonly aside?: ReactNode;
}

/** The two columns of a row's page. */
export function ColumnsOfPage({ children, aside }: ColumnsOfPageProps) {
  return (
    <Box
      className="columns-of-page"
      sx={{ ...columns, gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: aside ? 'minmax(0, 820px) 300px' : 'minmax(0, 820px)' } }}
    >
      <Box sx={column}>{children}</Box>
      {aside && <Box sx={column}>{aside}</Box>}
    </Box>
  );
}

const columns = { display: 'grid', gap: 2, alignItems: 'start', width: '100%' } as const;
const column = { display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)', minWidth: 0 } as const;
