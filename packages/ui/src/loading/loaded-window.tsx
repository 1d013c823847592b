import { type ComponentType, useEffect } from 'react';
import { useEvent, useNotify } from 'react-admin';
import { t } from '../texts/text.ts';
import { type LoadedPart, loadedPart } from './loaded-part.tsx';

interface WindowProps {
  readonly onClose: () => void;
}

/** Milliseconds after which the code of a window is loaded that was not opened yet: what its page needs at once is there by then. */
const unhurried = 10_000;

/** What loads the windows that can be opened; those of code that is loaded later are added when it is. */
const loads: (() => void)[] = [];
let isAhead = false;

/**
 * A window whose code is loaded when it is first shown, or ahead ({@link loadWindowsAhead}). Where that fails, it closes, and the page says so: what is
 * entered below it stays.
 */
export function loadedWindow<Props extends WindowProps>(load: () => Promise<ComponentType<Props>>): LoadedPart<Props> {
  const part = loadedPart<Props>(load, undefined, NotLoaded);
  loads.push(part.load);
  if (isAhead) loadLater(part.load);
  return part;
}

/**
 * From now on loads the code of each window ten seconds after the code that opens it. It then opens also where the service can not be reached, and a browser asks
 * only once for a file that it could not load.
 */
export function loadWindowsAhead(isWanted = true): void {
  isAhead = isWanted;
  if (isAhead) loads.forEach(loadLater);
}

function loadLater(load: () => void): void {
  setTimeout(load, unhurried);
}

function NotLoaded({ onClose }: WindowProps) {
  const notify = useNotify();
  // Once: a window may pass another function each time, also after it was closed.
  const tell = useEvent(() => {
    notify(t('This could not be loaded. Reload the page.'), { type: 'error' });
    onClose();
  });
  useEffect(() => tell(), [tell]);
  return null;
}
