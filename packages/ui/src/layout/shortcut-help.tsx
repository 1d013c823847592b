import { useEffect, useState } from 'react';
import { useEvent } from 'react-admin';
import { loadedWindow } from '../loading/loaded-window.tsx';
import { useShortcuts } from './shortcuts.ts';

/** The event by which the account menu asks for the help. */
export const keysAsked = 'grimoire:keys';

const ShortcutDialog = loadedWindow(async () => (await import('./shortcut-dialog.tsx')).ShortcutDialog);

/** The keys of the dashboard, shown by "?". */
export function ShortcutHelp() {
  const [isOpen, setOpen] = useState(false);
  const [times, setTimes] = useState(0);
  const open = useEvent(() => {
    setOpen(true);
    setTimes((asked) => asked + 1);
  });
  useShortcuts({ '?': open });
  useEffect(() => {
    window.addEventListener(keysAsked, open);
    return () => window.removeEventListener(keysAsked, open);
  }, [open]);
  return times > 0 && <ShortcutDialog key={times} isOpen={isOpen} onClose={() => setOpen(false)} />;
}
