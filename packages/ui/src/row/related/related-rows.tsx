import type { Key, ModelSchema, Reference } from '@grimoire/protocol';
import AddIcon from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { ListBase } from 'react-admin';
import { Link } from 'react-router-dom';
import { Panel } from '../../layout/panel.tsx';
import { Trouble } from '../../layout/trouble.tsx';
import { Columns } from '../../list/columns/columns.tsx';
import { Lines } from '../../list/rows/lines.tsx';
import { ofLists } from '../../cells/cut-values.ts';
import { heldWhileAway, useListError } from '../../list/page/list-error.ts';
import { CountedPagination } from '../../list/page/pagination.tsx';
import { useIsSmall } from '../../list/page/use-is-small.ts';
import { defaultSortOf } from '../../list/columns/sort.ts';
import { SelectionProvider } from '../../list/selection/selection.tsx';
import { failureOf } from '../../session/failure.ts';
import { LinesSkeleton } from '../../loading/lines-skeleton.tsx';
import { capitalized, useModelSchema } from '../../schema/use-schema.ts';
import { sizes } from '../../theme/tokens.ts';
import { t } from '../../texts/text.ts';

interface RelatedRowsProps {
  readonly reference: Reference;
  /** The key of the row to which they point. */
  readonly id: Key;
}

/** The rows of another model that point to a row, with what can be done with them. */
export function RelatedRows({ reference: { model, field, count }, id }: RelatedRowsProps) {
  const { data: schema, error, refetch } = useModelSchema(model);
  if (failureOf({ data: schema, error })) return <Trouble error={error} onRetry={() => void refetch()} />;
  if (!schema) return <LinesSkeleton text={t('Loading')} count={Math.min(count ?? 25, 25)} height={sizes.row} />;
  return (
    // The filter is one of the list, and not a permanent one: "all that match" is told to the service by the filters of the list.
    <ListBase
      resource={model}
      disableSyncWithLocation
      storeKey={false}
      filterDefaultValues={{ [field]: id }}
      sort={defaultSortOf(schema)}
      perPage={25}
      exporter={false}
      queryOptions={quiet}
    >
      <Rows schema={schema} field={field} id={id} count={count} />
    </ListBase>
  );
}

/** A loading error is shown in place of the rows, and not as a separate message. */
const quiet = { meta: ofLists, onError: () => undefined, ...heldWhileAway };

interface RowsProps {
  readonly schema: ModelSchema;
  readonly field: string;
  readonly id: Key;
  /** Null where nobody may know it, or it was not counted in time. */
  readonly count: number | null;
}

function Rows({ schema, field, id, count }: RowsProps) {
  const { error, failure, retry } = useListError();
  const isSmall = useIsSmall();
  const filter = encodeURIComponent(JSON.stringify({ [field]: id }));
  const source = encodeURIComponent(JSON.stringify({ [field]: id }));
  const name = capitalized(schema.verbose_name_plural);
  const actions = (
    <Box sx={{ display: 'flex', gap: 1 }}>
      <Button size="small" component={Link} to={`/${schema.model}?filter=${filter}`}>
        {t('Open as a list')}
      </Button>
      {schema.permissions.add && (
        <Button size="small" variant="outlined" startIcon={<AddIcon />} component={Link} to={`/${schema.model}/create?source=${source}`}>
          {t('New %{model}', { model: schema.verbose_name })}
        </Button>
      )}
    </Box>
  );
  return (
    <Panel title={name} label={name} action={actions} isFlush>
      {error !== null && <Trouble error={error} onRetry={retry} />}
      {failure === null && (
        <SelectionProvider schema={schema}>
          <Box sx={{ position: 'relative', display: 'flex', flexDirection: 'column', minHeight: 160 }}>
            {isSmall ? (
              <Lines schema={schema} isPart expected={count ?? undefined} />
            ) : (
              <Columns schema={schema} expected={count ?? undefined} />
            )}
          </Box>
          <CountedPagination isInPanel />
        </SelectionProvider>
      )}
    </Panel>
  );
}
