import { sizes } from '../theme/tokens.ts';

/** A table that scrolls by itself: its head, and the column by which rows are opened, stay in sight. */
export const tableStyle = {
  position: 'relative',
  flex: 1,
  minHeight: 0,
  overflow: 'auto',
  // What gets the focus is not under the head, or under the column that stays.
  scrollPaddingTop: 40,
  '& table': { borderCollapse: 'separate' },
  '& .MuiTableCell-root': { p: '0 12px', height: sizes.row },
  '&[data-density=dense] .MuiTableCell-body': { height: sizes.denseRow },
  '& thead .MuiTableCell-root': { position: 'sticky', top: 0, zIndex: 2, height: 34, bgcolor: 'background.paper' },
  '& tbody .MuiTableRow-root': { bgcolor: 'background.paper' },
  '& tbody .MuiTableRow-root.Mui-selected, & tbody .MuiTableRow-root.Mui-selected:hover': { bgcolor: 'action.selected' },
  '& tbody .MuiTableRow-root:hover': { bgcolor: 'action.hover' },
  '& .MuiTableCell-paddingCheckbox': { width: 46, minWidth: 46, px: '6px', position: 'sticky', left: 0, zIndex: 1, bgcolor: 'inherit' },
  '& .MuiTableCell-paddingCheckbox ~ .opening': { left: 46 },
  '& tr > .MuiTableCell-root:first-of-type': { pl: `${sizes.gutter}px` },
  '& tr > .MuiTableCell-paddingCheckbox:first-of-type': { pl: `${sizes.gutter - 7}px` },
  '& tr > .MuiTableCell-root:last-of-type': { pr: `${sizes.gutter}px` },
  '& .opening': { position: 'sticky', left: 0, zIndex: 1, bgcolor: 'inherit', fontWeight: 550 },
  '& thead .MuiTableCell-paddingCheckbox': { zIndex: 3, bgcolor: 'background.paper' },
  '& thead .opening': { zIndex: 3, bgcolor: 'background.paper' },
  '& td a': { color: 'inherit' },
  '& td.MuiTableCell-root': { maxWidth: 420, whiteSpace: 'nowrap', overflow: 'hidden', textOverflow: 'ellipsis' },
  '& .number': { fontVariantNumeric: 'tabular-nums' },
  '& .moment': { whiteSpace: 'nowrap' },
} as const;
