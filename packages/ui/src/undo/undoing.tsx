import type { Undone } from '@grimoire/protocol';
import { useRefresh } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { leaveForOpener } from '../layout/focus.ts';
import { useService } from '../session/service.ts';
import type { AskedUndo } from '../session/undos.ts';
import { t } from '../texts/text.ts';
import { useTellWritten } from './message.tsx';
import { UndoWindow } from './undo-window.tsx';
import { useUndo } from './use-undo.ts';

interface UndoingProps {
  readonly asked: AskedUndo;
  readonly onClose: () => void;
}

/** Takes a change set back: one row that was changed a moment ago at once, otherwise after its window. */
export function Undoing({ asked, onClose }: UndoingProps) {
  const { undos } = useService();
  const refresh = useRefresh();
  const navigate = useNavigate();
  const tell = useTellWritten();
  const close = (): void => leaveForOpener(onClose);
  const undo = useUndo(asked, (undone) => {
    close();
    refresh();
    undos.changed();
    if (asked.opens !== undefined && undone.restored > 0) void navigate(asked.opens);
    tell(undoneText(undone), undone.change_set ?? undefined);
  });
  // One row that was changed a moment ago comes back without a window.
  if (asked.isFresh && undo.step.kind === 'reading' && (undo.set?.rows ?? 1) <= 1) return null;
  return <UndoWindow undo={undo} onClose={close} />;
}

function undoneText({ restored, skipped }: Undone): string {
  const parts = [
    restored > 0
      ? t('Undone: %{count} row is as it was. |||| Undone: %{count} rows are as they were.', { count: restored })
      : t('There was nothing left to take back.'),
    ...(skipped > 0 ? [t('%{count} row was left as it is. |||| %{count} rows were left as they are.', { count: skipped })] : []),
  ];
  return parts.join(' ');
}
