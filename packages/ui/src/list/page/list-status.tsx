import type { ModelSchema } from '@grimoire/protocol';
import Box from '@mui/material/Box';
import { useListContext } from 'react-admin';
import { useCommands } from '../../layout/commands.tsx';
import { hidden } from '../../theme/hidden.ts';
import { rowsText } from '../../texts/count-text.ts';
import { useListError } from './list-error.ts';
import { useIsExact } from '../../actions/is-exact.ts';
import { t } from '../../texts/text.ts';

/** What a screen reader says of a list: that it has loaded, with how many rows, and how many are ticked. The palette can clear its filters. */
export function ListStatus({ schema }: { readonly schema: ModelSchema }) {
  const { data, total, isPending, selectedIds, filterValues, setFilters } = useListContext();
  const { failure } = useListError();
  const isExact = useIsExact();
  const isFiltered = Object.keys(filterValues as object).length > 0;
  const clear = { key: 'clear filters', text: t('Clear the filters'), kind: t('List'), run: () => setFilters({}, []) };
  useCommands(isFiltered ? [clear] : []);
  const shown = data?.length ?? 0;
  const isLoaded = !isPending && failure === null && total !== undefined;
  return (
    <Box component="output" aria-label={t('Rows')} sx={hidden}>
      {isLoaded && `${t('%{rows}, %{number} shown.', { rows: rowsText(schema, total, isExact), number: shown })} `}
      {selectedIds.length > 0 && t('%{number} ticked.', { number: selectedIds.length })}
    </Box>
  );
}
