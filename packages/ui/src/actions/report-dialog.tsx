import type { ActionReport, ModelSchema } from '@grimoire/protocol';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { useId } from 'react';
import { useGetMany } from 'react-admin';
import { RowLink } from '../cells/row-link.tsx';
import { capitalized } from '../schema/use-schema.ts';
import { UndoButton } from '../undo/undo-button.tsx';
import { t } from '../texts/text.ts';

interface ReportDialogProps {
  readonly schema: ModelSchema;
  readonly title: string;
  readonly report: ActionReport;
  /** That of the rows on which it did not fail. */
  readonly changeSet: number | undefined;
  readonly onClose: () => void;
}

const shown = 200;

/** The rows on which an action failed, each with a link. */
export function ReportDialog({ schema, title, report, changeSet, onClose }: ReportDialogProps) {
  const titleId = useId();
  const failed = report.failed.slice(0, shown);
  const { data = [] } = useGetMany(schema.model, { ids: failed.map(({ pk }) => pk) }, { enabled: schema.permissions.view });
  const labels = new Map(data.flatMap((row) => (row ? [[String(row.id), String(row['_label'])] as const] : [])));
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent>
        <Alert severity={report.succeeded > 0 ? 'warning' : 'error'}>{report.message}</Alert>
        <Table size="small" sx={{ mt: 1 }}>
          <TableHead>
            <TableRow>
              <TableCell>{capitalized(schema.verbose_name)}</TableCell>
              <TableCell>{t('Why')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {failed.map(({ pk, detail }) => (
              <TableRow key={pk}>
                <TableCell>
                  <RowLink model={schema.model} id={pk} text={labels.get(String(pk)) ?? String(pk)} />
                </TableCell>
                <TableCell>{detail}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
        {report.failed.length > shown && <p>{t('and %{number} more', { number: report.failed.length - shown })}</p>}
      </DialogContent>
      <DialogActions>
        {changeSet !== undefined && <UndoButton changeSet={changeSet} sx={{ mr: 'auto' }} />}
        <Button onClick={onClose}>{t('Close')}</Button>
      </DialogActions>
    </Dialog>
  );
}
