import type { ModelSchema } from '@grimoire/protocol';
import Box from '@mui/material/Box';
import { useListContext } from 'react-admin';
import { useCommands } from '../layout/commands.tsx';
import { hidden } from '../theme/hidden.ts';
import { numbers, rowsText } from './count-text.ts';
import { useIsExact } from './pagination.tsx';

/** What a screen reader says of a list: that it has loaded, with how many rows, and how many are ticked. The palette can clear its filters. */
export function ListStatus({ schema }: { readonly schema: ModelSchema }) {
  const { data, total, isPending, error, selectedIds, filterValues, setFilters } = useListContext();
  const isExact = useIsExact();
  const isFiltered = Object.keys(filterValues as object).length > 0;
  const clear = { key: 'clear filters', text: 'Clear the filters', kind: 'List', run: () => setFilters({}, []) };
  useCommands(isFiltered ? [clear] : []);
  const shown = data?.length ?? 0;
  const isLoaded = !isPending && !error && total !== undefined;
  return (
    <Box component="output" aria-label="Rows" sx={hidden}>
      {isLoaded && `${rowsText(schema, total, isExact)}, ${numbers.format(shown)} shown. `}
      {selectedIds.length > 0 && `${numbers.format(selectedIds.length)} ticked.`}
    </Box>
  );
}
