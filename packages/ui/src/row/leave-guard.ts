import { useTranslate } from 'react-admin';
import { useFormState } from 'react-hook-form';
import { useEffect } from 'react';
import { useBlocker } from 'react-router-dom';
import { useService } from '../service.ts';

/**
 * Asks before the user leaves a page with unsaved input. react-admin's own guard depends on its render state: if a second attempt
 * to leave comes before the page renders again, it never asks again and blocks every attempt.
 */
export function useLeaveGuard(isOn: boolean): void {
  const translate = useTranslate();
  const { unsaved } = useService();
  const { isSubmitSuccessful, dirtyFields } = useFormState();
  const isAtRisk = isOn && !isSubmitSuccessful && Object.keys(dirtyFields).length > 0;
  // Who signs out was asked there.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isAtRisk && unsaved.isThere && nextLocation.pathname !== currentLocation.pathname,
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    if (!isAtRisk || window.confirm(translate('ra.message.unsaved_changes'))) blocker.proceed();
    else blocker.reset();
  }, [blocker, isAtRisk, translate]);
  useEffect(() => {
    if (!isAtRisk) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isAtRisk]);
}
