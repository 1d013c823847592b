import { useTranslate } from 'react-admin';
import { useFormState } from 'react-hook-form';
import { useEffect } from 'react';
import { useBlocker } from 'react-router-dom';

/**
 * Asks before a page is left whose form holds what is not saved. react-admin's own guard asks by the state that it is in:
 * one that is told to leave again before the page is drawn anew never asks again, and never lets anybody leave.
 */
export function useLeaveGuard(isOn: boolean): void {
  const translate = useTranslate();
  const { isSubmitSuccessful, dirtyFields } = useFormState();
  const isAtRisk = isOn && !isSubmitSuccessful && Object.keys(dirtyFields).length > 0;
  const blocker = useBlocker(({ currentLocation, nextLocation }) => isAtRisk && nextLocation.pathname !== currentLocation.pathname);
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
