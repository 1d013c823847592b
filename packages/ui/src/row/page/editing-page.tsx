import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { type EditingPage, EditingPageContext } from '../../layout/editing-page.ts';

/** Provides the state of the page's form to the components around it. */
export function EditingPageProvider({ children }: { readonly children: ReactNode }) {
  const reload = useRef<(() => Promise<unknown>) | null>(null);
  const [going, setGoing] = useState<{ readonly go: () => void | Promise<void> } | null>(null);
  // The form has rendered with `isLeaving`, so its leave guard is off.
  useEffect(() => {
    if (going) void Promise.resolve(going.go()).then(() => setGoing(null));
  }, [going]);
  const page = useMemo(
    (): EditingPage => ({
      reload: async () => reload.current?.(),
      setReload: (next) => {
        reload.current = next;
      },
      leave: (go) => setGoing({ go }),
      isLeaving: going !== null,
    }),
    [going],
  );
  return <EditingPageContext value={page}>{children}</EditingPageContext>;
}
