import { useEffect } from 'react';
import { useEvent } from 'react-admin';
import { useBlocker } from 'react-router-dom';
import { useAskToLeave } from '../../layout/ask-to-leave.ts';

/** Asks what becomes of changed cells before the page is left, or other rows are shown: another page, order or filter is another address. */
export function useLeaveGuard(isChanged: boolean, discard: () => void): void {
  const ask = useEvent(useAskToLeave());
  const lose = useEvent(discard);
  const isAtRisk = useEvent(() => isChanged);
  const blocker = useBlocker(
    ({ currentLocation: here, nextLocation: next }) => isAtRisk() && (next.pathname !== here.pathname || next.search !== here.search),
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return undefined;
    let isCurrent = true;
    const leave = async (): Promise<void> => {
      const how = await ask();
      if (!isCurrent) return;
      if (how === 'lost') lose();
      if (how === null) blocker.reset();
      else blocker.proceed();
    };
    void leave();
    return () => {
      isCurrent = false;
    };
  }, [blocker, ask, lose]);
}
