import { useEffect } from 'react';
import { useEvent } from 'react-admin';
import { type Location, useBlocker, useLocation } from 'react-router-dom';
import { useAskToLeave } from './ask-to-leave.ts';

/**
 * Asks what becomes of what is not saved before another address is shown. react-admin's own guard depends on its render state: if a second attempt to leave
 * comes before the page renders again, it never asks again and blocks every attempt.
 * @param isAtRisk whether something is lost on the way from one address to another
 * @param onLost called before the page is left where the person gives up what they entered
 */
export function useLeaveQuestion(isAtRisk: (here: Location, next: Location) => boolean, onLost: () => void = nothing): void {
  const ask = useEvent(useAskToLeave());
  const lose = useEvent(onLost);
  const here = useLocation();
  const stillAtRisk = useEvent((next: Location) => isAtRisk(here, next));
  const blocker = useBlocker(({ currentLocation, nextLocation }) => isAtRisk(currentLocation, nextLocation));
  useEffect(() => {
    if (blocker.state !== 'blocked') return undefined;
    // A form that has just been saved leaves the page before it knows that.
    if (!stillAtRisk(blocker.location)) {
      blocker.proceed();
      return undefined;
    }
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
  }, [blocker, stillAtRisk, ask, lose]);
}

function nothing(): void {}

/** Lets the browser ask before it closes the page. */
export function useAskBeforeUnload(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isOn]);
}
