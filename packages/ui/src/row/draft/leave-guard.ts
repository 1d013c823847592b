import { useEvent } from 'react-admin';
import { useFormState } from 'react-hook-form';
import { type RefObject, useEffect } from 'react';
import { useBlocker } from 'react-router-dom';
import { unfinishedIn } from '../../inputs/entered.ts';
import { useAskToLeave } from '../../layout/ask-to-leave.ts';
import { useService } from '../../session/service.ts';
import type { AwaitedSave } from './awaited-save.ts';

/**
 * Says for as long as the surrounding form is there whether it has unsaved input, and lets the browser ask before it closes the page.
 * @param place an element in the form
 */
export function useUnsaved(form: object, place: RefObject<HTMLElement | null>, awaited: AwaitedSave): void {
  const { unsaved } = useService();
  const { isDirty, submitCount } = useFormState();
  useEffect(() => {
    unsaved.set(form, isDirty ? () => awaited.begin(place.current?.closest('form')) : null);
    return () => unsaved.set(form, null);
  }, [form, isDirty, unsaved, place, awaited]);
  // What was not saved until the submit has ended is refused.
  useEffect(() => {
    if (submitCount > 0) awaited.end(false);
  }, [awaited, submitCount]);
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
  const askToLeave = useEvent(useAskToLeave());
  const { unsaved } = useService();
  const { isSubmitSuccessful, dirtyFields } = useFormState();
  const isOwn = isOn && !isSubmitSuccessful && Object.keys(dirtyFields).length > 0;
  // Who signs out was asked there. The router has one guard, which answers for a form beside this one, too.
  const isAtRisk = useEvent(() => (isOwn && unsaved.isThere) || (isOn && unfinishedIn(document) !== undefined) || unsaved.isBeside(form));
  const blocker = useBlocker(({ currentLocation, nextLocation }) => nextLocation.pathname !== currentLocation.pathname && isAtRisk());
  useEffect(() => {
    if (blocker.state !== 'blocked') return undefined;
    if (!isAtRisk()) {
      blocker.proceed();
      return undefined;
    }
    let isCurrent = true;
    const askAndGo = async (): Promise<void> => {
      const how = await askToLeave();
      if (!isCurrent) return;
      if (how === null) blocker.reset();
      else blocker.proceed();
    };
    void askAndGo();
    return () => {
      isCurrent = false;
    };
  }, [blocker, isAtRisk, askToLeave]);
}
