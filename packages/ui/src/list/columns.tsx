import type { FieldSchema, ModelSchema } from '@grimoire/protocol';
import MuiLink from '@mui/material/Link';
import { DataTable, type RaRecord } from 'react-admin';
import { Link as RouterLink } from 'react-router-dom';
import { Cell } from '../cells/cell.tsx';
import { rowAddress } from '../cells/row-link.tsx';
import { textOf } from '../cells/value-text.ts';
import { kindOf } from '../kinds/registry.ts';
import { labelOf } from '../schema/use-schema.ts';
import { hasBulkActions } from './bulk-actions.ts';
import { EmptyList } from './empty-list.tsx';
import { sortNameOf } from './sort-name.ts';
import { SelectionBar } from './selection.tsx';
import { useIsTrash } from './trash.tsx';

/** The fields in the order of the columns: first those that the list shows by default, then the others that it can show. */
function columnsOf(schema: ModelSchema): { readonly shown: readonly FieldSchema[]; readonly hidden: readonly FieldSchema[] } {
  const byName = new Map(schema.fields.map((field) => [field.name, field]));
  const shown = schema.list_display.flatMap((name) => byName.get(name) ?? []);
  const isListed = (field: FieldSchema): boolean => !shown.includes(field) && !field.write_only && kindOf(field).column.isOffered;
  return { shown, hidden: schema.fields.filter(isListed) };
}

/** A list as a table, whose columns the user may choose. */
export function Columns({ schema }: { readonly schema: ModelSchema }) {
  const { shown, hidden } = columnsOf(schema);
  const isTrash = useIsTrash();
  const opening = shown.find((field) => kindOf(field).holds !== 'link');
  const table = (
    <DataTable
      rowClick={isTrash ? false : (id) => rowAddress(schema, id)}
      bulkActionButtons={hasBulkActions(schema) ? <></> : false}
      bulkActionsToolbar={<></>}
      hiddenColumns={hidden.map(({ name }) => sortNameOf(schema, name))}
      empty={<EmptyList schema={schema} />}
      sx={{
        '& .RaDataTable-tableWrapper': { overflowX: 'auto' },
        '& .number': { fontVariantNumeric: 'tabular-nums' },
        '& .moment': { whiteSpace: 'nowrap' },
      }}
    >
      {[...shown, ...hidden].map((field) => (
        <DataTable.Col
          key={field.name}
          source={sortNameOf(schema, field.name)}
          label={labelOf(field)}
          align={kindOf(field).column.align}
          disableSort={!kindOf(field).column.isSortable}
          render={(record: RaRecord) =>
            field === opening && !isTrash ? (
              <Opening schema={schema} field={field} record={record} />
            ) : (
              <Cell field={field} record={record} />
            )
          }
        />
      ))}
    </DataTable>
  );
  if (!hasBulkActions(schema)) return table;
  return (
    <>
      {table}
      <SelectionBar />
    </>
  );
}

/** The cell that opens a row by keyboard. */
function Opening({ schema, field, record }: { readonly schema: ModelSchema; readonly field: FieldSchema; readonly record: RaRecord }) {
  const text = textOf(record[field.name]) === '' ? textOf(record['_label']) : <Cell field={field} record={record} />;
  return (
    <MuiLink
      component={RouterLink}
      to={rowAddress(schema, record.id)}
      onClick={(event) => event.stopPropagation()}
      color="inherit"
      underline="hover"
    >
      {text}
    </MuiLink>
  );
}
