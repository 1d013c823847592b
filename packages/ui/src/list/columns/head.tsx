import type { FieldSchema, ModelSchema } from '@grimoire/protocol';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import TableSortLabel from '@mui/material/TableSortLabel';
import { type RefObject, useState } from 'react';
import { useListContext } from 'react-admin';
import { kindOf } from '../../kinds/registry.ts';
import { labelOf } from '../../schema/use-schema.ts';
import { ColumnEdge } from './column-edge.tsx';
import type { Sized } from './column-sizes.ts';
import { HeadMenu, type HeadMenuPlace } from './head-menu.tsx';
import { sortBy, sortNameOf, termsOf } from './sort.ts';
import { t } from '../../texts/text.ts';

interface HeadProps {
  readonly schema: ModelSchema;
  readonly sized: Sized;
  /** The field whose cell opens the row by keyboard. */
  readonly opening: FieldSchema | undefined;
  /** The box in which the table scrolls. */
  readonly box: RefObject<HTMLElement | null>;
}

/** The heads of the columns: a click sorts, the edge changes the width, and a menu has the rest. */
export function Head({ schema, sized, opening, box }: HeadProps) {
  const [menu, setMenu] = useState<HeadMenuPlace | null>(null);
  return (
    <TableHead>
      <TableRow>
        {sized.isTickable && <TickAll />}
        {sized.columns.map((field) => (
          <HeadCell
            key={field.name}
            schema={schema}
            field={field}
            className={field === opening ? 'opening' : ''}
            sized={sized}
            box={box}
            onMenu={(cell) => setMenu({ field, cell })}
          />
        ))}
      </TableRow>
      {menu && <HeadMenu schema={schema} sized={sized} box={box} place={menu} onClose={() => setMenu(null)} />}
    </TableHead>
  );
}

function TickAll() {
  const { data = [], selectedIds, onSelect } = useListContext();
  const ids = data.map(({ id }) => id);
  const ticked = ids.filter((id) => selectedIds.includes(id));
  const isAll = ids.length > 0 && ticked.length === ids.length;
  return (
    <TableCell padding="checkbox" className="dash-tick-cell">
      <Checkbox
        checked={isAll}
        indeterminate={ticked.length > 0 && !isAll}
        onChange={() => onSelect(isAll ? selectedIds.filter((id) => !ids.includes(id)) : [...new Set([...selectedIds, ...ids])])}
        slotProps={{ input: { 'aria-label': t('Select all') } }}
      />
    </TableCell>
  );
}

interface HeadCellProps extends Pick<HeadProps, 'schema' | 'sized' | 'box'> {
  readonly field: FieldSchema;
  readonly className: string;
  readonly onMenu: (cell: HTMLElement) => void;
}

function HeadCell({ schema, field, className, sized, box, onMenu }: HeadCellProps) {
  const { sort, setSort } = useListContext();
  const { align, isSortable } = kindOf(field).column;
  const name = sortNameOf(schema, field.name);
  const terms = termsOf(sort);
  const place = terms.findIndex((term) => term.name === name);
  const isSorted = place >= 0;
  const direction = terms[place]?.isDescending === true ? 'desc' : 'asc';
  const label = (
    <Box component="span" title={labelOf(field)} sx={labelStyle}>
      {labelOf(field)}
    </Box>
  );
  return (
    <TableCell
      align={align}
      className={className}
      // The edge is no part of the name of the column.
      aria-label={labelOf(field)}
      sortDirection={isSorted && isSortable ? direction : false}
      onContextMenu={(event) => {
        event.preventDefault();
        onMenu(event.currentTarget);
      }}
    >
      {isSortable ? (
        <TableSortLabel
          active={isSorted}
          direction={direction}
          onClick={(event) => setSort(sortBy(sort, name, event.shiftKey))}
          sx={{ maxWidth: '100%' }}
        >
          {label}
          {isSorted && terms.length > 1 && (
            <Box component="span" sx={{ color: 'text.secondary', fontSize: 11, mx: '4px' }}>
              {place + 1}
            </Box>
          )}
        </TableSortLabel>
      ) : (
        label
      )}
      <ColumnEdge schema={schema} sized={sized} field={field} box={box} />
    </TableCell>
  );
}

const labelStyle = { overflow: 'hidden', textOverflow: 'ellipsis', minWidth: 0 } as const;
