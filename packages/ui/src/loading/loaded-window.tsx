import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { useEvent, useNotify } from 'react-admin';
import { t } from '../texts/text.ts';

interface WindowProps {
  readonly onClose: () => void;
}

/** A window whose code is loaded when it is first shown. Where that fails, it closes, and the page says so: what is entered below it stays. */
export function loadedWindow<Props extends WindowProps>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Loaded = lazy(async (): Promise<{ default: ComponentType<Props> }> => {
    try {
      return { default: await load() };
    } catch {
      return { default: NotLoaded };
    }
  }) as unknown as ComponentType<Props>;
  return function LoadedWindow(props: Props) {
    return (
      <Suspense>
        <Loaded {...props} />
      </Suspense>
    );
  };
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
