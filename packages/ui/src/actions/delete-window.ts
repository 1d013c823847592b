import type { ComponentType } from 'react';
import { loadedWindow } from '../loading/loaded-window.tsx';
import type { DeleteDialogProps } from './delete-dialog.tsx';

/** Asks for confirmation of a delete. Its button is disabled until the dependent rows are known, so no key that the user presses is lost while the code is loaded. */
export const DeleteWindow: ComponentType<DeleteDialogProps> = loadedWindow(async () => (await import('./delete-dialog.tsx')).DeleteDialog);
