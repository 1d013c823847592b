import type { ServedRecord } from '@grimoire/client/react-admin';
import type { ModelSchema } from '@grimoire/protocol';
import CopyIcon from '@mui/icons-material/ContentCopyOutlined';
import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import { RowActions } from '../../actions/action-buttons.tsx';
import { DeleteRow } from './delete-row.tsx';
import { t } from '../../texts/text.ts';

interface RowHeaderProps {
  readonly schema: ModelSchema;
  readonly record: ServedRecord;
}

/** The operations on the row of a page. */
export function RowHeader({ schema, record }: RowHeaderProps) {
  const { id } = record;
  return (
    <>
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
