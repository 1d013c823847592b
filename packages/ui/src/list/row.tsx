import type { FieldSchema, ModelSchema } from '@grimoire/protocol';
import Checkbox from '@mui/material/Checkbox';
import MuiLink from '@mui/material/Link';
import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import { memo, type MouseEvent } from 'react';
import { type RaRecord, RecordContextProvider } from 'react-admin';
import { Link as RouterLink, useNavigate } from 'react-router-dom';
import { Cell } from '../cells/cell.tsx';
import { rowAddress } from '../cells/row-link.tsx';
import { longText, textOf } from '../cells/value-text.ts';
import { kindOf } from '../kinds/registry.ts';
import { t } from '../texts/text.ts';

/** What the rows of a table share. */
export interface RowTraits {
  readonly schema: ModelSchema;
  readonly columns: readonly FieldSchema[];
  readonly isTickable: boolean;
  readonly isTrash: boolean;
  /** The field whose cell opens the row by keyboard. */
  readonly opening: FieldSchema | undefined;
}

interface RowProps {
  readonly record: RaRecord;
  readonly traits: RowTraits;
  readonly isTicked: boolean;
  readonly onTick: (id: RaRecord['id'], isRange: boolean) => void;
}

/** A row of a table. A click anywhere opens it. */
export const Row = memo(function Row({ record, traits, isTicked, onTick }: RowProps) {
  const { schema, columns, isTickable, isTrash, opening } = traits;
  const navigate = useNavigate();
  const open = (event: MouseEvent): void => {
    const isOther = event.target instanceof Element && event.target.closest('a, button, input, label') !== null;
    // Text that was just selected is there to be copied.
    if (isTrash || isOther || window.getSelection()?.isCollapsed === false) return;
    if (event.ctrlKey || event.metaKey || event.button === 1) window.open(`#${rowAddress(schema, record.id)}`, '_blank', 'noopener');
    else void navigate(rowAddress(schema, record.id));
  };
  return (
    <RecordContextProvider value={record}>
      <TableRow
        hover
        selected={isTicked}
        onClick={open}
        onAuxClick={(event) => event.button === 1 && open(event)}
        sx={isTrash ? {} : pointer}
      >
        {isTickable && (
          <TableCell padding="checkbox">
            <Checkbox
              checked={isTicked}
              onClick={(event) => onTick(record.id, event.shiftKey)}
              slotProps={{ input: { 'aria-label': t('Select this row'), readOnly: true } }}
            />
          </TableCell>
        )}
        {columns.map((field) => (
          <TableCell key={field.name} align={kindOf(field).column.align} className={field === opening ? 'opening' : ''}>
            {field === opening && !isTrash ? (
              <Opening schema={schema} field={field} record={record} />
            ) : (
              <Cell field={field} record={record} canOpen />
            )}
          </TableCell>
        ))}
      </TableRow>
    </RecordContextProvider>
  );
});

const pointer = { cursor: 'pointer' } as const;

interface OpeningProps {
  readonly schema: ModelSchema;
  readonly field: FieldSchema;
  readonly record: RaRecord;
}

/** The cell that opens a row by keyboard. */
function Opening({ schema, field, record }: OpeningProps) {
  const text = textOf(record[field.name]) === '' ? textOf(record['_label']) : <Cell field={field} record={record} />;
  return (
    <MuiLink component={RouterLink} to={rowAddress(schema, record.id)} title={longText(record[field.name])} color="inherit">
      {text}
    </MuiLink>
  );
}
