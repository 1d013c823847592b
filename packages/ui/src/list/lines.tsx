import type { FieldSchema, ModelSchema } from '@grimoire/protocol';
import Box from '@mui/material/Box';
import { type RaRecord, SimpleList } from 'react-admin';
import { Cell } from '../cells/cell.tsx';
import { textOf } from '../cells/value-text.ts';
import { kindOf } from '../schema/kinds.ts';
import { EmptyList } from './empty-list.tsx';

/** How many fields a line tells beside the row's name. */
const told = 4;

/** A list on a narrow screen: a line a row, with what the first columns would say. */
export function Lines({ schema }: { readonly schema: ModelSchema }) {
  return (
    <SimpleList
      empty={<EmptyList schema={schema} />}
      rowClick={schema.permissions.change ? 'edit' : 'show'}
      primaryText={(record) => textOf(record['_label'])}
      secondaryText={(record) => <Details schema={schema} record={record} />}
    />
  );
}

function Details({ schema, record }: { readonly schema: ModelSchema; readonly record: RaRecord }) {
  const fields = schema.list_display.flatMap((name) => schema.fields.find((field) => field.name === name) ?? []);
  const isNews = (field: FieldSchema): boolean =>
    detailText(field, record) !== '' && !textOf(record['_label']).includes(detailText(field, record)) && field.name !== schema.pk_field;
  return (
    <Box component="span" sx={{ display: 'flex', flexWrap: 'wrap', gap: '2px 12px', alignItems: 'center' }}>
      {fields
        .filter(isNews)
        .slice(0, told)
        .map((field) => (
          <span key={field.name}>{isPlain(field) ? detailText(field, record) : <Cell field={field} record={record} />}</span>
        ))}
    </Box>
  );
}

/** A line is a link itself, and holds no other. */
function isPlain(field: FieldSchema): boolean {
  return ['relation', 'relations', 'link', 'email', 'list'].includes(kindOf(field));
}

function detailText(field: FieldSchema, record: RaRecord): string {
  return textOf(record[`${field.name}_label`] ?? record[field.name]);
}
