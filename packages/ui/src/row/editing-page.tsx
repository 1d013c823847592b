import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { type EditingPage, EditingPageContext } from './page-context.ts';

/** Knows of the form on its page, for what stands around it. */
export function EditingPageProvider({ children }: { readonly children: ReactNode }) {
  const reload = useRef<(() => Promise<unknown>) | null>(null);
  const [going, setGoing] = useState<{ readonly go: () => void } | null>(null);
  // The form has heard by now that nobody needs to be asked.
  useEffect(() => going?.go(), [going]);
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
