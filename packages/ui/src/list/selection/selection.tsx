import type { ModelSchema } from '@grimoire/protocol';
import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import type { Theme } from '@mui/material/styles';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useEvent, useListContext } from 'react-admin';
import { BulkActions } from '../../actions/action-buttons.tsx';
import { isOverlaid } from '../../layout/shortcuts.ts';
import { BulkDelete } from './bulk-delete.tsx';
import { BulkEdit } from './bulk-edit.tsx';
import { colors, radius, shadows } from '../../theme/tokens.ts';
import { countText } from '../../texts/count-text.ts';
import { SelectionExport } from '../tools/export-button.tsx';
import { useIsExact } from '../../actions/is-exact.ts';
import { useAreOtherFilters } from '../page/shown-page.ts';
import { SelectionContext, useSelection } from '../../actions/selection-context.ts';
import { TrashActions, useIsTrash } from './trash.tsx';
import { t } from '../../texts/text.ts';

/** Keeps whether all matching rows are selected; a change of the filters or of the ticked rows ends this. */
export function SelectionProvider({ schema, children }: { readonly schema: ModelSchema; readonly children: ReactNode }) {
  const { selectedIds, filterValues } = useListContext();
  const [chosenFor, setChosenFor] = useState<string | null>(null);
  const state = JSON.stringify([selectedIds, filterValues]);
  const isAll = chosenFor === state && selectedIds.length > 0;
  // Ticking the same rows again does not select all matching rows.
  if (chosenFor !== null && !isAll) setChosenFor(null);
  const selection = useMemo(() => ({ schema, isAll, setAll: (all: boolean) => setChosenFor(all ? state : null) }), [schema, isAll, state]);
  return (
    <SelectionContext value={selection}>
      <UnselectOthers key={JSON.stringify(filterValues)} />
      {children}
    </SelectionContext>
  );
}

/** Clears rows that were ticked under other filters. */
function UnselectOthers() {
  const { onUnselectItems } = useListContext();
  const areOthers = useAreOtherFilters();
  const unselect = useEvent(() => {
    if (areOthers()) onUnselectItems();
  });
  useEffect(() => unselect(), [unselect]);
  return null;
}

/**
 * The operations on the selected rows, at the bottom of the screen: above the rows the bar would cover the search, or move the
 * rows under the pointer. Without a selection it stays mounted and hidden, because a report may still be open.
 */
export function SelectionBar() {
  const { selectedIds, onUnselectItems, total = 0 } = useListContext();
  const { isAll } = useSelection();
  const isExact = useIsExact();
  const isOpen = selectedIds.length > 0;
  const unselect = useEvent(onUnselectItems);
  useEffect(() => {
    if (!isOpen) return undefined;
    const leave = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.defaultPrevented && !isOverlaid()) unselect();
    };
    window.addEventListener('keydown', leave);
    return () => window.removeEventListener('keydown', leave);
  }, [isOpen, unselect]);
  return (
    <Box role="toolbar" aria-label={t('Selection')} data-open={isOpen} sx={{ ...bar, display: isOpen ? 'flex' : 'none' }}>
      <IconButton size="small" aria-label={t('Unselect')} onClick={() => onUnselectItems()}>
        <CloseIcon fontSize="small" />
      </IconButton>
      <span>
        {isAll
          ? t('All %{total} that match', { total: countText(total, isExact) })
          : t('%{number} selected', { number: selectedIds.length })}
      </span>
      <SelectAllMatching />
      <Box aria-hidden sx={{ width: '1px', alignSelf: 'stretch', my: '6px', mx: 1, bgcolor: 'divider' }} />
      <SelectionActions />
    </Box>
  );
}

/** It floats over the last rows: what is above them, and the pages below, stay where they are. */
const bar = {
  position: { xs: 'sticky', sm: 'absolute' },
  bottom: { xs: 8, sm: 16 },
  left: '50%',
  transform: { sm: 'translateX(-50%)' },
  width: { sm: 'max-content' },
  maxWidth: { sm: 'calc(100% - 32px)' },
  mx: { xs: 1, sm: 0 },
  zIndex: 4,
  p: '5px 8px',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 0.5,
  fontWeight: 550,
  borderRadius: `${radius.large}px`,
  border: 1,
  borderColor: 'divider',
  bgcolor: (theme: Theme) => colors[theme.palette.mode].raised,
  boxShadow: (theme: Theme) => shadows[theme.palette.mode].floating,
} as const;

function SelectionActions() {
  const { schema } = useSelection();
  const isTrash = useIsTrash();
  if (isTrash) return <TrashActions />;
  return (
    <>
      <BulkActions schema={schema} />
      <SelectionExport />
      {schema.permissions.change && <BulkEdit />}
      {schema.permissions.delete && <BulkDelete />}
    </>
  );
}

function SelectAllMatching() {
  const { isAll, setAll } = useSelection();
  const { total = 0, selectedIds } = useListContext();
  const isExact = useIsExact();
  if (total <= selectedIds.length) return null;
  return (
    <Button size="small" onClick={() => setAll(!isAll)}>
      {isAll
        ? t('Only the %{number} ticked', { number: selectedIds.length })
        : t('Select all %{total} that match', { total: countText(total, isExact) })}
    </Button>
  );
}
