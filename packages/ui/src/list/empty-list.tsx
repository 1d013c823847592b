import type { ModelSchema } from '@grimoire/protocol';
import InboxIcon from '@mui/icons-material/InboxOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { CreateButton, useListContext } from 'react-admin';
import { ClearFilters } from './filters/clear-filters.tsx';
import { t } from '../texts/text.ts';

interface EmptyListProps {
  readonly schema: ModelSchema;
  /** Whether the rows are those of another row, which is their filter. */
  readonly isPart?: boolean;
}

/** Shown instead of rows: the model has none, or none match. */
export function EmptyList({ schema, isPart = false }: EmptyListProps) {
  const { filterValues } = useListContext();
  const isFiltered = !isPart && Object.keys(filterValues as object).length > 0;
  return (
    <Box sx={{ textAlign: 'center', p: 6 }}>
      <InboxIcon color="disabled" sx={{ fontSize: 48 }} />
      <Typography sx={{ my: 1 }}>
        {isFiltered
          ? t('No %{models} match.', { models: schema.verbose_name_plural })
          : t('There are no %{models} yet.', { models: schema.verbose_name_plural })}
      </Typography>
      {isFiltered && <ClearFilters />}
      {!isFiltered && !isPart && schema.permissions.add && <CreateButton />}
    </Box>
  );
}
