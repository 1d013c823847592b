import type { FieldSchema, ModelSchema } from '@grimoire/protocol';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemText from '@mui/material/ListItemText';
import { type RaRecord, useListContext } from 'react-admin';
import { Link as RouterLink } from 'react-router-dom';
import { Cell } from '../../kinds/cell.tsx';
import { rowAddress } from '../../cells/row-link.tsx';
import { textOf } from '../../cells/value-text.ts';
import { kindOf } from '../../kinds/registry.ts';
import { labelOf } from '../../schema/use-schema.ts';
import { LinesSkeleton } from '../../loading/lines-skeleton.tsx';
import { EmptyList } from '../page/empty-list.tsx';
import { hasBulkActions } from '../selection/bulk-actions.ts';
import { SelectionBar } from '../selection/selection.tsx';
import { useIsTrash } from '../selection/trash.tsx';
import { t } from '../../texts/text.ts';

/** The number of fields that a line shows besides the row's label. */
const mostFields = 4;

interface LinesProps {
  readonly schema: ModelSchema;
  /** Whether the rows are those of another row, which is their filter. */
  readonly isPart?: boolean;
  /** How many rows there are, if that is known before they are. */
  readonly expected?: number | undefined;
}

/** A list on a narrow screen: one line for each row, with the values of the first columns. */
export function Lines({ schema, isPart = false, expected = Infinity }: LinesProps) {
  const { data, isPending, perPage, selectedIds, onToggleItem } = useListContext();
  const isTrash = useIsTrash();
  if (isPending) return <LinesSkeleton text={t('Loading')} count={Math.min(expected, perPage)} height={60} />;
  if (!data || data.length === 0) return <EmptyList schema={schema} isPart={isPart} />;
  return (
    <>
      <List dense>
        {data.map((record) => (
          <ListItem key={record.id} disablePadding divider>
            {hasBulkActions(schema) && (
              <Checkbox
                sx={touched}
                checked={selectedIds.includes(record.id)}
                onChange={() => onToggleItem(record.id)}
                slotProps={{ input: { 'aria-label': t('Select %{row}', { row: textOf(record['_label']) }) } }}
              />
            )}
            {isTrash ? (
              <Line schema={schema} record={record} />
            ) : (
              <ListItemButton component={RouterLink} to={rowAddress(schema, record.id)}>
                <Line schema={schema} record={record} />
              </ListItemButton>
            )}
          </ListItem>
        ))}
      </List>
      {hasBulkActions(schema) && <SelectionBar />}
    </>
  );
}

function Line({ schema, record }: LineProps) {
  return (
    <ListItemText
      primary={textOf(record['_label'])}
      secondary={<Details schema={schema} record={record} />}
      sx={{ overflowWrap: 'anywhere' }}
      slotProps={{ secondary: { component: 'span' } }}
    />
  );
}

/** A finger does not miss it. */
const touched = { width: 44, height: 44 } as const;

interface LineProps {
  readonly schema: ModelSchema;
  readonly record: RaRecord;
}

function Details({ schema, record }: LineProps) {
  const fields = schema.list_display.flatMap((name) => schema.fields.find((field) => field.name === name) ?? []);
  const isNews = (field: FieldSchema): boolean =>
    detailText(field, record) !== '' && !textOf(record['_label']).includes(detailText(field, record)) && field.name !== schema.pk_field;
  return (
    <Box component="span" sx={{ display: 'flex', flexWrap: 'wrap', gap: '2px 12px', alignItems: 'center' }}>
      {fields
        .filter(isNews)
        .slice(0, mostFields)
        .map((field) => (
          <span key={field.name}>
            <Box component="span" sx={{ color: 'text.disabled', mr: '4px' }}>
              {labelOf(field)}
            </Box>
            {isPlain(field) ? detailText(field, record) : <Cell field={field} record={record} />}
          </span>
        ))}
    </Box>
  );
}

/** A line is a link, and can not contain another link. */
function isPlain(field: FieldSchema): boolean {
  return kindOf(field).holds !== 'text';
}

function detailText(field: FieldSchema, record: RaRecord): string {
  return textOf(record[`${field.name}_label`] ?? record[field.name]);
}
