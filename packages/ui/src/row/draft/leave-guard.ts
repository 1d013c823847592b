import { useEvent, useTranslate } from 'react-admin';
import { useFormState } from 'react-hook-form';
import { useEffect } from 'react';
import { useBlocker } from 'react-router-dom';
import { unfinishedIn } from '../../inputs/entered.ts';
import { useService } from '../../session/service.ts';

/** Says for as long as the surrounding form is there whether it has unsaved input, and lets the browser ask before it closes the page. */
export function useUnsaved(form: object): void {
  const { unsaved } = useService();
  const { isDirty } = useFormState();
  useEffect(() => {
    unsaved.set(form, isDirty);
    return () => unsaved.set(form, false);
  }, [form, isDirty, unsaved]);
  useEffect(() => {
    if (!isDirty) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isDirty]);
}

/**
 * Asks before the user leaves a page with unsaved input. react-admin's own guard depends on its render state: if a second attempt
 * to leave comes before the page renders again, it never asks again and blocks every attempt.
 * @param form stands for the form among those with unsaved input
 */
export function useLeaveGuard(form: object, isOn: boolean): void {
  const translate = useTranslate();
  const { unsaved } = useService();
  const { isSubmitSuccessful, dirtyFields } = useFormState();
  const isOwn = isOn && !isSubmitSuccessful && Object.keys(dirtyFields).length > 0;
  // Who signs out was asked there. The router has one guard, which answers for a form beside this one, too.
  const isAtRisk = useEvent(() => (isOwn && unsaved.isThere) || (isOn && unfinishedIn(document) !== undefined) || unsaved.isBeside(form));
  const blocker = useBlocker(({ currentLocation, nextLocation }) => nextLocation.pathname !== currentLocation.pathname && isAtRisk());
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    if (!isAtRisk() || window.confirm(translate('ra.message.unsaved_changes'))) blocker.proceed();
    else blocker.reset();
  }, [blocker, isAtRisk, translate]);
}
