import type { ModelSchema } from '@grimoire/protocol';
import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useEvent, useListContext } from 'react-admin';
import { BulkActions } from '../actions/action-buttons.tsx';
import { BulkDelete } from './bulk-delete.tsx';
import { BulkEdit } from './bulk-edit.tsx';
import { countText } from './count-text.ts';
import { useIsExact } from './pagination.tsx';
import { SelectionContext, useSelection } from './selection-context.ts';

/** Keeps whether all that match are selected; a change of what is shown or ticked ends it. */
export function SelectionProvider({ schema, children }: { readonly schema: ModelSchema; readonly children: ReactNode }) {
  const { selectedIds, filterValues } = useListContext();
  const [chosenFor, setChosenFor] = useState<string | null>(null);
  const state = JSON.stringify([selectedIds, filterValues]);
  const isAll = chosenFor === state && selectedIds.length > 0;
  // Ticking the same rows again is no word on all of them.
  if (chosenFor !== null && !isAll) setChosenFor(null);
  const selection = useMemo(() => ({ schema, isAll, setAll: (all: boolean) => setChosenFor(all ? state : null) }), [schema, isAll, state]);
  return (
    <SelectionContext value={selection}>
      <UnselectAtFirst key={JSON.stringify(filterValues)} />
      {children}
    </SelectionContext>
  );
}

/** What was ticked before, or under other filters, is not what one sees here. */
function UnselectAtFirst() {
  const { onUnselectItems } = useListContext();
  const unselect = useEvent(onUnselectItems);
  useEffect(() => unselect(), [unselect]);
  return null;
}

/**
 * What can be done with the rows that are selected, at the foot of the screen: above the rows it would cover the search, or move
 * them under the pointer. It stays where nothing is selected, unseen: a report may still stand open.
 */
export function SelectionBar() {
  const { selectedIds, onUnselectItems, total = 0 } = useListContext();
  const { isAll } = useSelection();
  const isExact = useIsExact();
  return (
    <Box role="toolbar" aria-label="Selection" sx={{ ...bar, display: selectedIds.length > 0 ? 'flex' : 'none' }}>
      <IconButton size="small" aria-label="Unselect" onClick={() => onUnselectItems()}>
        <CloseIcon fontSize="small" />
      </IconButton>
      <span>{isAll ? `All ${countText(total, isExact)} that match` : `${selectedIds.length} selected`}</span>
      <SelectAllMatching />
      <Box sx={{ flex: 1 }} />
      <SelectionActions />
    </Box>
  );
}

const bar = {
  position: 'sticky',
  bottom: 0,
  zIndex: 2,
  p: 1,
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1,
  bgcolor: 'background.paper',
  borderTop: 2,
  borderColor: 'primary.main',
} as const;

function SelectionActions() {
  const { schema } = useSelection();
  return (
    <>
      <BulkActions schema={schema} />
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
      {isAll ? `Only the ${selectedIds.length} ticked` : `Select all ${countText(total, isExact)} that match`}
    </Button>
  );
}
