import { type ModelSchema, trashParameter } from '@grimoire/protocol';
import { useQuery } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useListContext, useNotify } from 'react-admin';
import { textOf } from '../../cells/value-text.ts';
import { copyText } from '../rows/copy-text.ts';
import { useService } from '../../session/service.ts';
import { conditionsOf, type Filters } from './conditions.ts';
import { useFilterables } from './filterable.ts';
import { matchesOf, missingOf, type Wanted } from './look-up.ts';
import { missingText } from './value-list.tsx';
import { t } from '../../texts/text.ts';

/** Says which of the values that a list is filtered by no row has, whatever it is filtered by otherwise. */
export function MissingValues({ schema }: { readonly schema: ModelSchema }) {
  const filterables = useFilterables(schema) ?? [];
  const { filterValues } = useListContext();
  const filters = filterValues as Filters;
  const wanted = conditionsOf(filters, schema, filterables).flatMap(({ known, names: [name = ''], values }): readonly Wanted[] => {
    const { filterable, operator } = known ?? {};
    const isOwn = filterable?.path === filterable?.field.name && operator?.asks === 'texts' && values.flat().length > 1;
    return isOwn && filterable
      ? [{ model: schema.model, field: filterable.field, compared: operator?.compared, name, values: values.flat().map(textOf) }]
      : [];
  });
  return wanted.map((one) => <MissingOf key={one.name} wanted={one} filters={filters} />);
}

function MissingOf({ wanted, filters }: { readonly wanted: Wanted; readonly filters: Filters }) {
  const notify = useNotify();
  const missing = useMissing(wanted, filters);
  const copy = (): void => {
    void copyText(missing.join('\n')).then(
      () => notify(t('Copied.'), { type: 'info', autoHideDuration: 1500 }),
      () => notify(t('The browser does not allow to copy.'), { type: 'warning' }),
    );
  };
  return (
    <Box sx={{ ...line, pb: missing.length === 0 ? 0 : '8px' }}>
      <Box component="output" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        {missing.length > 0 && missingText(missing, wanted.values)}
      </Box>
      {missing.length > 0 && (
        <Button size="small" onClick={copy} sx={{ fontSize: 12.5, flex: 'none', my: '-4px', ml: '-6px', px: '6px' }}>
          {t('Copy')}
        </Button>
      )}
    </Box>
  );
}

/** The values that no row has; none while that is not known. */
function useMissing(wanted: Wanted, filters: Filters): readonly string[] {
  const { client } = useService();
  const { total, isPending, isPlaceholderData } = useListContext();
  const { model, field, name, values } = wanted;
  const isAlone = Object.keys(filters).length === 1;
  // Of a unique field, as many rows as values have all of them.
  const areAllThere = isAlone && field.unique === true && total === values.length;
  const { data = null } = useQuery({
    // As part of the lists of the model, it is read again when a row has changed.
    queryKey: [model, 'getList', 'matches', name, values, filters[trashParameter]],
    queryFn: ({ signal }) => matchesOf(client, { ...wanted, isOfTrash: trashParameter in filters }, signal),
    enabled: !isPending && !isPlaceholderData && !areAllThere,
    retry: false,
  });
  return data === null || areAllThere ? [] : missingOf(wanted, data);
}

const line = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2px 8px', fontSize: 12.5, color: 'text.secondary' } as const;
