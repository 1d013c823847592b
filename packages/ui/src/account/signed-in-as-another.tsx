import { useSyncExternalStore } from 'react';
import { loadedWindow } from '../loading/loaded-window.tsx';
import { useService } from '../service.ts';

const AnotherUserDialog = loadedWindow(async () => (await import('./another-user-dialog.tsx')).AnotherUserDialog);

/** A dialog over a page when another user has signed in in the same browser. Unsaved input stays until the user decides. */
export function SignedInAsAnother() {
  const { session } = useService();
  const name = useSyncExternalStore(session.subscribe, session.replacedBy);
  return name === null ? null : <AnotherUserDialog name={name} onClose={() => session.replace(null)} />;
}
