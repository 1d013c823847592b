import Box from '@mui/material/Box';
import { Pagination, useListContext } from 'react-admin';
import { useIsExact } from '../../actions/is-exact.ts';
import { sizes } from '../../theme/tokens.ts';
import { useService } from '../../session/service.ts';
import { PageJump } from './page-jump.tsx';
import { countText } from '../../texts/count-text.ts';
import { t } from '../../texts/text.ts';

interface Range {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

const foot = {
  mx: { xs: -2, sm: `-${sizes.gutter}px` },
  px: { sm: 1.5 },
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'flex-end',
  bgcolor: 'background.paper',
  borderTop: 1,
  borderColor: 'divider',
  '& .MuiToolbar-root': { minHeight: 46, color: 'text.secondary', fontSize: 12.5 },
} as const;

/** The pages of a list, with its count and whether it is exact. */
export function CountedPagination({ isInPanel = false }: { readonly isInPanel?: boolean }) {
  const isExact = useIsExact();
  const { maxPageSize } = useService().settings;
  const { error } = useListContext();
  if (error) return null;
  const rangeText = ({ from, to, count }: Range): string => t('%{from}–%{to} of %{total}', { from, to, total: countText(count, isExact) });
  // It passes more props to MUI's pagination than its type declares.
  const more = { labelDisplayedRows: rangeText } as object;
  return (
    <Box sx={isInPanel ? { ...foot, mx: 0, borderRadius: '0 0 12px 12px' } : foot}>
      {!isInPanel && <PageJump />}
      <Pagination rowsPerPageOptions={[10, 25, 50, 100, 200].filter((size) => size <= maxPageSize)} {...more} />
    </Box>
  );
}
