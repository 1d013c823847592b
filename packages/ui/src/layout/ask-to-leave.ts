import { useService } from '../session/service.ts';
import { t } from '../texts/text.ts';

interface Leaving {
  /** The way on that loses what was entered. */
  readonly leave: string;
  /** The way on that saves it. */
  readonly save: string;
  /** The form that is left; all forms if undefined. */
  readonly form?: object;
}

/**
 * Asks who leaves what is not saved.
 * @returns a function that asks. It returns how to go on: what was entered is saved, or lost; null to stay, also where it could not be saved.
 */
export function useAskToLeave(): (words?: Leaving) => Promise<'saved' | 'lost' | null> {
  const { questions, unsaved } = useService();
  return async ({ leave, save, form } = { leave: t('Leave without saving'), save: t('Save and go on') }) => {
    const loss = { name: 'leave', text: leave, isLoss: true };
    const way = await questions.ask({
      title: t('Save what you entered?'),
      text: t('It is not saved yet.'),
      // What is no value yet can not be saved.
      ways: unsaved.isThere ? [loss, { name: 'save', text: save }] : [loss],
      stay: t('Keep editing'),
    });
    if (way === 'save') return (await unsaved.save(form)) ? 'saved' : null;
    return way === 'leave' ? 'lost' : null;
  };
}

/** Asks who discards changes. @returns a function that asks, and returns whether they do. */
export function useAskToDiscard(): (changes: number) => Promise<boolean> {
  const { questions } = useService();
  return async (count) => {
    const title = t('Discard %{count} change? |||| Discard %{count} changes?', { count });
    const ways = [{ name: 'discard', text: t('Discard'), isLoss: true }];
    return (await questions.ask({ title, ways, stay: t('Keep editing') })) !== null;
  };
}
