import type { ComponentType } from 'react';
import { loadedWindow } from '../loading/loaded-window.tsx';
import type { DeleteDialogProps } from './delete-dialog.tsx';

/** Asks for confirmation of a delete. It looks for what depends on the rows before it lets anybody confirm, so that no key is lost while its code is loaded. */
export const DeleteWindow: ComponentType<DeleteDialogProps> = loadedWindow(async () => (await import('./delete-dialog.tsx')).DeleteDialog);
