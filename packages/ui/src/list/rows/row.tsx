import type { FieldSchema, ModelSchema } from '@grimoire/protocol';
import { memo, type MouseEvent } from 'react';
import { type RaRecord, RecordContextProvider } from 'react-admin';
import { Link, useNavigate } from 'react-router-dom';
import { Cell } from '../../kinds/cell.tsx';
import { rowAddress } from '../../cells/row-link.tsx';
import { longText, textOf } from '../../cells/value-text.ts';
import { kindOf } from '../../kinds/registry.ts';
import { t } from '../../texts/text.ts';

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
      <tr
        className={isTicked ? 'dash-list-row is-ticked' : 'dash-list-row'}
        onClick={open}
        onAuxClick={(event) => event.button === 1 && open(event)}
        style={isTrash ? undefined : pointer}
      >
        {isTickable && (
          <td className="dash-list-cell dash-tick-cell">
            <input
              type="checkbox"
              className="dash-tick"
              aria-label={t('Select %{row}', { row: textOf(record['_label']) || record.id })}
              checked={isTicked}
              readOnly
              onClick={(event) => onTick(record.id, event.shiftKey)}
            />
          </td>
        )}
        {columns.map((field) => (
          <td key={field.name} className={classOf(field, field === opening)}>
            {field === opening && !isTrash ? (
              <Opening schema={schema} field={field} record={record} />
            ) : (
              <Cell field={field} record={record} canOpen />
            )}
          </td>
        ))}
      </tr>
    </RecordContextProvider>
  );
});

const pointer = { cursor: 'pointer' } as const;

function classOf(field: FieldSchema, isOpening: boolean): string {
  return ['dash-list-cell', kindOf(field).column.align === 'right' && 'at-end', isOpening && 'opening'].filter(Boolean).join(' ');
}

interface OpeningProps {
  readonly schema: ModelSchema;
  readonly field: FieldSchema;
  readonly record: RaRecord;
}

/** The cell that opens a row by keyboard. */
function Opening({ schema, field, record }: OpeningProps) {
  const text = textOf(record[field.name]) === '' ? textOf(record['_label']) : <Cell field={field} record={record} />;
  return (
    <Link className="dash-text-link" to={rowAddress(schema, record.id)} title={longText(record[field.name])}>
      {text}
    </Link>
  );
}
