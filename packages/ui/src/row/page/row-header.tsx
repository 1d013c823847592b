import type { ServedRecord } from '@grimoire/client/react-admin';
import type { ModelSchema } from '@grimoire/protocol';
import CopyIcon from '@mui/icons-material/ContentCopyOutlined';
import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import { RowActions } from '../../actions/action-buttons.tsx';
import { DeleteRow } from './delete-row.tsx';
import { UndoButton } from '../../undo/undo-button.tsx';
import { t } from '../../texts/text.ts';

interface RowHeaderProps {
  readonly schema: ModelSchema;
  readonly record: ServedRecord;
}

/** The operations on the row of a page. */
export function RowHeader({ schema, record }: RowHeaderProps) {
  const { id } = record;
  const changeSet = changeSetOf(schema, record);
  return (
    <>
      {changeSet !== undefined && <UndoButton changeSet={changeSet} variant="outlined" />}
      <RowActions schema={schema} id={id} />
      {schema.permissions.add && schema.permissions.view && (
        <Button
          size="small"
          startIcon={<CopyIcon />}
          component={Link}
          to={`/${schema.model}/create?copy=${encodeURIComponent(String(id))}`}
        >
          {t('Duplicate')}
        </Button>
      )}
      {schema.permissions.delete && <DeleteRow schema={schema} record={record} />}
    </>
  );
}

/** The change set that a row names, such as an entry of the audit log. */
function changeSetOf({ fields }: ModelSchema, record: ServedRecord): number | undefined {
  const field = fields.find(({ widget }) => widget?.kind === 'change-set');
  const value: unknown = field && record[field.name];
  return typeof value === 'number' ? value : undefined;
}
