import { useEffect, useState } from 'react';
import { useGetIdentity } from 'react-admin';
import { useService } from '../session/service.ts';
import { isNewer } from './changelog.ts';
import { loadedWindow } from '../loading/loaded-window.tsx';
import { useSeen } from './seen.ts';

declare module '../session/settings.ts' {
  interface PageSettings {
    /** Whether superusers are told what is new in the package. */
    readonly whatsNew: boolean;
  }
}

/** The event by which the account menu asks for what is new. */
export const newsAsked = 'grimoire:news';

/** The newest part of the changelog that is built in; empty where there is none, as in tests of components. */
const newest = String(import.meta.env.NEWEST_RELEASE ?? '');

const WhatsNewDialog = loadedWindow(async () => (await import('./whats-new-dialog.tsx')).WhatsNewDialog);

/** Whether the person is told what is new, and whether something is that they have not seen. Who comes for the first time has seen everything. */
export function useNews(): { readonly isTold: boolean; readonly isThere: boolean } {
  const { settings } = useService();
  const { identity } = useGetIdentity();
  const [seen, see] = useSeen();
  const isTold = settings.whatsNew && newest !== '' && identity?.['is_superuser'] === true && seen !== null;
  const isFirst = isTold && seen.version === undefined;
  useEffect(() => {
    if (isFirst) see({ version: newest });
  });
  return { isTold, isThere: isTold && seen.version !== undefined && isNewer(newest, seen.version) };
}

/** What is new in the package, once the account menu has asked for it. */
export function WhatsNew() {
  const [seen, see] = useSeen();
  // What was seen before it was opened: that is what it is about for as long as it is open.
  const [before, setBefore] = useState<string | null>(null);
  const [times, setTimes] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const version = seen?.version ?? newest;
  useEffect(() => {
    const open = (): void => {
      setBefore(version);
      setOpen(true);
      setTimes((asked) => asked + 1);
    };
    window.addEventListener(newsAsked, open);
    return () => window.removeEventListener(newsAsked, open);
  }, [version]);
  if (before === null) return null;
  return (
    <WhatsNewDialog key={times} isOpen={isOpen} since={before} onClose={() => setOpen(false)} onRead={() => see({ version: newest })} />
  );
}
