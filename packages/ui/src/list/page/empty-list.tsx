import type { ModelSchema } from '@grimoire/protocol';
import AddIcon from '@mui/icons-material/Add';
import InboxIcon from '@mui/icons-material/InboxOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useGetIdentity, useListContext } from 'react-admin';
import { Link } from 'react-router-dom';
import { capitalized, useAreSchemasKnown, useModelSchemas } from '../../schema/use-schema.ts';
import { t } from '../../texts/text.ts';
import { ClearFilters } from '../filters/clear-filters.tsx';
import { howRowsCome, parentsOf, pointedModels } from './how-rows-come.ts';
import { useIsTrash } from '../selection/trash.tsx';

interface EmptyListProps {
  readonly schema: ModelSchema;
  /** Whether the rows are those of another row, which is their filter. */
  readonly isPart?: boolean;
}

/** Shown instead of rows: the model has none, or none match. */
export function EmptyList({ schema, isPart = false }: EmptyListProps) {
  const { filterValues } = useListContext();
  const isTrash = useIsTrash();
  const filters = Object.keys(filterValues as object).length;
  const isFiltered = !isPart && filters > 0;
  const models = schema.verbose_name_plural;
  if (isTrash && filters === 1) return <Empty text={t('The trash is empty.')} />;
  if (!isFiltered) return <Empty text={t('There are no %{models} yet.', { models })}>{!isPart && <HowTheyCome schema={schema} />}</Empty>;
  return (
    <Empty text={t('No %{models} match.', { models })}>
      <ClearFilters />
    </Empty>
  );
}

function Empty({ text, children }: { readonly text: string; readonly children?: ReactNode }) {
  return (
    <Box sx={{ textAlign: 'center', p: 6 }}>
      <InboxIcon color="disabled" sx={{ fontSize: 48 }} />
      <Typography sx={{ my: 1 }}>{text}</Typography>
      {children}
    </Box>
  );
}

/** How rows come to be, and the ways there. */
function HowTheyCome({ schema }: { readonly schema: ModelSchema }) {
  const { identity, isPending } = useGetIdentity();
  const pointed = pointedModels(schema);
  const isKnown = useAreSchemasKnown(pointed) && !isPending;
  const parents = parentsOf(schema, useModelSchemas(pointed).values());
  if (!isKnown) return null;
  const ways = schema.empty_text === undefined ? parents.filter(({ permissions }) => permissions.view) : [];
  return (
    <>
      <Typography sx={{ color: 'text.secondary', maxWidth: '60ch', mx: 'auto', mb: 2 }}>
        {howRowsCome(schema, { parents, isSuperuser: identity?.['is_superuser'] === true })}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: 1 }}>
        {ways.map(({ model, verbose_name_plural: name }) => (
          <Button key={model} component={Link} to={`/${model}`} variant="outlined">
            {capitalized(name)}
          </Button>
        ))}
        {schema.permissions.add && (
          <Button component={Link} to={`/${schema.model}/create`} variant="outlined" startIcon={<AddIcon />}>
            {t('New %{model}', { model: schema.verbose_name })}
          </Button>
        )}
      </Box>
    </>
  );
}
