import type { FieldSchema, ModelSchema } from '@grimoire/protocol';
import type { Theme } from '@mui/material/styles';
import MuiLink from '@mui/material/Link';
import useMediaQuery from '@mui/material/useMediaQuery';
import {
  ColumnsButton,
  CreateButton,
  DataTable,
  FilterButton,
  List,
  type RaRecord,
  SimpleList,
  TopToolbar,
  useListContext,
} from 'react-admin';
import { Link as RouterLink } from 'react-router-dom';
import { ToolbarActions } from '../actions/action-buttons.tsx';
import { isOffered } from '../actions/run-action.ts';
import { Cell } from '../cells/cell.tsx';
import { textOf } from '../cells/value-text.ts';
import { rowAddress } from '../cells/row-link.tsx';
import { Trouble } from '../layout/trouble.tsx';
import { type FieldKind, isNumeric, kindOf } from '../schema/kinds.ts';
import { labelOf } from '../schema/use-schema.ts';
import { WithSchema } from '../schema/with-schema.tsx';
import { EmptyList } from './empty-list.tsx';
import { headingOf, useFilters } from './filters.tsx';
import { CountedPagination } from './pagination.tsx';
import { SectionTabs } from './section-tabs.tsx';
import { SelectionProvider, SelectionToolbar } from './selection.tsx';

/** The list of any model. */
export function ModelList() {
  return <WithSchema>{(schema) => <ListOf key={schema.model} schema={schema} />}</WithSchema>;
}

function ListOf({ schema }: { readonly schema: ModelSchema }) {
  const filters = useFilters(schema);
  const isSmall = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'));
  const [first = '-pk'] = schema.ordering;
  const sort = { field: first.replace(/^-/, ''), order: first.startsWith('-') ? ('DESC' as const) : ('ASC' as const) };
  return (
    <>
      <SectionTabs model={schema.model} />
      <List
        title={headingOf(schema)}
        filters={filters}
        actions={<ListActions schema={schema} />}
        pagination={<CountedPagination />}
        perPage={25}
        sort={sort}
        exporter={false}
        empty={false}
        error={<ListTrouble />}
      >
        <SelectionProvider schema={schema}>{isSmall ? <Lines schema={schema} /> : <Columns schema={schema} />}</SelectionProvider>
      </List>
    </>
  );
}

function ListActions({ schema }: { readonly schema: ModelSchema }) {
  return (
    <TopToolbar>
      <FilterButton />
      <ColumnsButton />
      <ToolbarActions schema={schema} />
      {schema.permissions.add && <CreateButton />}
    </TopToolbar>
  );
}

function ListTrouble() {
  const { error, refetch } = useListContext();
  return <Trouble error={error} onRetry={() => void refetch()} />;
}

/** The fields in the order of the columns: those that the list shows by itself, then the others that it can. */
function columnsOf(schema: ModelSchema): { readonly shown: readonly FieldSchema[]; readonly hidden: readonly FieldSchema[] } {
  const byName = new Map(schema.fields.map((field) => [field.name, field]));
  const shown = schema.list_display.flatMap((name) => byName.get(name) ?? []);
  const isListed = (field: FieldSchema): boolean => !shown.includes(field) && !['binary', 'relations'].includes(kindOf(field));
  return { shown, hidden: schema.fields.filter(isListed) };
}

function Columns({ schema }: { readonly schema: ModelSchema }) {
  const { shown, hidden } = columnsOf(schema);
  const opening = shown.find((field) => !hasLink.has(kindOf(field)));
  return (
    <DataTable
      rowClick={(id) => rowAddress(schema, id)}
      bulkActionButtons={hasBulkActions(schema) ? <></> : false}
      bulkActionsToolbar={<SelectionToolbar />}
      hiddenColumns={hidden.map(({ name }) => name)}
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
          source={field.name}
          label={labelOf(field)}
          align={isNumeric(kindOf(field)) ? 'right' : 'left'}
          disableSort={kindOf(field) === 'json'}
          render={(record: RaRecord) =>
            field === opening ? <Opening schema={schema} field={field} record={record} /> : <Cell field={field} record={record} />
          }
        />
      ))}
    </DataTable>
  );
}

/** Kinds whose cells lead somewhere else. */
const hasLink: ReadonlySet<FieldKind> = new Set(['relation', 'relations', 'link', 'email']);

/** The cell by which a row is opened without a mouse. */
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

/** Whether there is anything to do with rows that are ticked. */
function hasBulkActions({ model, permissions, actions }: ModelSchema): boolean {
  return permissions.change || permissions.delete || actions.some((action) => action.scope === 'bulk' && isOffered(model, action));
}

/** On a narrow screen: a line a row. */
function Lines({ schema }: { readonly schema: ModelSchema }) {
  const { shown } = columnsOf(schema);
  const [second, third] = shown.filter(({ name }) => name !== schema.pk_field);
  return (
    <SimpleList
      empty={<EmptyList schema={schema} />}
      rowClick={(id) => rowAddress(schema, id)}
      primaryText={(record) => String(record._label)}
      secondaryText={(record) => second && <Cell field={second} record={record} />}
      tertiaryText={(record) => third && <Cell field={third} record={record} />}
    />
  );
}
