import { type RefObject, useEffect } from 'react';
import { useEvent } from 'react-admin';
import { useFormState } from 'react-hook-form';
import { unfinishedIn } from '../../inputs/entered.ts';
import { useAskBeforeUnload, useLeaveQuestion } from '../../layout/leave-guard.ts';
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
  useAskBeforeUnload(isDirty);
}

/**
 * Asks before the user leaves a page with unsaved input.
 * @param form stands for the form among those with unsaved input
 */
export function useLeaveGuard(form: object, isOn: boolean): void {
  const { unsaved } = useService();
  const { isSubmitSuccessful, dirtyFields } = useFormState();
  const isOwn = isOn && !isSubmitSuccessful && Object.keys(dirtyFields).length > 0;
  // Who signs out was asked there. The router has one guard, which answers for a form beside this one, too.
  const isAtRisk = useEvent(() => (isOwn && unsaved.isThere) || (isOn && unfinishedIn(document) !== undefined) || unsaved.isBeside(form));
  useLeaveQuestion((here, next) => next.pathname !== here.pathname && isAtRisk());
}
