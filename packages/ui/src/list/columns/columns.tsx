import type { ModelSchema } from '@grimoire/protocol';
import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { type RaRecord, useEvent, useListContext } from 'react-admin';
import { hasBulkActions } from '../selection/bulk-actions.ts';
import { useOpening, useShownColumns } from './column-choice.ts';
import { useLook } from './column-look.ts';
import { ColumnsSkeleton } from './columns-skeleton.tsx';
import { columnRules, type Sized, stayingOf, usePlacedColumns, widthVariables } from './column-sizes.ts';
import { CellTools } from '../rows/cell-tools.tsx';
import { EmptyList } from '../page/empty-list.tsx';
import { Head } from './head.tsx';
import { Row, type RowTraits } from '../rows/row.tsx';
import { useRowKeys } from '../rows/row-keys.ts';
import { SelectionBar } from '../selection/selection.tsx';
import { useSheet, useShownRows } from '../sheet/sheet-context.tsx';
import { SheetStart } from '../sheet/sheet-start.tsx';
import { useKeptScroll } from '../page/shown-page.ts';
import { tableStyle } from './table-style.ts';
import { Totals } from '../tools/totals.tsx';
import { useIsTrash } from '../selection/trash.tsx';

interface ColumnsProps {
  readonly schema: ModelSchema;
  /** The number of rows, where it is known before they are read. */
  readonly expected?: number | undefined;
  /** Whether the table is what its page is about: it has keys, and its rows are where they were left on the way back from a row. */
  readonly isMain?: boolean;
}

/** A list as a table, whose columns the user may choose. A tick renders one row. */
export function Columns({ schema, expected, isMain = false }: ColumnsProps) {
  const { data, isPending, page, perPage, sort, filterValues } = useListContext();
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
  const { density, look } = useLook(schema);
  const columns = useShownColumns(schema);
  const isTickable = hasBulkActions(schema);
  const opening = useOpening(schema);
  const sized = useMemo(
    (): Sized => ({ columns, staying: stayingOf(columns, look, opening), isTickable, look }),
    [columns, look, opening, isTickable],
  );
  const style = useMemo(() => ({ ...tableStyle, ...columnRules(sized) }), [sized]);
  const hasRows = (data?.length ?? 0) > 0;
  usePlacedColumns(scroll, sized, hasRows);
  if (!isPending && !hasRows) return <EmptyList schema={schema} isPart={!isMain} />;
  return (
    <>
      <Box ref={scroll} className="table-scroll" sx={style} style={widthVariables(sized)} data-density={density}>
        {isPending ? (
          <ColumnsSkeleton sized={sized} density={density} rows={Math.min(perPage, expected ?? perPage)} />
        ) : (
          <Rows schema={schema} columns={columns} opening={opening} isTickable={isTickable} hasTotals={isMain}>
            <Head schema={schema} sized={sized} opening={opening} box={scroll} />
          </Rows>
        )}
        {isMain && !isPending && (
          <>
            <CellTools schema={schema} box={scroll} isTickable={isTickable} />
            <SheetStart schema={schema} box={scroll} isTickable={isTickable} />
          </>
        )}
      </Box>
      {isTickable && <SelectionBar />}
    </>
  );
}

interface RowsProps extends Pick<RowTraits, 'schema' | 'columns' | 'opening' | 'isTickable'> {
  readonly hasTotals: boolean;
  /** The head of the table. */
  readonly children: ReactNode;
}

function Rows({ schema, columns, opening, isTickable, hasTotals, children }: RowsProps) {
  const { selectedIds } = useListContext();
  const rows = useShownRows();
  const isSheet = useSheet()?.start != null;
  const isTrash = useIsTrash();
  const toggle = useTicks();
  const traits = useMemo(
    (): RowTraits => ({ schema, columns, isTickable, isTrash, opening }),
    [schema, columns, isTickable, isTrash, opening],
  );
  const ticked = useMemo(() => new Set<unknown>(selectedIds), [selectedIds]);
  return (
    <Table size="small" {...(isSheet ? { role: 'grid', 'aria-multiselectable': true } : {})}>
      {children}
      <TableBody>
        {rows.map((record) => (
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
