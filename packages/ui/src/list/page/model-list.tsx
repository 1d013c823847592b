import { ApiError } from '@grimoire/client';
import type { ModelSchema } from '@grimoire/protocol';
import AddIcon from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { ListBase, type SortPayload, useListContext } from 'react-admin';
import { Link } from 'react-router-dom';
import { ToolbarActions } from '../../actions/action-buttons.tsx';
import { ofLists } from '../../cells/cut-values.ts';
import { OwnListTool } from '../../own/own-list-tool.tsx';
import { PageHead } from '../../layout/page-head.tsx';
import { SkipLink } from '../../layout/skip-link.tsx';
import { Trouble } from '../../layout/trouble.tsx';
import { capitalized, useModel } from '../../schema/use-schema.ts';
import { WithSchema } from '../../layout/with-schema.tsx';
import { useService } from '../../session/service.ts';
import { sizes } from '../../theme/tokens.ts';
import { Columns } from '../columns/columns.tsx';
import { ColumnsButton } from '../columns/columns-button.tsx';
import { countText } from '../../texts/count-text.ts';
import { ListExport } from '../tools/export-button.tsx';
import { FilterBar } from '../filters/filter-bar.tsx';
import { ClearFilters } from '../filters/clear-filters.tsx';
import { MissingValues } from '../filters/missing-values.tsx';
import { SearchTold } from '../filters/search-told.tsx';
import { headingOf } from './heading.ts';
import { Lines } from '../rows/lines.tsx';
import { heldWhileAway, useListError } from './list-error.ts';
import { ListStatus } from './list-status.tsx';
import { newFor, usualPageSize } from './prefetch.ts';
import { useIsExact } from '../../actions/is-exact.ts';
import { CountedPagination } from './pagination.tsx';
import { defaultSortOf } from '../columns/sort.ts';
import { SortButton } from '../columns/sort-button.tsx';
import { useRememberPage } from './shown-page.ts';
import { SectionTabs } from './section-tabs.tsx';
import { SheetButton } from '../sheet/sheet-button.tsx';
import { SheetProvider } from '../sheet/sheet-context.tsx';
import { SheetDraft } from '../sheet/sheet-draft.tsx';
import { SelectionProvider } from '../selection/selection.tsx';
import { TotalsButton } from '../tools/totals.tsx';
import { ReadableAddress } from './readable-address.tsx';
import { hasTrash, TrashButton, useIsTrash } from '../selection/trash.tsx';
import { useIsSmall } from './use-is-small.ts';
import { SaveViewButton, ViewsBar } from '../views/views-bar.tsx';
import { t } from '../../texts/text.ts';

/** The list of any model. */
export function ModelList() {
  return (
    <WithSchema>
      {(schema) => (
        <ListOf key={schema.model} schema={schema}>
          <ListTop schema={schema} />
          <ViewsBar schema={schema} />
          <ListTools schema={schema} />
          <ListBody schema={schema} />
        </ListOf>
      )}
    </WithSchema>
  );
}

interface ListPartProps {
  readonly schema: ModelSchema;
}

/** What the parts of a list stand in. */
export function ListOf({ schema, children }: ListPartProps & { readonly children: ReactNode }) {
  const { settings } = useService();
  return (
    <ReadableAddress schema={schema}>
      <ListBase perPage={usualPageSize(settings)} sort={defaultSortOf(schema)} exporter={false} queryOptions={quiet}>
        <SheetProvider>
          <Box className="list-page" sx={page}>
            <SkipLink text={t('Skip to the rows')} to=".list-page .list-rows :is(tbody, ul) :is(a, button, input):not([disabled])" />
            <ListStatus schema={schema} />
            {children}
          </Box>
        </SheetProvider>
      </ListBase>
    </ReadableAddress>
  );
}

interface ListTopProps extends ListPartProps {
  /** By default the name of the model. */
  readonly title?: string | undefined;
  /** Before the buttons that the list has. */
  readonly actions?: ReactNode;
}

/** The heading of a list, what can be done with it, and the other models of its section. */
export function ListTop({ schema, title = headingOf(schema), actions }: ListTopProps) {
  const group = useModel(schema.model)?.group;
  return (
    <>
      <PageHead
        crumbs={group === undefined ? [] : [{ text: capitalized(group) }, { text: headingOf(schema) }]}
        title={title}
        beside={<Count />}
        actions={
          <>
            {actions}
            <ListActions schema={schema} />
          </>
        }
      />
      <SectionTabs model={schema.model} />
    </>
  );
}

/** The filters of a list, and how it is shown. */
export function ListTools({ schema }: ListPartProps) {
  const isSmall = useIsSmall();
  return (
    <>
      <FilterBar schema={schema}>
        <SaveViewButton schema={schema} />
        {!isSmall && <TotalsButton schema={schema} />}
        <SortButton schema={schema} />
        {!isSmall && <ColumnsButton schema={schema} />}
        {!isSmall && <SheetButton schema={schema} />}
      </FilterBar>
      <SearchTold schema={schema} />
      <MissingValues schema={schema} />
    </>
  );
}

/** The rows of a list, with their pages, and with what is done to those that are ticked. */
export function ListBody({ schema }: ListPartProps) {
  const isSmall = useIsSmall();
  const { isPlaceholderData } = useListContext();
  const { error, failure, retry } = useListError();
  const trouble = error !== null && <ListTrouble error={error} onRetry={retry} sort={defaultSortOf(schema)} />;
  if (failure !== null)
    return (
      <>
        <Box sx={{ flex: 1 }}>{trouble}</Box>
        <CountedPagination />
      </>
    );
  return (
    <SelectionProvider schema={schema}>
      {trouble}
      {!isSmall && <SheetDraft schema={schema} />}
      <Box className="list-rows" aria-busy={isPlaceholderData} sx={sheet}>
        {isSmall ? <Lines schema={schema} /> : <Columns schema={schema} isMain />}
      </Box>
      <PageMemory />
      <CountedPagination />
    </SelectionProvider>
  );
}

/** It is after the selection, which compares the filters with those of the page before. */
function PageMemory() {
  useRememberPage();
  return null;
}

/** On a wide screen the page is as high as the window: its head, its tools and its pages stay in sight. */
const page = { position: 'relative', display: 'flex', flexDirection: 'column', minWidth: 0, minHeight: 0, flex: 1 } as const;

const sheet = {
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  flex: 1,
  minHeight: { sm: 260 },
  minWidth: 0,
  mx: { xs: -2, sm: `-${sizes.gutter}px` },
  bgcolor: 'background.paper',
  borderTop: 1,
  borderColor: 'divider',
  // Rows of the page before, which stand in for those that are long in coming.
  '&[aria-busy=true]': { opacity: 0.45, transition: 'opacity 200ms 1s' },
  // The last rows can be scrolled above the bar of a selection.
  '&:has(> [data-open=true]) .table-scroll': { pb: '64px' },
} as const;

/** The number of rows, beside the heading. */
function Count() {
  const { total, isPending } = useListContext();
  const { failure } = useListError();
  const isExact = useIsExact();
  if (isPending || failure !== null || total === undefined) return null;
  return (
    <Typography component="span" sx={{ color: 'text.disabled', pt: '4px', fontVariantNumeric: 'tabular-nums' }}>
      {countText(total, isExact)}
    </Typography>
  );
}

/** A loading error is shown in place of the list, and not as a separate message. */
const quiet = { meta: ofLists, onError: () => undefined, staleTime: newFor, ...heldWhileAway };

function ListActions({ schema }: { readonly schema: ModelSchema }) {
  const isTrash = useIsTrash();
  return (
    <>
      {schema.fields.some(({ widget }) => widget?.kind === 'change-set') && (
        <Button size="small" component={Link} to="/changes">
          {t('Changes')}
        </Button>
      )}
      {!isTrash && <OwnListTool schema={schema} />}
      {hasTrash(schema) && <TrashButton />}
      {!isTrash && <ListExport schema={schema} />}
      {!isTrash && <ToolbarActions schema={schema} />}
      {schema.permissions.add && !isTrash && (
        <Button component={Link} to={`/${schema.model}/create`} variant="contained" startIcon={<AddIcon />}>
          {t('New %{model}', { model: schema.verbose_name })}
        </Button>
      )}
    </>
  );
}

interface ListTroubleProps {
  readonly error: unknown;
  readonly onRetry: () => void;
  /** The default order of the list. */
  readonly sort: SortPayload;
}

function ListTrouble({ error, onRetry, sort }: ListTroubleProps) {
  const { filterValues, setSort } = useListContext();
  const isFiltered = Object.keys(filterValues as object).length > 0;
  return (
    <>
      <Trouble error={error} onRetry={onRetry} />
      {isOrderTrouble(error) && <Button onClick={() => setSort(sort)}>{t('Clear the sort')}</Button>}
      {isFiltered && <ClearFilters />}
    </>
  );
}

/** Whether the error is about an unknown sort order. */
function isOrderTrouble(error: unknown): boolean {
  return error instanceof ApiError && error.problem.kind === 'invalid' && 'ordering' in error.problem.fields;
}
