import { type ComponentType, useEffect } from 'react';
import { useEvent, useNotify } from 'react-admin';
import { t } from '../texts/text.ts';
import { type LoadedPart, loadedPart } from './loaded-part.tsx';

interface WindowProps {
  readonly onClose: () => void;
}

/** Milliseconds until the code of a window that nobody has opened is loaded. By then the page has loaded what it shows first. */
const loadDelay = 10_000;

/** What loads the windows that can be opened; those of code that is loaded later are added when it is. */
const loads: (() => void)[] = [];

/** Whether code can be loaded ahead now; null while windows are loaded when they are opened only. */
let mayLoad: (() => boolean) | null = null;

/**
 * A window whose code is loaded when it is first shown, or ahead ({@link loadWindowsAhead}). Where that fails, it closes, and the page says so: what is
 * entered below it stays.
 */
export function loadedWindow<Props extends WindowProps>(load: () => Promise<ComponentType<Props>>): LoadedPart<Props> {
  const part = loadedPart<Props>(load, undefined, NotLoaded);
  loads.push(part.load);
  if (mayLoad) loadLater(part.load);
  return part;
}

/**
 * From now on loads the code of each window ten seconds after the code that opens it. It then opens also where the service can not be reached.
 * @param isThere whether the service can be reached: a browser may not ask once more for a file that it could not load. Null ends it
 */
export function loadWindowsAhead(isThere: (() => boolean) | null): void {
  mayLoad = isThere;
  if (mayLoad) loads.forEach(loadLater);
}

function loadLater(load: () => void): void {
  setTimeout(() => {
    if (mayLoad?.() === true) load();
    else if (mayLoad) loadLater(load);
  }, loadDelay);
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
