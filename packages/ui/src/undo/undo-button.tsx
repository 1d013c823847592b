import UndoIcon from '@mui/icons-material/Undo';
import Button, { type ButtonProps } from '@mui/material/Button';
import { useService } from '../session/service.ts';
import { t } from '../texts/text.ts';

interface UndoButtonProps extends Pick<ButtonProps, 'variant' | 'sx'> {
  readonly changeSet: number;
  /** What it takes back, for screen readers: several of these buttons may be on a page. */
  readonly label?: string;
}

/** Opens the window that shows what an undo of a change set would do. */
export function UndoButton({ changeSet, label, ...look }: UndoButtonProps) {
  const { undos } = useService();
  return (
    <Button
      size="small"
      startIcon={<UndoIcon />}
      {...(label === undefined ? {} : { 'aria-label': label })}
      onClick={() => undos.ask({ changeSet, isFresh: false })}
      {...look}
    >
      {t('Undo')}
    </Button>
  );
}
