import { ApiError } from '@grimoire/client';
import type { ModelSchema } from '@grimoire/protocol';
import Button from '@mui/material/Button';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { ColumnsButton, CreateButton, FilterButton, List, SortButton, type SortPayload, TopToolbar, useListContext } from 'react-admin';
import { ToolbarActions } from '../actions/action-buttons.tsx';
import { Trouble } from '../layout/trouble.tsx';
import { WithSchema } from '../schema/with-schema.tsx';
import { useService } from '../service.ts';
import { Columns } from './columns.tsx';
import { headingOf, useFilters } from './filters.tsx';
import { Lines } from './lines.tsx';
import { OtherFilters, type OtherFiltersProps } from './other-filters.tsx';
import { CountedPagination } from './pagination.tsx';
import { kindOf } from '../kinds/registry.ts';
import { sortNameOf } from './sort-name.ts';
import { SectionTabs } from './section-tabs.tsx';
import { SelectionProvider } from './selection.tsx';
import { hasTrash, TrashButton, useIsTrash } from './trash.tsx';

/** The list of any model. */
export function ModelList() {
  return <WithSchema>{(schema) => <ListOf key={schema.model} schema={schema} />}</WithSchema>;
}

function ListOf({ schema }: { readonly schema: ModelSchema }) {
  const filters = useFilters(schema);
  const isSmall = useIsSmall();
  const { maxPageSize } = useService().settings;
  const [first = '-pk'] = schema.ordering;
  const sort = { field: sortNameOf(schema, first.replace(/^-/, '')), order: first.startsWith('-') ? ('DESC' as const) : ('ASC' as const) };
  return (
    <>
      <SectionTabs model={schema.model} />
      <List
        title={headingOf(schema)}
        filters={filters}
        actions={<ListActions schema={schema} hasFilters={filters !== undefined} />}
        pagination={<CountedPagination />}
        perPage={Math.min(25, maxPageSize)}
        sort={sort}
        exporter={false}
        empty={false}
        error={<ListTrouble schema={schema} filters={filters} sort={sort} />}
        queryOptions={quiet}
        // A table that is too wide scrolls on its own.
        sx={{ '& .RaList-main, & .RaList-content, & .RaList-content > *': { minWidth: 0 } }}
      >
        <OtherFilters schema={schema} filters={filters} />
        <SelectionProvider schema={schema}>{isSmall ? <Lines schema={schema} /> : <Columns schema={schema} />}</SelectionProvider>
      </List>
    </>
  );
}

/** The columns by which a list without column headings can be sorted. */
function sortable(schema: ModelSchema): string[] {
  const names = new Set(schema.fields.filter((field) => kindOf(field).column.isSortable).map(({ name }) => name));
  return schema.list_display.filter((name) => names.has(name)).map((name) => sortNameOf(schema, name));
}

/** A loading error is shown in place of the list, and not as a separate message. */
const quiet = { onError: () => undefined };

/** Whether the screen is too narrow for a table. */
function useIsSmall(): boolean {
  return useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'));
}

function ListActions({ schema, hasFilters }: { readonly schema: ModelSchema; readonly hasFilters: boolean }) {
  const isSmall = useIsSmall();
  const { selectedIds } = useListContext();
  const isTrash = useIsTrash();
  // On a narrow screen the button floats over the bar of the selection.
  const isCovered = isSmall && selectedIds.length > 0;
  return (
    <TopToolbar>
      {hasFilters && <FilterButton />}
      {isSmall ? <SortButton fields={sortable(schema)} /> : <ColumnsButton />}
      {hasTrash(schema) && <TrashButton />}
      {!isTrash && <ToolbarActions schema={schema} />}
      {schema.permissions.add && !isCovered && !isTrash && <CreateButton />}
    </TopToolbar>
  );
}

interface ListTroubleProps extends OtherFiltersProps {
  /** The default order of the list. */
  readonly sort: SortPayload;
}

function ListTrouble({ sort, ...props }: ListTroubleProps) {
  const { error, refetch, filterValues, setFilters, setSort } = useListContext();
  const isFiltered = Object.keys(filterValues as object).length > 0;
  return (
    <>
      <OtherFilters {...props} />
      <Trouble error={error} onRetry={() => void refetch()} />
      {isOrderTrouble(error) && <Button onClick={() => setSort(sort)}>Clear the sort</Button>}
      {isFiltered && <Button onClick={() => setFilters({}, [])}>Clear the filters</Button>}
    </>
  );
}

/** Whether the error is about an unknown sort order. */
function isOrderTrouble(error: unknown): boolean {
  return error instanceof ApiError && error.problem.kind === 'invalid' && 'ordering' in error.problem.fields;
}
