import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { useNotify } from 'react-admin';
import { useSelectedRows } from './selected-keys.ts';

interface RowsButtonProps {
  readonly children: ReactNode;
  readonly isDangerous?: boolean;
  readonly isRunning?: boolean;
  readonly onClick: () => void;
}

/** A button of what is done with all selected rows. Where they are too many, it says so before anything is asked or loaded. */
export function RowsButton({ children, isDangerous = false, isRunning = false, onClick }: RowsButtonProps) {
  const { problem } = useSelectedRows();
  const notify = useNotify();
  const act = (): void => (problem === null ? onClick() : notify(problem, { type: 'error', autoHideDuration: 10_000 }));
  return (
    <Button size="small" color={isDangerous ? 'error' : 'primary'} disabled={isRunning} onClick={act}>
      {children}
    </Button>
  );
}
