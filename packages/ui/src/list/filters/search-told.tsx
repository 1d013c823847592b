import type { ModelSchema } from '@grimoire/protocol';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useListContext } from 'react-admin';
import { textOf } from '../../cells/value-text.ts';
import { useAreSchemasKnown, useModelSchemas } from '../../schema/use-schema.ts';
import { rowsText } from '../../texts/count-text.ts';
import { useListError } from '../page/list-error.ts';
import { useIsExact } from '../../actions/is-exact.ts';
import { type Filters, without } from './conditions.ts';
import { focusSearch } from './focus-filters.ts';
import { searchedFor, searchedIn, searchedModels } from './searched.ts';
import { listText, t } from '../../texts/text.ts';

/** Says what a list was searched for, in which fields, and how many rows match. It is read out when the answer is there. */
export function SearchTold({ schema }: { readonly schema: ModelSchema }) {
  const { filterValues, setFilters } = useListContext();
  const filters = filterValues as Filters;
  const words = searchedFor(textOf(filters['q']));
  const clear = (): void => {
    focusSearch();
    setFilters(without(filters, ['q']), undefined);
  };
  return (
    <Box sx={{ ...line, pb: words === '' ? 0 : '8px' }}>
      <Box component="output" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        {words !== '' && <Sentence schema={schema} words={words} />}
      </Box>
      {words !== '' && (
        <Button size="small" onClick={clear} sx={{ fontSize: 12.5, flex: 'none', my: '-4px', ml: '-6px', px: '6px' }}>
          {t('Clear the search')}
        </Button>
      )}
    </Box>
  );
}

function Sentence({ schema, words }: { readonly schema: ModelSchema; readonly words: string }) {
  const { total, isPending, isPlaceholderData } = useListContext();
  const { failure } = useListError();
  const isExact = useIsExact();
  const models = searchedModels(schema);
  const related = useModelSchemas(models);
  const areKnown = useAreSchemasKnown(models);
  if (failure !== null || !areKnown) return null;
  const fields = listText(searchedIn(schema, related), 'comma');
  // Meanwhile, the number is that of the list before.
  if (isPending || isPlaceholderData || total === undefined) return <>{t('Searching for %{words} in %{fields} …', { words, fields })}</>;
  if (total === 0) return <>{t('No %{models} match %{words} in %{fields}', { models: schema.verbose_name_plural, words, fields })}</>;
  const rows = rowsText(schema, total, isExact);
  return <>{t('%{rows} matches %{words} in %{fields} |||| %{rows} match %{words} in %{fields}', { rows, words, fields, count: total })}</>;
}

const line = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2px 8px', fontSize: 12.5, color: 'text.secondary' } as const;
