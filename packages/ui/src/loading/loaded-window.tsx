import { type ComponentType, useEffect } from 'react';
import { useEvent, useNotify } from 'react-admin';
import { t } from '../texts/text.ts';
import { type LoadedPart, loadedPart } from './loaded-part.tsx';

interface WindowProps {
  readonly onClose: () => void;
}

/** A window whose code is loaded when it is first shown. Where that fails, it closes, and the page says so: what is entered below it stays. */
export function loadedWindow<Props extends WindowProps>(load: () => Promise<ComponentType<Props>>): LoadedPart<Props> {
  return loadedPart<Props>(load, undefined, NotLoaded);
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
