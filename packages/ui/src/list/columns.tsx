import type { FieldSchema, ModelSchema } from '@grimoire/protocol';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import LinearProgress from '@mui/material/LinearProgress';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import TableSortLabel from '@mui/material/TableSortLabel';
import { useEffect, useMemo, useRef } from 'react';
import { type RaRecord, useEvent, useListContext } from 'react-admin';
import { kindOf } from '../kinds/registry.ts';
import { labelOf } from '../schema/use-schema.ts';
import { hasBulkActions } from './bulk-actions.ts';
import { useDensity, useShownColumns } from './column-choice.ts';
import { CellTools } from './cell-tools.tsx';
import { EmptyList } from './empty-list.tsx';
import { Row, type RowTraits } from './row.tsx';
import { useRowKeys } from './row-keys.ts';
import { SelectionBar } from './selection.tsx';
import { useKeptScroll } from './shown-page.ts';
import { sortBy, sortNameOf, termsOf } from './sort.ts';
import { tableStyle } from './table-style.ts';
import { Totals } from './totals.tsx';
import { useIsTrash } from './trash.tsx';

interface ColumnsProps {
  readonly schema: ModelSchema;
  /** Whether the table is what its page is about: it has keys, and its rows are where they were left on the way back from a row. */
  readonly isMain?: boolean;
}

/** A list as a table, whose columns the user may choose. A tick renders one row. */
export function Columns({ schema, isMain = false }: ColumnsProps) {
  const { data, isPending, page, sort, filterValues } = useListContext();
  const scroll = useRef<HTMLDivElement>(null);
  const place = JSON.stringify([page, sort, filterValues]);
  const shown = useRef(place);
  // Another page begins with its first row.
  useEffect(() => {
    if (shown.current === place) return;
    shown.current = place;
    if (scroll.current) scroll.current.scrollTop = 0;
  });
  useKeptScroll(scroll, isMain && !isPending);
  useRowKeys(scroll, schema, isMain);
  const [density] = useDensity();
  const isTickable = hasBulkActions(schema);
  if (!isPending && (data?.length ?? 0) === 0) return <EmptyList schema={schema} />;
  return (
    <>
      <Box ref={scroll} className="table-scroll" sx={tableStyle} data-density={density} aria-busy={isPending}>
        {isPending ? <LinearProgress aria-label="Loading" /> : <Rows schema={schema} isTickable={isTickable} hasTotals={isMain} />}
        {isMain && !isPending && <CellTools schema={schema} box={scroll} isTickable={isTickable} />}
      </Box>
      {isTickable && <SelectionBar />}
    </>
  );
}

/** The column that opens a row: the first that names it, otherwise the first without a link of its own. */
function openingOf(columns: readonly FieldSchema[]): FieldSchema | undefined {
  const names = (field: FieldSchema): boolean => kindOf(field).holds === 'text' && kindOf(field).column.align === 'left' && !field.choices;
  return columns.find(names) ?? columns.find((field) => kindOf(field).holds !== 'link');
}

interface RowsProps {
  readonly schema: ModelSchema;
  readonly isTickable: boolean;
  readonly hasTotals: boolean;
}

function Rows({ schema, isTickable, hasTotals }: RowsProps) {
  const { data = [], selectedIds } = useListContext();
  const columns = useShownColumns(schema);
  const isTrash = useIsTrash();
  const toggle = useTicks();
  const traits = useMemo(
    (): RowTraits => ({ schema, columns, isTickable, isTrash, opening: openingOf(columns) }),
    [schema, columns, isTickable, isTrash],
  );
  const ticked = useMemo(() => new Set<unknown>(selectedIds), [selectedIds]);
  return (
    <Table size="small">
      <Head traits={traits} />
      <TableBody>
        {data.map((record) => (
          <Row key={record.id} record={record} traits={traits} isTicked={ticked.has(record.id)} onTick={toggle} />
        ))}
      </TableBody>
      {hasTotals && <Totals traits={traits} />}
    </Table>
  );
}

/** Ticks a row; with the shift key, also those between it and the row that was ticked before. */
function useTicks(): (id: RaRecord['id'], isRange: boolean) => void {
  const { data = [], selectedIds, onSelect, onToggleItem } = useListContext();
  const last = useRef<RaRecord['id'] | null>(null);
  return useEvent((id: RaRecord['id'], isRange: boolean) => {
    const ids = data.map((record) => record.id);
    const [from, to] = [ids.indexOf(last.current ?? id), ids.indexOf(id)].toSorted((one, other) => one - other);
    last.current = id;
    if (!isRange || from === undefined || to === undefined || from < 0) return onToggleItem(id);
    const range = ids.slice(from, to + 1);
    const isTicking = !selectedIds.includes(id);
    onSelect(isTicking ? [...new Set([...selectedIds, ...range])] : selectedIds.filter((one) => !range.includes(one)));
  });
}

function Head({ traits: { schema, columns, isTickable, opening } }: { readonly traits: RowTraits }) {
  return (
    <TableHead>
      <TableRow>
        {isTickable && <TickAll />}
        {columns.map((field) => (
          <HeadCell key={field.name} schema={schema} field={field} className={field === opening ? 'opening' : ''} />
        ))}
      </TableRow>
    </TableHead>
  );
}

function TickAll() {
  const { data = [], selectedIds, onSelect } = useListContext();
  const ids = data.map(({ id }) => id);
  const ticked = ids.filter((id) => selectedIds.includes(id));
  const isAll = ids.length > 0 && ticked.length === ids.length;
  return (
    <TableCell padding="checkbox">
      <Checkbox
        checked={isAll}
        indeterminate={ticked.length > 0 && !isAll}
        onChange={() => onSelect(isAll ? selectedIds.filter((id) => !ids.includes(id)) : [...new Set([...selectedIds, ...ids])])}
        slotProps={{ input: { 'aria-label': 'Select all' } }}
      />
    </TableCell>
  );
}

interface HeadCellProps {
  readonly schema: ModelSchema;
  readonly field: FieldSchema;
  readonly className: string;
}

function HeadCell({ schema, field, className }: HeadCellProps) {
  const { sort, setSort } = useListContext();
  const { align, isSortable } = kindOf(field).column;
  const name = sortNameOf(schema, field.name);
  const terms = termsOf(sort);
  const place = terms.findIndex((term) => term.name === name);
  const isSorted = place >= 0;
  const direction = terms[place]?.isDescending === true ? 'desc' : 'asc';
  if (!isSortable)
    return (
      <TableCell align={align} className={className}>
        {labelOf(field)}
      </TableCell>
    );
  return (
    <TableCell align={align} className={className} sortDirection={isSorted ? direction : false}>
      <TableSortLabel active={isSorted} direction={direction} onClick={(event) => setSort(sortBy(sort, name, event.shiftKey))}>
        {labelOf(field)}
        {isSorted && terms.length > 1 && (
          <Box component="span" sx={{ color: 'text.secondary', fontSize: 11, mx: '4px' }}>
            {place + 1}
          </Box>
        )}
      </TableSortLabel>
    </TableCell>
  );
}
