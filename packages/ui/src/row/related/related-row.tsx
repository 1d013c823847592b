import type { Key } from '@grimoire/protocol';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { type RelatedRows, RelatedRowsContext } from '../../inputs/related-rows-context.ts';
import { loadedWindow } from '../../loading/loaded-window.tsx';

const RelatedDrawer = loadedWindow(async () => (await import('./related-drawer.tsx')).RelatedDrawer);

interface Opened {
  /** The page on which it was opened: on another one, the form that has asked is gone. */
  readonly page: string;
  readonly model: string;
  /** Undefined for a new row. */
  readonly id: Key | undefined;
  readonly resolve: (id: Key | null) => void;
}

/** Lets the pickers of a page open rows in a drawer. */
export function RelatedRowsProvider({ children }: { readonly children: ReactNode }) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const { pathname } = useLocation();
  // Its code is loaded before it is opened: the user may be offline by then, with a form that is filled in.
  useEffect(() => RelatedDrawer.load(), []);
  const rows = useMemo(
    (): RelatedRows => ({
      open: (model, id) => new Promise((resolve) => setOpened({ page: pathname, model, id, resolve })),
    }),
    [pathname],
  );
  const close = (id: Key | null): void => {
    opened?.resolve(id);
    setOpened(null);
  };
  return (
    <RelatedRowsContext value={rows}>
      {children}
      {opened?.page === pathname && (
        <RelatedRowsContext value={null}>
          <RelatedDrawer model={opened.model} id={opened.id} onClose={() => close(null)} onSaved={close} />
        </RelatedRowsContext>
      )}
    </RelatedRowsContext>
  );
}
