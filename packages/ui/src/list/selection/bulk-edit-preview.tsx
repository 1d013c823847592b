import type { FieldSchema, Preview } from '@grimoire/protocol';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import { type FormEvent, useState } from 'react';
import { useNotify, useRefresh, useUnselectAll } from 'react-admin';
import { focusPassedOn, focusWhenShown, leaveForContent } from '../../layout/focus.ts';
import { messageOf, Trouble } from '../../layout/trouble.tsx';
import { LinesSkeleton } from '../../loading/lines-skeleton.tsx';
import { useService } from '../../session/service.ts';
import { rowsText } from '../../texts/count-text.ts';
import { useTellWritten } from '../../undo/message.tsx';
import { PreviewView } from '../../undo/preview-view.tsx';
import { type Reason, ReasonField } from '../../undo/reason.tsx';
import { useTrial } from '../../undo/trial.ts';
import type { Tried } from '../../undo/tried.ts';
import { Written } from '../../undo/written.ts';
import { useSelection } from '../../actions/selection-context.ts';
import { useSelectedRows } from './selected-keys.ts';
import { t } from '../../texts/text.ts';

/** A change of all selected rows that has been tried. */
export interface ShownChange {
  readonly field: FieldSchema;
  readonly value: unknown;
  readonly first: Tried;
}

interface BulkEditPreviewProps extends ShownChange {
  readonly reason: Reason;
  readonly onBack: () => void;
  readonly onClose: () => void;
}

/** What a change of the selected rows does, and the button that makes it. */
export function BulkEditPreview({ onBack, onClose, ...change }: BulkEditPreviewProps) {
  const { schema } = useSelection();
  const { count, isExact } = useSelectedRows();
  const { trial, isRunning, submit } = useBulkChange(change, onClose);
  const { reason } = change;
  const { tried, error, isPending, note } = trial;
  const preview = tried?.preview ?? null;
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <DialogContent ref={focusWhenShown} tabIndex={-1} sx={content}>
        {note}
        {isPending && <LinesSkeleton text={t('Looking for what it would change')} count={3} height={24} />}
        {error && <Trouble error={error} />}
        {preview && <PreviewView preview={preview} />}
        {preview && <LeftOut preview={preview} />}
        {tried && !preview && (
          <Box>
            {tried.why} {t('What it would change can’t be shown beforehand.')}
          </Box>
        )}
        <ReasonField reason={reason} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} sx={{ mr: 'auto' }}>
          {t('Cancel')}
        </Button>
        <Button ref={focusPassedOn} onClick={onBack} disabled={isRunning}>
          {t('Back')}
        </Button>
        <Button type="submit" variant="contained" disabled={isRunning || isPending || error !== null}>
          {t('Change %{rows}', { rows: rowsText(schema, count, isExact) })}
        </Button>
      </DialogActions>
    </form>
  );
}

/** Tries a change of the selected rows, and makes it. */
function useBulkChange({ field, value, first, reason }: ShownChange & { readonly reason: Reason }, onClose: () => void) {
  const { client } = useService();
  const { schema } = useSelection();
  const { keys } = useSelectedRows();
  const rows = client.model(schema.model);
  const data = { [field.name]: value };
  const trial = useTrial(async () => rows.preview.updateMany(await keys(), data, reason.ofTrial), { first });
  const [isRunning, setRunning] = useState(false);
  const notify = useNotify();
  const tell = useTellWritten();
  const refresh = useRefresh();
  const unselect = useUnselectAll(schema.model);

  async function write(): Promise<void> {
    const written = new Written();
    const ids = await keys();
    const isDone = await trial.carryOut((ifPreview) => rows.updateMany(ids, data, { ...ifPreview, ...reason.options, ...written.options }));
    if (!isDone) return;
    tell(t('%{rows}: %{field} is changed.', { rows: rowsText(schema, ids.length), field: field.verbose_name }), written.changeSet);
    leaveForContent(() => {
      onClose();
      unselect();
    });
    refresh();
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isRunning || reason.isMissing()) return;
    setRunning(true);
    try {
      await write();
    } catch (failure) {
      if (!reason.isAskedBy(failure)) notify(messageOf(failure), { type: 'error', autoHideDuration: 10_000 });
    } finally {
      setRunning(false);
    }
  }

  return { trial, isRunning, submit };
}

const content = { pt: 0, display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)', outline: 'none' } as const;

/** How many of the selected rows stay as they are. */
function LeftOut({ preview: { counts } }: { readonly preview: Preview }) {
  const { schema } = useSelection();
  const { count } = useSelectedRows();
  const own = counts.find(({ model }) => model === schema.model);
  const rest = count - (own ? own.update + own.delete : 0);
  if (rest <= 0) return null;
  return (
    <Box sx={{ color: 'text.secondary' }}>
      {t('%{rows}: left as they are, because they have this value already.', { rows: rowsText(schema, rest) })}
    </Box>
  );
}
