import type { AffectedRows, Key, RelatedRows } from '@grimoire/protocol';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState, useId } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { Trouble } from '../layout/trouble.tsx';
import { rowsText } from '../texts/count-text.ts';
import { LinesSkeleton } from '../loading/lines-skeleton.tsx';
import { kindOf } from '../kinds/registry.ts';
import { useModel, useModelSchema, useModelSchemas } from '../schema/use-schema.ts';
import { NotRun } from '../undo/preview-view.tsx';
import { type Reason, ReasonField } from '../undo/reason.tsx';
import { t } from '../texts/text.ts';

/** What a delete does to other rows. */
export interface Consequences {
  /** Undefined until it is known. */
  readonly rows: RelatedRows | undefined;
  readonly error: Error | null;
  readonly isPending: boolean;
  /** Whether a dry run says it: what is deleted then can be taken back. */
  readonly isTried: boolean;
  /** The code that the dry run did not call. */
  readonly notRun: readonly string[];
  /** Why it is shown once more, or could not be tried. */
  readonly note: ReactNode;
}

/** What is deleted, and what happens then. */
export interface DeleteDialogProps {
  readonly title: string;
  readonly model: string;
  /** For one row: the rows that refer to it are found in their lists. */
  readonly id?: Key;
  /** Whether several rows will be deleted. */
  readonly isMany?: boolean;
  readonly consequences: Consequences;
  readonly reason: Reason;
  readonly onClose: () => void;
  readonly onDelete: () => Promise<void>;
  readonly children?: ReactNode;
}

/** Asks for confirmation of a delete, and shows its effects on other rows. */
export function DeleteDialog({ title, model, id, isMany = false, consequences, reason, onClose, onDelete, children }: DeleteDialogProps) {
  const titleId = useId();
  const [isRunning, setRunning] = useState(false);
  const { rows: data, error, isPending, isTried, notRun, note } = consequences;
  const hasTrash = useModelSchema(model).data?.soft_delete !== undefined;
  // Where the database may keep the row, it has the last word.
  const isBlocked = (data?.blocked_by.length ?? 0) > 0 && data?.may_be_kept !== true;
  const remove = async (): Promise<void> => {
    if (reason.isMissing()) return;
    setRunning(true);
    await onDelete();
    setRunning(false);
  };
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent>
        {children}
        {hasTrash && <Typography sx={{ mb: 1 }}>{isMany ? t('They move to the trash.') : t('It moves to the trash.')}</Typography>}
        {note}
        {isPending && <LinesSkeleton text={t('Looking for what depends on it')} count={2} height={24} />}
        {error && <Trouble error={error} />}
        {data && <Affects rows={data} model={model} id={id} isMany={isMany} />}
        {data && <NotRun names={notRun} />}
        {data && !isBlocked && !hasTrash && !isTried && <Typography sx={{ mt: 1 }}>{t('It can’t be undone from here.')}</Typography>}
        <ReasonField reason={reason} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button
          variant="contained"
          color="error"
          disabled={isPending || isBlocked || isRunning || error !== null}
          onClick={() => void remove()}
        >
          {t('Delete')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface AffectsProps {
  readonly rows: RelatedRows;
  readonly model: string;
  readonly id: Key | undefined;
  readonly isMany: boolean;
}

function Affects({ rows, model, id, isMany }: AffectsProps) {
  const { related, blocked_by: blockers, unlinked } = rows;
  const more = rows.may_be_more ? t('Rows of other tables may still point here: the database has no foreign keys for them.') : undefined;
  if (related.length + blockers.length + unlinked.length === 0) return <Typography>{more ?? t('Nothing else is touched.')}</Typography>;
  return (
    <>
      {blockers.length > 0 && (
        <Alert severity={rows.may_be_kept ? 'warning' : 'error'} sx={{ mb: 1 }}>
          {blockedText(rows, isMany)}
          <Affected rows={blockers} model={model} id={id} />
        </Alert>
      )}
      {related.length > 0 && (
        <Alert severity="warning" sx={{ mb: 1 }}>
          {isMany ? t('Deleted along with them:') : t('Deleted along with it:')}
          <Affected rows={related} model={model} id={id} />
        </Alert>
      )}
      {unlinked.length > 0 && (
        <Alert severity="info">
          {isMany ? t('These stay, and no longer point at them:') : t('These stay, and no longer point at it:')}
          <Affected rows={unlinked} model={model} id={id} />
        </Alert>
      )}
      {more !== undefined && <Typography sx={{ mt: 1 }}>{more}</Typography>}
    </>
  );
}

function blockedText({ may_be_kept: mayBeKept }: RelatedRows, isMany: boolean): string {
  if (mayBeKept) return t('Other rows need this. The database may keep it, and change it instead.');
  return isMany ? t('They can’t be deleted: other rows need them.') : t('It can’t be deleted: other rows need it.');
}

interface AffectedProps {
  readonly rows: readonly AffectedRows[];
  readonly model: string;
  readonly id: Key | undefined;
}

function Affected({ rows, model, id }: AffectedProps) {
  return (
    <ul style={{ margin: 0, paddingInlineStart: '1.2em' }}>
      {rows.map((row) => (
        <li key={row.model ?? ''}>
          <AffectedLine row={row} model={model} id={id} />
        </li>
      ))}
    </ul>
  );
}

/** Rows of one model, with a link to the list of those that refer to the row directly. */
function AffectedLine({ row, model, id }: { readonly row: AffectedRows; readonly model: string; readonly id: Key | undefined }) {
  const summary = useModel(row.model ?? undefined);
  const schema = useModelSchemas(row.model === null ? [] : [row.model]).get(row.model ?? '');
  const names = { verbose_name: row.verbose_name, verbose_name_plural: summary?.verbose_name_plural ?? row.verbose_name };
  const text = row.capped
    ? t('%{number} or more %{models}', { number: row.count, models: names.verbose_name_plural })
    : rowsText(names, row.count);
  if (!summary?.permissions.view) return text;
  const pointer = schema?.fields.find(
    (field) => field.related_model === model && field.related === undefined && kindOf(field).isForeignKey,
  );
  const search = pointer && id !== undefined ? `?filter=${encodeURIComponent(JSON.stringify({ [pointer.name]: id }))}` : '';
  return (
    <MuiLink component={RouterLink} to={`/${summary.model}${search}`} color="inherit">
      {text}
    </MuiLink>
  );
}
